import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeName } from './change-name.ts'
import { demandCurrent } from './demand-current.ts'

export const renameOrganization: Handlers<typeof organizations>['change'] = async ({
  params,
  body,
  ...member
}) => {
  demandCurrent(member, params.id)
  return changeName(member, body.organization.name)
}
