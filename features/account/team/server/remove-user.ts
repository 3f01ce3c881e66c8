import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { team } from '../contract.ts'
import { removeFromOrganization } from './remove-from-organization.ts'

export const removeUser: Handlers<typeof team>['removeUser'] = async ({
  params,
  body,
  ...caller
}) => {
  if (params.id !== caller.organization.id) throw notFound('organization')
  return removeFromOrganization(caller, body.user_id)
}
