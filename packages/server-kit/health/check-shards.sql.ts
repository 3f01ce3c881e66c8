import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'

/** Throws ClickHouseUnavailable unless every shard of a cluster answers a query that matches no rows. */
export const checkShards = async (clickhouse: ClickHouse): Promise<void> => {
  await clickhouse.rows(
    z.object({ count: z.number() }),
    sql`SELECT count() AS count FROM ledger WHERE environment_id = toUUID('00000000-0000-0000-0000-000000000000') AND minute < toDateTime(0)`,
    { maximumSeconds: 5 },
  )
}
