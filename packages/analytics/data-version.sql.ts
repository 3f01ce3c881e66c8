import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'

const Version = z.object({ version: z.string() })

/** Changes with every insert and every change of rows, but not when parts are merged. */
export async function dataVersion(
  clickhouse: ClickHouse,
  isHistorical: boolean,
  signal: AbortSignal,
): Promise<string> {
  const tables = isHistorical
    ? ['views_daily_days', 'views_daily_days_local']
    : ['views', 'views_local']
  const [row] = await clickhouse.rows(
    Version,
    sql`SELECT concat(toString(sum(newest)), '.', toString(max(changed))) AS version
      FROM (SELECT max(max_block_number) AS newest, max(data_version) AS changed FROM system.parts
        WHERE database = currentDatabase() AND table IN ${tables} AND active GROUP BY partition_id)`,
    { signal, maximumSeconds: 5 },
  )
  return row?.version ?? ''
}
