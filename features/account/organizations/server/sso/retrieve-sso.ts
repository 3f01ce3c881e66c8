import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../../contract.ts'
import { presentSsoConnection } from './present-sso-connection.ts'
import { findSsoConnection } from './sso-connection.sql.ts'

export const retrieveSso: Handlers<typeof organizations>['retrieveSso'] = async ({
  organization,
}) => {
  const stored = await findSsoConnection(organization)
  return { data: stored ? presentSsoConnection(stored) : null }
}
