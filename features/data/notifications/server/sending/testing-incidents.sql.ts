import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const setEnded = (postgres: Database, id: string) =>
  postgres.run(sql`
    update incidents set status = 'closed', resolved_at = clock_timestamp(),
      measured_value_on_close = 1
    where id = ${id}`)

/** As if the time of every lease had passed. */
export const setLeasesOver = (postgres: Database) =>
  postgres.run(sql`
    update notifications set leased_until = now() - interval '1 second'
    where leased_until is not null`)
