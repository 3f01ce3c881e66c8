import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { measured } from './monitoring-measure.sql.ts'
import { type Measured, metricValue, type RatioMonitoringMetricId } from './monitoring-metric.ts'
import { samplesOf } from './monitoring-dimension.sql.ts'
import type { MonitoringQuestion, Watched } from './monitoring-question.ts'
import { stepsOf } from './steps.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

const StepRow = z.object({
  step: z.number(),
  viewers: z.number(),
  starting_up: z.number(),
  over: z.number(),
  under: z.number(),
})

interface MonitoringPoint {
  /** Epoch seconds. */
  step: number
  value: number | null
  viewers: number
}

const nobody: Measured = { viewers: 0, starting_up: 0, over: 0, under: 0 }

/** One point per step: without viewers their number is zero, and all other metrics have no value. */
export const askMonitoringTimeseries = async (
  environment: Watched,
  metric: RatioMonitoringMetricId,
  { range, filters, signal }: MonitoringQuestion,
): Promise<MonitoringPoint[]> => {
  const rows = await cachedRowsFrom(
    'samples',
    environment,
    StepRow,
    sql`
    SELECT toUnixTimestamp(sampled_at) AS step, ${measured(metric)}
    ${samplesOf(environment, range, filters)}
    GROUP BY sampled_at`,
    signal,
  )
  const byStep = new Map(rows.map((row) => [row.step, row]))
  return stepsOf(range).map((step) => {
    const row = byStep.get(step) ?? nobody
    return { step, value: metricValue(metric, row, 1), viewers: row.viewers }
  })
}
