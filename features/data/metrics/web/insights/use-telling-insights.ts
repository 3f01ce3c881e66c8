import { useMemo } from 'react'
import { metrics } from '@playhead/metrics/metrics.ts'
import { isWaitedFor, useWaitsLong } from '@playhead/question-kit/question/first-answer.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { type Insight, tellingInsights } from './telling-insights.ts'
import { type MeasuredMetric, useOverall } from '../use-metric-data.ts'
import { useFirstInsights, useInsights } from './use-insights.ts'

/** Undefined where a sample has nothing to tell: all views may have. */
const useFirst = (
  asked: MeasuredMetric,
  query: QuestionState['query'],
  isWaiting: boolean,
): { rows: Insight[]; sampleOf: number } | undefined => {
  const waitsLong = useWaitsLong(JSON.stringify([asked, query]), isWaiting)
  const first = useFirstInsights(asked, query, waitsLong && isWaiting)
  const { metric, measurement } = asked
  const found = first.data?.data
  const rows = useMemo(
    () =>
      found && tellingInsights(found.insights, found, metrics[metric], measurement, found.sampleOf),
    [found, metric, measurement],
  )
  return isWaiting && found && rows && rows.length > 0
    ? { rows, sampleOf: found.sampleOf }
    : undefined
}

/**
 * The insights worth reading: while the exact ones take long, those of a sample. The page asks for the value of all views
 * anyway.
 */
export const useTellingInsights = (
  asked: MeasuredMetric,
  { query }: QuestionState,
  isEnabled: boolean,
) => {
  const insights = useInsights(asked, query, isEnabled)
  const overall = useOverall(asked, query, isEnabled)
  const first = useFirst(asked, query, isWaitedFor(insights) || isWaitedFor(overall))
  const { metric, measurement } = asked
  const found = insights.data?.data
  // The value of another question would judge these by mistake.
  const whole = overall.isPlaceholderData ? undefined : overall.data?.data
  const rows = useMemo(
    () => found && tellingInsights(found, whole, metrics[metric], measurement),
    [found, whole, metric, measurement],
  )
  const exact = overall.isLoading ? undefined : rows
  return {
    insights,
    rows: first?.rows ?? exact,
    /** A first answer is from one view in so many. */
    sampleOf: first?.sampleOf,
    approximate: first === undefined ? insights.data?.meta.approximate : undefined,
    isStale: first === undefined && insights.isPlaceholderData,
  }
}
