import { abbreviateNumber, formatNumber } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Durations are in seconds below 180 s, and in hours from one hour on. */
const durationUnit = (max: number) => {
  if (max < 180 * secondMs) return secondMs
  return max < hourMs ? minuteMs : hourMs
}

const tickUnitOf = ({ unit, group }: Metric, measurement: Measurement, max: number) => {
  if (unit === 'per_minute') return 1 / minuteMs
  if (unit === 'percentage') return 0.01
  if (unit === 'bits_per_second') return 1e6
  if (unit !== 'milliseconds') return 1
  if (group !== 'engagement') return durationUnit(max)
  return measurement === 'avg' || measurement === 'median' ? minuteMs : hourMs
}

export const formatViews = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'view' : 'views'}`

/** How a chart of a metric formats its values and divides its axis. */
export const chartFormatOf = (
  id: MetricId,
  measurement: Measurement,
  max: number,
  { isApproximate = false } = {},
) => {
  const metric: Metric = metrics[id]
  const formatExact = (value: number | null) => formatMetricValue(value, metric, measurement)
  const format = (value: number | null) =>
    isApproximate && value !== null ? `≈ ${formatExact(value)}` : formatExact(value)
  return {
    format,
    formatTick: metric.unit === 'number' ? abbreviateNumber : formatExact,
    tickUnit: tickUnitOf(metric, measurement, max),
    isCount: metric.unit === 'number' && measurement === 'count',
    ...((metric.unit === 'score' || metric.unit === 'percentage') && { highest: 1 }),
    // Scores differ little and are far from zero; for everything else the absolute size matters.
    baseline: metric.unit === 'score' ? ('data' as const) : ('zero' as const),
  }
}
