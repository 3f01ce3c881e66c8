import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import type { FinishedKey, listFinishedKeys, packFinishedViews } from './finished-views.sql.ts'

const KeyRow = z.object({ at: z.number(), id: z.string() })

/** A broadcast has one row for a moment, which never changes: the moment stands in place of a version. */
const keyOf = ({ at, id }: z.infer<typeof KeyRow>): FinishedKey => ({
  at,
  viewId: id,
  version: at,
  end: at,
})

/** Rows of input health after a place, in order. */
export const listHealthKeys: typeof listFinishedKeys = async (
  environment,
  { after, until, limit },
  signal,
) => {
  const from = new Date(after.at)
  const rows = await environment.clickhouse.rows(
    KeyRow,
    sql`
    SELECT toUnixTimestamp64Milli(time) AS at, toString(broadcast_id) AS id
    FROM live_health
    WHERE environment_id = toUUID(${environment.id})
      AND time >= ${from} AND time < ${new Date(until)}
      AND (time > ${from} OR toString(broadcast_id) > ${after.viewId})
    ORDER BY at, id LIMIT ${uint(limit)}`,
    { signal },
  )
  return rows.map(keyOf)
}

const figures = [
  'video_kbps',
  'audio_kbps',
  'frame_rate',
  'expected_frame_rate',
  'keyframe_interval_ms',
  'av_drift_ms',
  'clock_drift_ms',
  'jitter_ms',
  'longest_silence_ms',
] as const

/** What is not known is stored as -1e9. */
const known = sql.join(
  figures.map((name) => {
    const column = sql.identifier(name)
    return sql`if(${column} < -5e8, NULL, round(${column}, 2)) AS ${column}`
  }),
)

/** The rows of these places as NDJSON that the engine packs, in order; what was removed since is not there. */
export const packHealthRows: typeof packFinishedViews = (environment, keys, signal) => {
  const moments = keys.map(({ at }) => at)
  const ids = keys.map(({ viewId }) => viewId)
  const [first = 0, last = 0] = [moments[0], moments.at(-1)]
  return environment.clickhouse.packed(
    sql`
    SELECT broadcast_id, time, live_stream_id, ${known}, dropped_frames FROM live_health
    WHERE environment_id = toUUID(${environment.id})
      AND time >= ${new Date(first)} AND time <= ${new Date(last)}
      AND (toUnixTimestamp64Milli(time), toString(broadcast_id)) IN (
        SELECT toInt64(tupleElement(key, 1)), tupleElement(key, 2)
        FROM (SELECT arrayJoin(arrayZip(${uints(moments)}, ${ids})) AS key))
    ORDER BY time, toString(broadcast_id)
    SETTINGS prefer_column_name_to_alias = 1`,
    { signal },
  )
}
