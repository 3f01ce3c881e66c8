import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChartLevel, ChartSeries } from '@playhead/charts/chart-data.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { metricQuestions } from '@playhead/question-contract/metric-questions.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import type { Range } from '../timeframe/timeframe.ts'
import { chartFormatOf } from './chart-format.ts'
import { previousLabel, usePreviousQuery } from './previous-question.ts'
import { type Preview, filtersOfPreview } from './use-preview.ts'
import { type QuestionQuery, type Timeseries, useTimeseries } from './use-timeseries.ts'

interface MetricLinesInput {
  metric: MetricId
  measurement: Measurement
  question: QuestionQuery
  range: Range
  showsPrevious: boolean
  /** Compared with the range instead of the previous one. */
  comparison?: LineComparison | undefined
  showsAverage: boolean
  /** A value whose line is added while it is looked at. */
  preview?: Preview | undefined
}

export interface LineComparison {
  /** How far the compared range is before that of the response. */
  lagMs: number
  label: string
}

export const earlierTimeframe = ({ startMs, endMs }: Range, lagMs: number) =>
  [startMs, endMs].map((ms) => String(Math.floor((ms - lagMs) / 1_000)))

/** METR-025: the length of the average in days. */
export const averageDays = 90

/** METR-025 */
const useAverage = (metric: MetricId, measurement: Measurement, isEnabled: boolean) =>
  useQuery({
    ...query(
      metricQuestions.overall,
      { params: { metric }, query: { timeframe: [`${averageDays}:days`], measurement } },
      { quiet: true },
    ),
    enabled: isEnabled,
  })

/** Moves the earlier points to the times of the range, step by step; otherwise they would be outside the chart. */
const besides = ({ points }: Timeseries, previous: Timeseries) =>
  points.flatMap(({ time }, index) => {
    const point = previous.points[index]
    return point ? [{ ...point, time }] : []
  })

interface Given extends Pick<MetricLinesInput, 'metric' | 'measurement'> {
  timeseries: Timeseries
  previous: Timeseries | undefined
  previousName: string
  average: number | null | undefined
  previewed: { label: string; timeseries: Timeseries } | undefined
}

const picture = (given: Given) => {
  const { metric, measurement, timeseries, previous, average, previewed } = given
  const series: ChartSeries[] = [
    { id: metric, label: metrics[metric].title, tone: 1, points: timeseries.points },
  ]
  if (previous)
    series.push({
      id: 'previous',
      label: given.previousName,
      tone: 'compare',
      points: besides(timeseries, previous),
    })
  if (previewed)
    series.push({
      id: 'preview',
      label: previewed.label,
      tone: 2,
      points: besides(timeseries, previewed.timeseries),
    })
  const levels: ChartLevel[] =
    typeof average === 'number'
      ? [{ id: 'average', label: '90-day customer average', value: average }]
      : []
  const max = Math.max(0, ...series.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  const { from, to, stepMs } = timeseries
  const hasValues = timeseries.points.some(({ value }) => value !== null)
  const isApproximate = [timeseries, previous, previewed?.timeseries].some(
    (one) => one?.isApproximate,
  )
  const format = chartFormatOf(metric, measurement, max, { isApproximate })
  return { series, levels, from, to, stepMs, hasValues, ...format }
}

/** The lines of a metric. While another question is loading, the previous lines stay. */
export const useMetricLines = (input: MetricLinesInput) => {
  const { metric, measurement, question, range, showsPrevious, comparison, showsAverage } = input
  const { preview } = input
  const current = useTimeseries(metric, measurement, question)
  const answered = current.data && { startMs: current.data.from, endMs: current.data.to }
  const rightBefore = usePreviousQuery(question, range, answered)
  const earlier = comparison
    ? { ...question, timeframe: earlierTimeframe(answered ?? range, comparison.lagMs) }
    : rightBefore
  const before = useTimeseries(metric, measurement, earlier, {
    isEnabled: showsPrevious && (answered !== undefined || !comparison),
  })
  const average = useAverage(metric, measurement, showsAverage)
  const narrowed = useMemo(
    () =>
      preview
        ? { ...question, filters: filtersOfPreview(question.filters ?? [], preview) }
        : question,
    [question, preview],
  )
  const ofPreview = useTimeseries(metric, measurement, narrowed, {
    isEnabled: preview !== undefined,
  }).data

  // All lines of a chart appear together, unless a request fails.
  const isWaiting = [before, average].some(
    ({ isFetching, isPending, failureCount }) => isFetching && isPending && failureCount === 0,
  )
  const previousName = comparison?.label ?? previousLabel(range)
  const timeseries = current.data
  const previous = showsPrevious ? before.data : undefined
  const previewLabel = preview?.label
  const level = showsAverage ? average.data?.data.value : undefined
  const fresh = useMemo(
    () =>
      timeseries && !isWaiting
        ? picture({
            metric,
            measurement,
            timeseries,
            previous,
            previousName,
            average: level,
            previewed:
              ofPreview && previewLabel !== undefined
                ? { label: previewLabel, timeseries: ofPreview }
                : undefined,
          })
        : undefined,
    [
      metric,
      measurement,
      previousName,
      timeseries,
      previous,
      level,
      isWaiting,
      ofPreview,
      previewLabel,
    ],
  )
  const environmentId = useEnvironment()?.id
  const [kept, setKept] = useState({ fresh, environmentId })
  if (fresh && fresh !== kept.fresh) setKept({ fresh, environmentId })
  // Lines of another environment would be wrong even as a placeholder.
  const old = kept.environmentId === environmentId ? kept.fresh : undefined

  return {
    lines: current.isError && !timeseries ? undefined : (fresh ?? old),
    isStale: fresh === undefined,
    error: timeseries ? null : current.error,
    isRetrying: current.isFetching,
    retry: () => void current.refetch(),
  }
}

export type MetricLines = NonNullable<ReturnType<typeof useMetricLines>['lines']>
