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

const decimalsOf = (value: number) =>
  [0, 1].find((decimals) => Number(value.toFixed(decimals)) === Number(value.toFixed(2))) ?? 2

/** A value in the unit that is shown, with at most two decimals. */
export const valueWithSuffix = (metric: MonitoringMetricId, value: number) =>
  `${formatNumber(value, decimalsOf(value))}${suffixes[monitoringMetrics[metric].unit] ?? ''}`

/** ALRT-022 */
export const windowText = (seconds: number) =>
  seconds === 60 ? '1 minute' : `${formatNumber(seconds / 60, 0)} minutes`

/** The name of a rule that has none. ALRT-021 */
export const ruleName = ({ metric, area, value, windowSeconds }: NamedRule) =>
  `${monitoringMetrics[metric].title} is ${area} ${valueWithSuffix(metric, value)} for ${windowText(windowSeconds)}`
