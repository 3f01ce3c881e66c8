import type { Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { errorText, impactErrorText } from '@playhead/question-kit/values/approximate.ts'

/** Sums of days and hours store only histograms of percentiles. ADR 0057 */
export const roughText = (
  approximate: number,
  metric: MetricId,
  { resolved }: Pick<QuestionState, 'resolved'>,
): string => {
  const { better }: Metric = metrics[metric]
  const source = resolved.isHistorical ? 'daily sums' : 'sums of hours and days'
  const impact = `, their impact within ${impactErrorText(approximate)} of the value times its share of the views`
  return `From ${source}: values are within ${errorText(approximate)}${better === 'neither' ? '' : impact}.`
}
