import { unavailableScore, unknownValue, units } from '@playhead/domain/format.ts'
import { metricViewsLabel } from '@playhead/domain/metric-format.ts'
import { formatMetricDifference, formatMetricValue } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metricAliases, type MetricId } from '@playhead/metrics/metrics.ts'

export const measurementNames: Record<Measurement, string> = {
  avg: 'Average',
  median: 'Median',
  '95th': '95th',
  count: 'Count',
  sum: 'Sum',
}

/** The format rules know some metrics by their older names. */
const namesOf = (id: MetricId) => [
  id,
  ...Object.entries(metricAliases).flatMap(([alias, target]) => (target === id ? [alias] : [])),
]

const usualViewsLabel = metricViewsLabel('views')

/** KIT-046 */
export const viewsLabelOf = (id: MetricId) =>
  namesOf(id)
    .map(metricViewsLabel)
    .find((label) => label !== usualViewsLabel) ?? usualViewsLabel

/** Of a metric that counts failures the views with an error are what one wants to see. */
export const isCountingErrors = (id: MetricId) => viewsLabelOf(id) !== usualViewsLabel

export interface ValueParts {
  figure: string
  /** As it stands beside the figure, smaller. */
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
  /** Better, worse, or without a direction. */
  tone: 'good' | 'bad' | 'neutral'
}

export const changeOf = (
  now: number | null | undefined,
  before: number | null | undefined,
  metric: Metric,
  measurement: Measurement,
): Change | undefined => {
  if (typeof now !== 'number' || typeof before !== 'number') return undefined
  const text = formatMetricDifference(now - before, metric, measurement)
  if (!/^[+−]/.test(text)) return { text: 'No change', tone: 'neutral' }
  if (metric.better === 'neither') return { text, tone: 'neutral' }
  return { text, tone: now > before === (metric.better === 'higher') ? 'good' : 'bad' }
}
