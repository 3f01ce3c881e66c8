import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invites } from '../contract.ts'
import { countInvites, listInvites as list } from './invites.sql.ts'
import { presentInvite } from './present-invite.ts'

export const listInvites: Handlers<typeof invites>['listInvites'] = async ({
  app,
  organization,
  query,
}) => {
  const { email = null, page, limit } = query
  const now = app.clock.now()
  const [total, rows] = await Promise.all([
    countInvites(organization, now, email?.trim() ?? null),
    list(organization, now, email?.trim() ?? null, { page, limit }),
  ])
  return { data: rows.map(presentInvite), total_row_count: total, page, limit }
}
