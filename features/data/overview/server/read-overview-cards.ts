import { askComparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { askFirstViewEnd } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { askSteps } from '@playhead/analytics/ask-timeseries.sql.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import { stepOf } from '@playhead/analytics/question/step.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { questionOf, timeframeOf } from '@playhead/features/data/question/server'
import { wireType } from '@playhead/features/data/metrics/server'
import type { overview } from '../contract.ts'

/** METR-006, without the metrics that only monitoring has. */
const shown = [
  'views',
  'unique_viewers',
  'watch_time',
  'playing_time',
  'viewer_experience_score',
  'playback_failure_percentage',
  'video_startup_failure_percentage',
  'video_startup_time',
  'rebuffer_percentage',
  'weighted_average_bitrate',
] as const satisfies readonly MetricId[]

/** TIME-005 */
const fallback = '7:days'

/** The previous range of the same length; undefined when the plan does not retain it. */
const before = (question: Question, flags: { retentionDays: number }): Question | undefined => {
  const { start, end, isHistorical } = question.timeframe
  const previous = new Date(2 * start.getTime() - end.getTime())
  const reach = end.getTime() - rawDays(flags.retentionDays) * 86_400_000
  if (isHistorical || previous.getTime() < reach) return undefined
  return { ...question, timeframe: { start: previous, end: start, isHistorical } }
}

/** TIME-008, TIME-032 */
const rawDays = (retentionDays: number) => (retentionDays > 0 ? Math.min(retentionDays, 100) : 100)

const valuesOf = async (environment: Environment, question: Question | undefined) => {
  if (!question) return { valueOf: () => null, approximate: undefined }
  const { values, approximate } = await askComparison(environment, question, shown)
  const valueOf = (id: MetricId) =>
    values.find(
      ({ metric, measurement }) => metric === id && measurement === metrics[id].defaultMeasurement,
    )?.value ?? null
  return { valueOf, approximate }
}

/** Only percentiles are. */
const isPercentile = (id: MetricId) => {
  const { measurements, defaultMeasurement }: Metric = metrics[id]
  return measurements[defaultMeasurement]?.kind === 'quantile'
}

type Steps = Awaited<ReturnType<typeof askSteps>>['points']

/** Nothing was counted in a step without views, except before the first view of the environment: that is unknown. */
const counted = (steps: Steps, id: MetricId, firstMs: number): Steps => {
  const { defaultMeasurement } = metrics[id]
  if (defaultMeasurement !== 'count' && defaultMeasurement !== 'sum') return steps
  return steps.map(([time, value, views], index) => {
    const next = steps[index + 1]
    const isBefore = next !== undefined && Date.parse(next[0]) <= firstMs
    return [time, value ?? (isBefore ? null : 0), views]
  })
}

/** METR-005 */
export const readOverviewCards: Handlers<typeof overview>['cards'] = async (context) => {
  const { environment, flags } = context
  const question = questionOf(context, { fallback })
  const step = stepOf(question.timeframe) ?? 'day'
  const previous = before(question, flags)
  const [firstView, now, previously, ...series] = await Promise.all([
    askFirstViewEnd(environment),
    valuesOf(environment, question),
    valuesOf(environment, previous),
    ...shown.map((id) => askSteps(environment, id, undefined, question, { step })),
  ])
  const firstMs = question.timeframe.isHistorical ? 0 : (firstView?.getTime() ?? 0)
  return {
    data: shown.map((id, at) => ({
      metric: id,
      name: metrics[id].title,
      type: wireType(id),
      measurement: metrics[id].defaultMeasurement,
      value: now.valueOf(id),
      previous_value: previously.valueOf(id),
      is_previous_whole: previous !== undefined && firstMs <= previous.timeframe.start.getTime(),
      approximate: isPercentile(id)
        ? (now.approximate ?? previously.approximate ?? series[at]?.approximate)
        : undefined,
      timeseries: counted(series[at]?.points ?? [], id, firstMs),
    })),
    timeframe: timeframeOf(question),
    total_row_count: shown.length,
  }
}
