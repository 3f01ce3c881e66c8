import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'

const Version = z.object({ version: z.string() })

const tablesOf = {
  raw: ['views', 'views_local'],
  historical: ['views_daily_days', 'views_daily_days_local'],
  samples: ['samples', 'samples_local', 'early_samples', 'early_samples_local'],
}
export type DataSource = keyof typeof tablesOf

/**
 * Changes with every insert and mutation, but not with merges: a merged part keeps the highest block number of its
 * parts, and the fifth part of its name is the last mutation that it includes.
 */
export const dataVersion = async (clickhouse: ClickHouse, source: DataSource): Promise<string> => {
  const [row] = await clickhouse.rows(
    Version,
    sql`SELECT concat(toString(maxMap(map(concat(table, partition_id), max_block_number))), toString(max(toUInt64OrZero(splitByChar('_', name)[5])))) AS version
      FROM system.parts WHERE database = currentDatabase() AND table IN ${tablesOf[source]} AND active
      SETTINGS max_threads = 1`,
    { maximumSeconds: 5 },
  )
  return row?.version ?? ''
}
