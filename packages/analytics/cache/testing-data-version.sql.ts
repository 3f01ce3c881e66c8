import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

export const runMerge = (clickhouse: ClickHouse) =>
  clickhouse.command(sql`OPTIMIZE TABLE views FINAL`)

export const setVideoTitle = (clickhouse: ClickHouse) =>
  clickhouse.command(sql`
    ALTER TABLE views UPDATE video_title = 'Another' WHERE video_title = 'Big Buck Bunny'
    SETTINGS mutations_sync = 1`)
