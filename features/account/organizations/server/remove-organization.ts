import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { cancelOrganization } from './cancel-organization.ts'
import { requireCurrentOrganization } from './require-current-organization.ts'

export const removeOrganization: Handlers<typeof organizations>['remove'] = async (given) => {
  requireCurrentOrganization(given, given.params.id)
  await cancelOrganization(given)
  return undefined
}
