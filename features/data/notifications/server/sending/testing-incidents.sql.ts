import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const setEnded = (postgres: Database, id: string) =>
  postgres.run(sql`
    update incidents set status = 'closed', resolved_at = clock_timestamp(),
      measured_value_on_close = 1
    where id = ${id}`)
