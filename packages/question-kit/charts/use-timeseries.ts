import { useQuery } from '@tanstack/react-query'
import type { ChartPoint } from '@playhead/charts/chart-data.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { metricQuestions } from '@playhead/question-contract/metric-questions.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { isBeforeFirstView } from './first-view.ts'
import { withPartialSteps } from './partial-steps.ts'

/** As returned by `useQuestion`. */
export interface QuestionQuery {
  timeframe: string[]
  filters?: string[]
  metricFilters?: string[]
}

export interface Timeseries {
  points: ChartPoint[]
  /** The range that the server used, in milliseconds. */
  from: number
  to: number
  stepMs: number
  /** Whether the environment had views from the beginning of the range on. */
  isWhole: boolean
  /** The values are percentiles from sums. */
  isApproximate: boolean
}

const minuteMs = 60_000

const stepLengths: Record<string, number> = {
  minute: minuteMs,
  ten_minutes: 10 * minuteMs,
  hour: 60 * minuteMs,
  day: 1_440 * minuteMs,
}

type Answer = CallResponse<typeof metricQuestions.timeseries>

const numberOf = (value: string | number | null | undefined) =>
  typeof value === 'number' ? value : null

/** Without views, sums and counts are zero; everything else is unknown. */
export const emptyValueOf = (measurement: Measurement): 0 | null =>
  measurement === 'count' || measurement === 'sum' ? 0 : null

/** METR-018 */
const readTimeseries = ({ data, timeframe, meta }: Answer, emptyValue: 0 | null): Timeseries => {
  const [start = 0, end = 0] = timeframe
  const firstMs = meta.firstViewAt ? meta.firstViewAt * 1_000 : 0
  const span = {
    from: start * 1_000,
    to: end * 1_000,
    stepMs: stepLengths[meta.granularity ?? ''] ?? 60 * minuteMs,
  }
  const isEmpty = data.every(([, , volume]) => !volume)
  const points = data.map(([text, value, volume]) => {
    const time = Date.parse(String(text))
    const isBefore = isBeforeFirstView(time, span.stepMs, meta)
    return {
      time,
      value: numberOf(value) ?? (isEmpty || isBefore ? null : emptyValue),
      volume: numberOf(volume) ?? 0,
    }
  })
  const isWhole = firstMs <= span.from + span.stepMs
  const isApproximate = meta.approximate !== undefined
  return { points: withPartialSteps(points, span), isWhole, isApproximate, ...span }
}

// Constant functions, so that a response is converted only once.
const readCounts = (answer: Answer) => readTimeseries(answer, 0)
const readValues = (answer: Answer) => readTimeseries(answer, null)

/** METR-031 */
export const useTimeseries = (
  metric: MetricId,
  measurement: Measurement,
  question: QuestionQuery,
  { isEnabled = true } = {},
) =>
  useQuery({
    ...query(
      metricQuestions.timeseries,
      { params: { metric }, query: { ...question, measurement } },
      { quiet: true },
    ),
    select: emptyValueOf(measurement) === 0 ? readCounts : readValues,
    enabled: isEnabled,
  })
