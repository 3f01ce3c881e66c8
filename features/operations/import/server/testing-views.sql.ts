import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const ViewRow = z.object({
  view_id: z.string(),
  view_end: z.string(),
  watch_time: z.number(),
  country: z.string().nullable(),
  retention_days: z.number(),
})

export const listViews = (clickhouse: ClickHouse, environmentId: string) =>
  clickhouse.rows(
    ViewRow,
    sql`SELECT view_id, view_end, watch_time, country, retention_days FROM views FINAL
      WHERE environment_id = toUUID(${environmentId}) ORDER BY view_id`,
  )

export const removeViews = (clickhouse: ClickHouse, environmentId: string) =>
  clickhouse.command(sql`DELETE FROM views WHERE environment_id = toUUID(${environmentId})`)
