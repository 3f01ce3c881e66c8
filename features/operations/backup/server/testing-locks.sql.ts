import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** The lock that a removal holds for a moment; until the transaction ends no backup begins. */
export const lockMediaRemoval = (postgres: Database) =>
  postgres.run(sql`select pg_advisory_xact_lock(hashtext('media removal'))`)

const CountRow = z.object({ count: z.number() })

export const countWaiting = async (postgres: Database) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
  ).count
