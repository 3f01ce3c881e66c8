import { notFound } from '@playhead/contract-kit/errors.ts'
import { listOrganizationsOf } from '@playhead/features/account/memberships/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'

export const retrieveOrganizationById: Handlers<typeof organizations>['retrieveById'] = async ({
  app,
  session,
  request,
  params,
}) => {
  const all = await listOrganizationsOf(app, session, request)
  const found = all.find(({ id }) => id === params.id)
  if (!found) throw notFound('organization')
  return { data: found }
}
