import { listOrganizationsOf } from '@playhead/features/account/memberships/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'

/** Reads all of them and returns a slice as the page: people belong to few. */
export const listOrganizations: Handlers<typeof organizations>['list'] = async ({
  app,
  session,
  request,
  query,
}) => {
  const all = await listOrganizationsOf(app, session, request)
  const { page, limit = all.length } = query
  return { data: all.slice((page - 1) * limit, page * limit), total_row_count: all.length }
}
