import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'
import { revokeAccessToken } from './revoke-access-token.ts'

export const removeAccessToken: Handlers<typeof accessTokens>['remove'] = async (given) => {
  await revokeAccessToken(given)
  return undefined
}
