import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const CountRow = z.object({ count: z.number() })

/** The connections to this database that wait for a lock. */
export const countWaiting = async (postgres: Database) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).count
