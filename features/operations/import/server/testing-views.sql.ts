import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const ViewRow = z.object({
  view_id: z.string(),
  view_end: z.string(),
  watch_time: z.number(),
  country: z.string().nullable(),
  retention_days: z.number(),
  video_title: z.string().nullable(),
  video_cdn_trace: z.array(z.string()),
  player_error_context: z.string().nullable(),
  view_total_upscaling: z.number().nullable(),
})

export const listViews = (clickhouse: ClickHouse, environmentId: string) =>
  clickhouse.rows(
    ViewRow,
    sql`SELECT view_id, view_end, watch_time, country, retention_days,
        video_title, video_cdn_trace, player_error_context, view_total_upscaling
      FROM views FINAL
      WHERE environment_id = toUUID(${environmentId}) ORDER BY view_id`,
  )

export const deleteViews = (clickhouse: ClickHouse, environmentId: string) =>
  clickhouse.command(sql`DELETE FROM views WHERE environment_id = toUUID(${environmentId})`)
