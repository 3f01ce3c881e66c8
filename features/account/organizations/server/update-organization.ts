import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeName } from './change-name.ts'

export const updateOrganization: Handlers<typeof organizations>['update'] = ({ body, ...member }) =>
  changeName(member, body.organization.name)
