import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { runInQueue } from '../cache/query-cache.ts'
import {
  dimensionValue,
  type MonitoringFilter,
  samplesOf,
} from '../monitoring/monitoring-dimension.sql.ts'
import { measured } from '../monitoring/monitoring-measure.sql.ts'
import type { RatioMonitoringMetricId } from '../monitoring/monitoring-metric.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import type { StepRange } from '../monitoring/steps.ts'

const Row = z.object({
  /** Empty for all samples together. */
  dimension: z.string(),
  value: z.string().nullable(),
  viewers: z.number(),
  over: z.number(),
  /** Views that the metric counts. */
  affected: z.number(),
})
export type SharedValueRow = z.infer<typeof Row>

/** Whether a metric counts a sample of a view. */
const isCounted: Partial<Record<RatioMonitoringMetricId, SqlFragment>> = {
  'current-rebuffering-percentage': sql`rebuffer_ms > 0`,
  'playback-failure-percentage': sql`failed`,
  'video-startup-failure-percentage': sql`startup_failed`,
  'exits-before-video-start': sql`exited_before_start`,
}

interface Asked {
  metric: RatioMonitoringMetricId
  range: StepRange
  filters: readonly MonitoringFilter[]
  dimensions: readonly MonitoringDimensionId[]
}

/** How often the metric counts in each value of some dimensions, and in all samples. */
export const askSharedValues = (
  environment: Watched,
  { metric, range, filters, dimensions }: Asked,
  signal?: AbortSignal,
): Promise<SharedValueRow[]> => {
  const pair = (name: string, value: typeof sql.empty) =>
    sql`tuple(${name}, CAST(${value} AS Nullable(String)))`
  const pairs = [pair('', sql`NULL`), ...dimensions.map((one) => pair(one, dimensionValue(one)))]
  const statement = sql`
    SELECT tupleElement(pair, 1) AS dimension, tupleElement(pair, 2) AS value, ${measured(metric)},
      uniqExactIf(view_id, ${isCounted[metric] ?? sql`is_watching`}) AS affected
    FROM (SELECT *, arrayJoin([${sql.join(pairs)}]) AS pair ${samplesOf(environment, range, filters)})
    GROUP BY dimension, value
    HAVING over > 0`
  return runInQueue(environment, signal, () =>
    environment.clickhouse.rows(Row, statement, { maximumSeconds: 5, ...(signal && { signal }) }),
  )
}
