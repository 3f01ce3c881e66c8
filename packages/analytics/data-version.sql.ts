import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'

const Version = z.object({ version: z.string() })

const tablesOf = {
  raw: ['views', 'views_local'],
  historical: ['views_daily_days', 'views_daily_days_local'],
  samples: ['samples', 'samples_local'],
}
export type DataSource = keyof typeof tablesOf

/** Changes with every insert and every change of rows, but not when parts are merged. */
export async function dataVersion(clickhouse: ClickHouse, source: DataSource): Promise<string> {
  const [row] = await clickhouse.rows(
    Version,
    sql`SELECT concat(toString(sum(newest)), '.', toString(max(changed))) AS version
      FROM (SELECT max(max_block_number) AS newest, max(data_version) AS changed FROM system.parts
        WHERE database = currentDatabase() AND table IN ${tablesOf[source]} AND active GROUP BY partition_id)`,
    { maximumSeconds: 5 },
  )
  return row?.version ?? ''
}
