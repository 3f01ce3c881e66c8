import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { HourRange } from './hour-range.ts'

const PlayedView = z.object({
  hour: z.number(),
  asset_id: z.string(),
  playback_id: z.string(),
  live_stream_id: z.string(),
  width: z.number(),
  height: z.number(),
  milliseconds: z.coerce.number(),
})
export type PlayedView = z.infer<typeof PlayedView>

/**
 * What views played of their content, by hour and size of the picture. A view is spread evenly over its time, and its content over
 * its renditions as they were played. Each part ends where the next begins, in whole milliseconds, so the parts of a view
 * add up to what it played.
 */
export const listPlayedViews = (environment: Environment, { from, until }: HourRange) =>
  environment.clickhouse.rows(
    PlayedView,
    sql`
    SELECT toUInt32(hour_number * 3600) AS hour, asset_id, playback_id, live_stream_id, piece.1 AS width,
      piece.2 AS height, sum(intDiv(toUInt128(piece.3) * (hour_ends - start_ms), end_ms - start_ms)
        - intDiv(toUInt128(piece.3) * (hour_begins - start_ms), end_ms - start_ms)) AS milliseconds
    FROM (
      SELECT ifNull(v.asset_id, '') AS asset_id, ifNull(v.playback_id, '') AS playback_id,
        ifNull(v.live_stream_id, '') AS live_stream_id, toUnixTimestamp64Milli(view_start) AS start_ms,
        greatest(toUnixTimestamp64Milli(view_end), start_ms + 1) AS end_ms,
        arrayMap(r -> (toUInt32(JSONExtractUInt(r, 'attributes', 'video_source_width')),
          toUInt32(JSONExtractUInt(r, 'attributes', 'video_source_height')),
          toUInt128(JSONExtractUInt(r, 'playing_time'))), JSONExtractArrayRaw(renditions)) AS known,
        if(arraySum(k -> k.3, known) > 0, known, [(ifNull(video_source_width, 0)::UInt32,
          ifNull(video_source_height, 0)::UInt32, toUInt128(1))]) AS shares,
        arrayCumSum(s -> s.3, shares) AS ends,
        arrayMap((s, e) -> (s.1, s.2, intDiv(content_playing_time * e, ends[-1])
          - intDiv(content_playing_time * (e - s.3), ends[-1])), shares, ends) AS pieces,
        arrayJoin(pieces) AS piece,
        arrayJoin(range(toUInt64(intDiv(start_ms, 3600000)),
          toUInt64(intDiv(end_ms - 1, 3600000)) + 1)) AS hour_number,
        greatest(start_ms, hour_number * 3600000) AS hour_begins,
        least(end_ms, (hour_number + 1) * 3600000) AS hour_ends
      FROM views AS v FINAL
      WHERE environment_id = toUUID(${environment.id}) AND view_start < ${until} AND view_end >= ${from}
        AND content_playing_time > 0
    )
    WHERE hour_number * 3600 >= toUnixTimestamp(${from}) AND hour_number * 3600 < toUnixTimestamp(${until})
    GROUP BY hour, asset_id, playback_id, live_stream_id, width, height
    HAVING milliseconds > 0`,
  )
