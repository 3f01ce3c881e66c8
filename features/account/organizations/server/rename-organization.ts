import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeName } from './change-name.ts'
import { requireCurrentOrganization } from './require-current-organization.ts'

export const renameOrganization: Handlers<typeof organizations>['change'] = async ({
  params,
  body,
  ...member
}) => {
  requireCurrentOrganization(member, params.id)
  return changeName(member, body.organization.name)
}
