import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { HourRange } from './hour-range.ts'

const SeenRow = z.object({
  hour: z.number(),
  asset_id: z.string(),
  playback_id: z.string(),
  live_stream_id: z.string(),
  title: z.string(),
  creator_id: z.string(),
  views: z.coerce.number(),
})
export type SeenRow = z.infer<typeof SeenRow>

/** Distinct views by the hour in which they began, and by what the pages reported. */
export const listSeenViews = (
  environment: Environment,
  { from, until }: HourRange,
  { byTitle = false }: { byTitle?: boolean } = {},
) =>
  environment.clickhouse.rows(
    SeenRow,
    sql`
    SELECT toUnixTimestamp(toStartOfHour(view_start)) AS hour, ifNull(asset_id, '') AS asset_id,
      ifNull(playback_id, '') AS playback_id, ifNull(live_stream_id, '') AS live_stream_id,
      ${byTitle ? sql`ifNull(video_title, '')` : sql`''`} AS title,
      ${byTitle ? sql`ifNull(video_creator_id, '')` : sql`''`} AS creator_id,
      uniqExact(view_id) AS views
    FROM views FINAL
    WHERE environment_id = toUUID(${environment.id}) AND view_start >= ${from}
      AND view_start < ${until} AND view_end >= ${from}
    GROUP BY hour, asset_id, playback_id, live_stream_id, title, creator_id`,
  )

const FirstRow = z.object({ first: z.number().nullable() })

export const findFirstView = async (environment: Environment) => {
  const [row] = await environment.clickhouse.rows(
    FirstRow,
    sql`
    SELECT toUnixTimestamp(minOrNull(view_start)) AS first FROM views
    WHERE environment_id = toUUID(${environment.id})`,
  )
  return row?.first == null ? undefined : new Date(row.first * 1000)
}
