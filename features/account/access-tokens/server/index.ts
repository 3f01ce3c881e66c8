import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { accessTokens } from '../contract.ts'
import { removeAccessToken, renameAccessToken, revokeAccessToken } from './change-access-token.ts'
import { createAccessToken } from './create-access-token.ts'
import { createAccessTokenCommand } from './create-access-token-command.ts'
import { listAccessTokens, retrieveAccessToken, whoami } from './read-access-tokens.ts'

export { addAccessToken } from './add-access-token.ts'

export const accessTokensServer = feature('access-tokens', {
  endpoints: [
    implement(accessTokens, {
      list: listAccessTokens,
      create: createAccessToken,
      retrieve: retrieveAccessToken,
      rename: renameAccessToken,
      change: renameAccessToken,
      remove: removeAccessToken,
      revoke: revokeAccessToken,
      whoami,
    }),
  ],
  commands: [createAccessTokenCommand],
})
