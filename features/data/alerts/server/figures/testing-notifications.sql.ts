import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** A message about an incident; each is the next of its kind. */
export const insertNotification = (
  postgres: Database,
  incidentId: string,
  channelId: string,
  status: 'sent' | 'held',
) =>
  postgres.run(sql`
    insert into notifications (incident_id, channel_id, kind, number, status)
    select ${incidentId}, ${channelId}, 'changed', count(*)::int, ${status}
    from notifications where incident_id = ${incidentId}`)
