import { unavailableScore, unknownValue, units } from '@playhead/domain/format.ts'
import { formatMetricDifference, formatMetricValue } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'

export const measurementNames: Record<Measurement, string> = {
  avg: 'Average',
  median: 'Median',
  '95th': '95th',
  count: 'Count',
  sum: 'Sum',
}

const errorViewMetrics: ReadonlySet<MetricId> = new Set<MetricId>([
  'playback_success_score',
  'playback_failure_percentage',
  'video_startup_failure_percentage',
])

/** KIT-046 */
export const viewsLabelOf = (id: MetricId) =>
  errorViewMetrics.has(id) ? 'Error Views' : 'Video Views'

/** For a metric that counts failures, users want to see the views with an error. */
export const isCountingErrors = (id: MetricId) => errorViewMetrics.has(id)

interface ValueParts {
  figure: string
  /** Shown next to the figure, smaller. */
  unit: string
}

export const valueParts = (
  value: number | null | undefined,
  metric: Metric,
  measurement: Measurement,
): ValueParts => {
  const text = formatMetricValue(value, metric, measurement)
  if (text === unknownValue || text === unavailableScore) return { figure: text, unit: '' }
  if (metric.unit === 'score') return { figure: text, unit: units.score }
  const [, figure = text, unit = ''] = /^(\S*\d)\s?(\D*)$/.exec(text) ?? []
  return { figure, unit }
}

export interface Change {
  text: string
  /** Better, worse, or neither. */
  tone: 'good' | 'bad' | 'neutral'
}

export const changeOf = (
  now: number | null | undefined,
  before: number | null | undefined,
  metric: Metric,
  measurement: Measurement,
): Change | undefined => {
  if (typeof now !== 'number' || typeof before !== 'number') return undefined
  const text = formatMetricDifference(now - before, metric, measurement, { beside: now })
  if (!/^[+−]/.test(text)) return { text: 'No change', tone: 'neutral' }
  if (metric.better === 'neither') return { text, tone: 'neutral' }
  return { text, tone: now > before === (metric.better === 'higher') ? 'good' : 'bad' }
}
