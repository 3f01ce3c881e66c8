import { formatNumber } from '@playhead/domain/format.ts'
import type { MetricUnit } from '@playhead/metrics/metric.ts'
import { type MonitoringMetricId, monitoringMetrics } from '@playhead/metrics/monitoring.ts'

interface NamedRule {
  metric: MonitoringMetricId
  area: 'above' | 'below'
  /** In the unit that is shown. */
  value: number
  windowSeconds: number
}

const suffixes: Partial<Record<MetricUnit, string>> = {
  percentage: '%',
  bits_per_second: ' Mbps',
  milliseconds: ' ms',
}

const decimalsMax = 12

/** As many as the value has. */
export const decimalsOf = (value: number) => {
  let decimals = 0
  while (decimals < decimalsMax && Number(value.toFixed(decimals)) !== value) decimals += 1
  return decimals
}

const smallestDecimals = 6

/** A small value keeps two digits: half of a threshold must not look like the threshold. */
export const rounded = (value: number, decimals: number) => {
  const toTwoDigits = value === 0 ? 0 : 1 - Math.floor(Math.log10(Math.abs(value)))
  return Number(value.toFixed(Math.min(Math.max(decimals, toTwoDigits), smallestDecimals)))
}

/** A value in the unit that is shown. */
export const valueWithSuffix = (metric: MonitoringMetricId, value: number) => {
  const shown = rounded(value, 2)
  const suffix = suffixes[monitoringMetrics[metric].unit] ?? ''
  return `${formatNumber(shown, decimalsOf(shown))}${suffix}`
}

/** ALRT-022 */
export const windowText = (seconds: number) =>
  seconds === 60 ? '1 minute' : `${formatNumber(seconds / 60, 0)} minutes`

/** The name of a rule that has none. ALRT-021 */
export const ruleName = ({ metric, area, value, windowSeconds }: NamedRule) =>
  `${monitoringMetrics[metric].title} is ${area} ${valueWithSuffix(metric, value)} for ${windowText(windowSeconds)}`
