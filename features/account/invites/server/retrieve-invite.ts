import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invites } from '../contract.ts'
import { findInvite } from './invites.sql.ts'
import { presentInvite } from './present-invite.ts'

export const retrieveInvite: Handlers<typeof invites>['retrieveInvite'] = async ({
  app,
  organization,
  params,
}) => {
  const found = await findInvite(organization, app.clock.now(), params.id)
  if (!found) throw notFound('invite')
  return { data: presentInvite(found) }
}
