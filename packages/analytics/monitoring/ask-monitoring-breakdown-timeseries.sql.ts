import { z } from 'zod'
import { groupBy } from '@playhead/domain/group-by.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { askMonitoringBreakdown, type MonitoringBreakdown } from './ask-monitoring-breakdown.sql.ts'
import { dimensionValue, samplesOf } from './monitoring-dimension.sql.ts'
import { measured } from './monitoring-measure.sql.ts'
import { metricValue, type RatioMonitoringMetricId } from './monitoring-metric.ts'
import type { MonitoringQuestion, Watched } from './monitoring-question.ts'
import { stepsOf } from './steps.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

const StepRow = z.object({
  step: z.number(),
  value: z.string().nullable(),
  viewers: z.number(),
  starting_up: z.number(),
  over: z.number(),
  under: z.number(),
})

interface MonitoringStep {
  /** Epoch seconds. */
  step: number
  values: {
    value: string | null
    metricValue: number | null
    viewers: number
    startingUp: number
  }[]
}

/** The top values of the whole range, step by step, in their order over the range. */
export const askMonitoringBreakdownTimeseries = async (
  environment: Watched,
  metric: RatioMonitoringMetricId,
  breakdown: MonitoringBreakdown,
  question: MonitoringQuestion,
): Promise<{ steps: MonitoringStep[]; total: number }> => {
  const { rows: chosen, total } = await askMonitoringBreakdown(
    environment,
    metric,
    breakdown,
    question,
  )
  const known = chosen.flatMap(({ value }) => (value === null ? [] : [value]))
  const isUnknownChosen = known.length < chosen.length
  const rows = await cachedRowsFrom(
    'samples',
    environment,
    StepRow,
    sql`
    SELECT toUnixTimestamp(sampled_at) AS step, ${dimensionValue(breakdown.dimension)} AS value,
      ${measured(metric)}
    ${samplesOf(environment, question.range, question.filters)}
      AND if(isNull(${dimensionValue(breakdown.dimension)}), ${isUnknownChosen},
        has(${known}, assumeNotNull(${dimensionValue(breakdown.dimension)})))
    GROUP BY sampled_at, value`,
    question.signal,
  )
  const byStep = groupBy(rows, ({ step }) => step)
  const steps = stepsOf(question.range).map((step) => {
    const ofStep = new Map(byStep.get(step)?.map((row) => [row.value, row]))
    return {
      step,
      values: chosen.flatMap(({ value }) => {
        const row = ofStep.get(value)
        if (!row) return []
        return [
          {
            value,
            metricValue: metricValue(metric, row, 1),
            viewers: row.viewers,
            startingUp: row.starting_up,
          },
        ]
      }),
    }
  })
  return { steps, total }
}
