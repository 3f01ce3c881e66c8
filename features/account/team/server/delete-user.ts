import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { team } from '../contract.ts'
import { removeFromOrganization } from './remove-from-organization.ts'

export const deleteUser: Handlers<typeof team>['deleteUser'] = ({ params, ...caller }) =>
  removeFromOrganization(caller, params.id)
