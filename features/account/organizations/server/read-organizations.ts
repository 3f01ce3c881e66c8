import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { listOrganizationsOf } from './list-organizations-of.ts'
import { countChanges, listChanges as list } from './organizations.sql.ts'
import { presentCurrent } from './present-current.ts'

type Read = Handlers<typeof organizations>

/** All of them are read in any case: people belong to few. */
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

export const listChanges: Read['listChanges'] = async ({ organization, query }) => {
  const [total, rows] = await Promise.all([countChanges(organization), list(organization, query)])
  const data = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return { data, total_row_count: total, ...query }
}
