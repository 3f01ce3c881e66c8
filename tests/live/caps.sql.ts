import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** A spending cap that the running month has reached. */
export const insertReachedCap = (
  postgres: Database,
  organization: { id: string },
  action: 'stop_new' | 'stop_delivery',
) =>
  postgres.run(sql`
    insert into spending_caps (organization_id, cents, action, spent_month, spent_cents)
    values (${organization.id}, 1, ${action}, to_char(now() at time zone 'UTC', 'YYYY-MM'), 1)`)
