import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

/** As the engine does in its own time. */
export const mergeViewRows = (clickhouse: ClickHouse) =>
  clickhouse.command(sql`OPTIMIZE TABLE packed_views FINAL`)
