import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'

export const whoami: Handlers<typeof accessTokens>['whoami'] = async ({ token }) => ({
  data: {
    access_token_name: token.name,
    environment_id: token.environment_id,
    environment_name: token.environment_name,
    environment_type: token.environment_type,
    organization_id: token.organization_id,
    organization_name: token.organization_name,
    permissions: token.permissions,
  },
})
