import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const ServerRow = z.object({ version: z.string(), major: z.number(), now: z.date() })

export const describeServer = (postgres: Database) =>
  postgres.row(
    ServerRow,
    sql`
    select current_setting('server_version') as version, clock_timestamp() as now,
      current_setting('server_version_num')::int / 10000 as major`,
  )
