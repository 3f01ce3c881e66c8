import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

/** Merges now, as ClickHouse does eventually. */
export const runMerge = (clickhouse: ClickHouse) =>
  clickhouse.command(sql`OPTIMIZE TABLE packed_views FINAL`)
