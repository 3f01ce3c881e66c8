import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { accessTokens } from '../contract.ts'
import { renameAccessToken, revokeAccessToken } from './change-access-token.ts'
import { createAccessToken } from './create-access-token.ts'
import { createAccessTokenCommand } from './create-access-token-command.ts'
import { listAccessTokens, whoami } from './read-access-tokens.ts'

export { addAccessToken } from './add-access-token.ts'

export const accessTokensServer = feature('access-tokens', {
  endpoints: [
    implement(accessTokens, {
      list: listAccessTokens,
      create: createAccessToken,
      rename: renameAccessToken,
      revoke: revokeAccessToken,
      whoami,
    }),
  ],
  commands: [createAccessTokenCommand],
})
