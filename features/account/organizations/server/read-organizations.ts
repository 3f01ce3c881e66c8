import { notFound } from '@playhead/contract-kit/errors.ts'
import { listOrganizationsOf } from '@playhead/features/account/memberships/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { presentCurrent } from './present-current.ts'

type Read = Handlers<typeof organizations>

/** Reads all of them and returns a slice as the page: people belong to few. */
export const listOrganizations: Read['list'] = async ({ app, session, request, query }) => {
  const all = await listOrganizationsOf(app, session, request)
  const { page, limit = all.length } = query
  return { data: all.slice((page - 1) * limit, page * limit), total_row_count: all.length }
}

export const retrieveOrganizationById: Read['retrieveById'] = async ({
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

export const retrieveOrganization: Read['retrieve'] = async (member) => ({
  data: await presentCurrent(member),
})
