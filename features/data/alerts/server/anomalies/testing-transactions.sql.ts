import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Those that wait for their program: what they have locked waits with them. */
export const countOpenTransactions = async (postgres: Database) => {
  const { count } = await postgres.row(
    z.object({ count: z.number() }),
    sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`,
  )
  return count
}
