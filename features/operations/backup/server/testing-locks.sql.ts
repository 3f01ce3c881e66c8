import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** The lock that a removal holds for a moment; until the transaction ends no backup begins. */
export const lockMediaRemoval = (postgres: Database) =>
  postgres.run(sql`select pg_advisory_xact_lock(hashtext('media removal'))`)
