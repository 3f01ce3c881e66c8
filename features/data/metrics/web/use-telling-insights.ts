import { useMemo } from 'react'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { tellingInsights } from './telling-insights.ts'
import { type MeasuredMetric, useInsights, useOverall } from './use-metric-data.ts'

/** The insights worth reading; `asked` fails and loads for both. The page asks for the value of all views anyway. */
export const useTellingInsights = (
  asked: MeasuredMetric,
  { query }: QuestionState,
  isEnabled: boolean,
) => {
  const insights = useInsights(asked, query, isEnabled)
  const overall = useOverall(asked, query, isEnabled)
  const { metric, measurement } = asked
  const found = insights.data?.data
  // The value of another question would judge these by mistake.
  const whole = overall.isPlaceholderData ? undefined : overall.data?.data
  const rows = useMemo(
    () => found && tellingInsights(found, whole, metrics[metric], measurement),
    [found, whole, metric, measurement],
  )
  return { insights, rows: overall.isLoading ? undefined : rows }
}
