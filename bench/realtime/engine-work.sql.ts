import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const Work = z.object({ queries: z.number(), processorMs: z.number() })

/** What the engine has done since it started: SELECT statements, and processor time of all statements. */
export const readEngineWork = async (clickhouse: ClickHouse) => {
  const [work] = await clickhouse.rows(
    Work,
    sql`SELECT sumIf(value, event = 'SelectQuery') AS queries,
      sumIf(value, event = 'OSCPUVirtualTimeMicroseconds') / 1000 AS processorMs FROM system.events`,
  )
  return work!
}
