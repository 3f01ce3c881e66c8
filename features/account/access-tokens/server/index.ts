import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { accessTokens } from '../contract.ts'
import { createAccessTokenCommand } from './create-access-token-command.ts'
import { createAccessToken } from './create-access-token.ts'
import { listAccessTokens } from './list-access-tokens.ts'
import { removeAccessToken } from './remove-access-token.ts'
import { renameAccessToken } from './rename-access-token.ts'
import { retrieveAccessToken } from './retrieve-access-token.ts'
import { revokeAccessToken } from './revoke-access-token.ts'
import { whoami } from './whoami.ts'

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
