import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { listOrganizationsOf } from './list-organizations-of.ts'
import { countChanges, listChanges as list } from './organizations.sql.ts'
import { presentCurrent } from './present-current.ts'

type Read = Handlers<typeof organizations>

export const listOrganizations: Read['list'] = async ({ app, session, request }) => ({
  data: await listOrganizationsOf(app, session, request),
})

export const retrieveOrganization: Read['retrieve'] = async (member) => ({
  data: await presentCurrent(member),
})

export const listChanges: Read['listChanges'] = async ({ organization, query }) => {
  const [total, rows] = await Promise.all([countChanges(organization), list(organization, query)])
  const data = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return { data, total_row_count: total, ...query }
}
