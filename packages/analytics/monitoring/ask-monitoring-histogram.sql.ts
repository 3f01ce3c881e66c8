import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { startupTimeBuckets } from '@playhead/metrics/monitoring.ts'
import { emptyMinute, type HistogramMinute, minuteOf } from './histogram-minute.ts'
import { samplesOf } from './monitoring-dimension.sql.ts'
import type { MonitoringQuestion, Watched } from './monitoring-question.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

const MinuteRow = z.object({
  minute: z.number(),
  counts: z.array(z.number()),
  average: z.number(),
  median: z.number(),
  p95: z.number(),
})

const countsByBucket = sql.join(
  startupTimeBuckets.map(({ start, end }) =>
    end === null
      ? sql`countIf(video_startup_time >= ${uint(start)})`
      : sql`countIf(video_startup_time >= ${uint(start)} AND video_startup_time < ${uint(end)})`,
  ),
)

/** The startup times of every minute that overlaps the range. */
export const askMonitoringHistogram = async (
  environment: Watched,
  { range, filters, signal }: MonitoringQuestion,
): Promise<HistogramMinute[]> => {
  const rows = await cachedRowsFrom(
    'samples',
    environment,
    MinuteRow,
    sql`
    SELECT toUnixTimestamp(toStartOfMinute(sampled_at)) AS minute, [${countsByBucket}] AS counts,
      avg(video_startup_time) AS average,
      quantileExactInclusive(0.5)(video_startup_time) AS median,
      quantileExactInclusive(0.95)(video_startup_time) AS p95
    ${samplesOf(environment, range, filters)} AND video_startup_time IS NOT NULL
    GROUP BY minute`,
    signal,
  )
  const byMinute = new Map(rows.map((row) => [row.minute, row]))
  const first = minuteOf(range.first)
  const minutes = Array.from(
    { length: Math.floor((range.last - first) / 60) + 1 },
    (_, at) => first + at * 60,
  )
  return minutes.map((minute) => byMinute.get(minute) ?? emptyMinute(minute))
}
