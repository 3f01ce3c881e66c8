import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'
import { revokeAccessToken as revoke } from './access-tokens.sql.ts'
import { changeAccessToken } from './change-access-token.ts'

/** Revoking a token again keeps the time of the first revocation. */
export const revokeAccessToken: Handlers<typeof accessTokens>['revoke'] = ({ params, ...caller }) =>
  changeAccessToken(caller, params.id, async (tenant, token) => {
    if (token.expires_at) return undefined
    await revoke(tenant, token.id, caller.app.clock.now())
    return { action: 'access_token.revoked' }
  })
