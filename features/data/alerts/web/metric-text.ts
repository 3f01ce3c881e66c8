import {
  abbreviateNumber,
  formatDuration,
  formatNumber,
  unknownValue,
} from '@playhead/domain/format.ts'
import { shownPerWire } from '@playhead/metrics/format.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { type MonitoringMetricId, monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import { unitOfMeasurement } from '@playhead/metrics/unit-of.ts'
import { decimalsOf, rounded } from '../rule-name.ts'

export const isMonitoringMetric = (name: string): name is MonitoringMetricId =>
  Object.hasOwn(monitoringMetrics, name)

/** What anomalies are found in. */
export const isFinishedViewsMetric = (name: string): name is keyof typeof metrics =>
  Object.hasOwn(metrics, name)

/** Behind a value in the unit that is shown. */
export const unitOf = (metric: string): string => {
  switch (unitOfMeasurement(metric)) {
    case 'percentage':
      return '%'
    case 'bits_per_second':
      return 'Mbps'
    case 'milliseconds':
      return 'ms'
    default:
      return ''
  }
}

export const titleOfMetric = (metric: string): string => {
  if (isMonitoringMetric(metric)) return monitoringMetrics[metric].title
  return isFinishedViewsMetric(metric) ? metrics[metric].title : metric
}

const withUnit = (value: number, unit: string) => {
  const text = formatNumber(value, decimalsOf(value))
  return unit ? `${text} ${unit}` : text
}

/** A value in the unit that is shown, such as `2.4 %`. */
export const metricText = (metric: string, value: number | null | undefined) => {
  if (typeof value !== 'number') return unknownValue
  const unit = unitOf(metric)
  if (unit === 'ms') return formatDuration(value)
  return withUnit(rounded(value, unit === '' ? 1 : 2), unit)
}

/** What values without a unit count. */
const countedOf: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'current-concurrent-viewers': ['viewer', 'viewers'],
  views: ['view', 'views'],
}

const wholeFrom = 10

/** A value that is read on its own, such as `2.4 %` or `0 viewers`. */
export const valueText = (metric: string, value: number | null | undefined) => {
  const counted = countedOf[metric]
  if (!counted || typeof value !== 'number') return metricText(metric, value)
  // Of a mean of many, nobody counts parts.
  const text = metricText(metric, value < wholeFrom ? value : Math.round(value))
  return `${text} ${text === '1' ? counted[0] : counted[1]}`
}

/** A value of a rule, unrounded. */
export const ruleValueText = (metric: MonitoringMetricId, value: number) =>
  withUnit(value, unitOf(metric))

/** How a chart of values in the unit that is shown writes them. */
export const chartFormatOf = (metric: string) => {
  const unit = unitOf(metric)
  const format = (value: number | null) => metricText(metric, value)
  return {
    format,
    formatTick: unit === '' ? abbreviateNumber : format,
    ...(unit === '%' && { highest: 100 }),
    ...(unit === 'ms' && { tickUnit: 1_000 }),
  }
}

/** From the unit of the API of real-time data to the one that is shown. */
export const shownOf = (metric: string, value: number | null) =>
  value === null || !isMonitoringMetric(metric)
    ? value
    : value * shownPerWire[monitoringMetrics[metric].unit]
