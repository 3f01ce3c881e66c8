import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { HealthSecond } from './health-point.ts'

export interface HealthPlace {
  environmentId: string
  liveStreamId: string
  broadcastId: string
}

/** -1e9 stands for what is not known: the columns hold numbers only. */
const unknown = -1e9

export interface HealthRow extends HealthPlace {
  point: HealthSecond
}

const columnsOf = ({ environmentId, liveStreamId, broadcastId, point }: HealthRow) => {
  const { time, ...figures } = point
  return {
    environment_id: environmentId,
    live_stream_id: liveStreamId,
    broadcast_id: broadcastId,
    time: new Date(time).toISOString().replace('T', ' ').replace('Z', ''),
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value ?? unknown])),
  }
}

/** Of any environments. */
export const insertHealth = (clickhouse: ClickHouse, rows: readonly HealthRow[]) =>
  clickhouse.insert('live_health', rows.map(columnsOf))

const figure = z.number().transform((value) => (value <= unknown / 2 ? null : value))

const FoundRow = z.object({
  /** Epoch seconds. */
  at: z.number(),
  video_kbps: figure,
  audio_kbps: figure,
  frame_rate: figure,
  expected_frame_rate: figure,
  keyframe_interval_ms: figure,
  dropped_frames: z.coerce.number(),
  av_drift_ms: figure,
  clock_drift_ms: figure,
  jitter_ms: figure,
  longest_silence_ms: figure,
})

/** Oldest first, one for each step in which something arrived. */
export const listHealth = (
  environment: Environment,
  liveStreamId: string,
  { sinceSeconds, stepSeconds }: { sinceSeconds: number; stepSeconds: number },
) =>
  environment.clickhouse.rows(
    FoundRow,
    sql`
    SELECT toUInt32(intDiv(toUnixTimestamp(toDateTime(time)), ${uint(stepSeconds)}) * ${uint(stepSeconds)}) AS at,
      avg(video_kbps) AS video_kbps, avg(audio_kbps) AS audio_kbps, avg(frame_rate) AS frame_rate,
      max(expected_frame_rate) AS expected_frame_rate,
      max(keyframe_interval_ms) AS keyframe_interval_ms, toUInt32(sum(dropped_frames)) AS dropped_frames,
      argMax(av_drift_ms, abs(av_drift_ms)) AS av_drift_ms, max(clock_drift_ms) AS clock_drift_ms,
      avg(jitter_ms) AS jitter_ms, max(longest_silence_ms) AS longest_silence_ms
    FROM (SELECT * FROM live_health WHERE environment_id = toUUID(${environment.id})
      AND live_stream_id = toUUID(${liveStreamId}) AND time >= toDateTime(${uint(sinceSeconds)}))
    GROUP BY at ORDER BY at`,
  )
