import { useQuery } from '@tanstack/react-query'
import type { ChartPoint } from '@playhead/charts/chart-data.ts'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import type { CallAnswer } from '@playhead/web-kit/call.ts'
import { query } from '@playhead/web-kit/query.ts'

/** As `useQuestion` gives it. */
export interface QuestionQuery {
  timeframe: string[]
  filters?: string[]
  metricFilters?: string[]
}

export interface Timeseries {
  points: ChartPoint[]
  /** The range as the server understood it, in milliseconds. */
  from: number
  to: number
  stepMs: number
}

const minuteMs = 60_000

const stepLengths: Record<string, number> = {
  minute: minuteMs,
  ten_minutes: 10 * minuteMs,
  hour: 60 * minuteMs,
  day: 1_440 * minuteMs,
}

const numberOf = (value: string | number | null | undefined) =>
  typeof value === 'number' ? value : null

/** METR-018 */
const readTimeseries = ({
  data,
  timeframe,
  meta,
}: CallAnswer<typeof metricEndpoints.timeseries>): Timeseries => {
  const [start = 0, end = 0] = timeframe
  return {
    points: data.map(([time, value, volume]) => ({
      time: Date.parse(String(time)),
      value: numberOf(value),
      volume: numberOf(volume) ?? 0,
    })),
    from: start * 1_000,
    to: end * 1_000,
    stepMs: stepLengths[meta.granularity ?? ''] ?? 60 * minuteMs,
  }
}

/** METR-031 */
export const useTimeseries = (
  metric: MetricId,
  measurement: Measurement,
  question: QuestionQuery,
  { isEnabled = true } = {},
) =>
  useQuery({
    ...query(
      metricEndpoints.timeseries,
      { params: { metric }, query: { ...question, measurement } },
      { quiet: true },
    ),
    select: readTimeseries,
    enabled: isEnabled,
  })
