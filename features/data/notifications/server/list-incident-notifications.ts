import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidentNotifications } from '../contract.ts'
import {
  countNotifications,
  listNotifications,
  type NotificationRow,
} from './incident-notifications.sql.ts'

const present = (row: NotificationRow) => ({
  id: row.id,
  channel: { id: row.channel_id, service: row.service, value_hint: row.value_hint },
  kind: row.kind,
  number: row.number,
  status: row.status,
  held_by: row.held_by,
  attempts: row.attempts,
  queued_at: row.queued_at.toISOString(),
  attempted_at: row.attempted_at?.toISOString() ?? null,
  next_attempt_at:
    row.status === 'pending' && row.is_enabled ? row.next_attempt_at.toISOString() : null,
  error: row.error,
})

export const listIncidentNotifications: Handlers<
  typeof incidentNotifications
>['listSent'] = async ({ environment, params, query }) => {
  const count = await countNotifications(environment, params.id)
  if (count === undefined) throw notFound('incident')
  const rows = await listNotifications(environment, params.id, query)
  return { data: rows.map(present), total_row_count: count, ...query }
}
