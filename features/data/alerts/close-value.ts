import { type MonitoringMetricId, monitoringMetrics } from '@playhead/metrics/monitoring.ts'

const closeDistance = 0.1

/** Computed values carry errors behind these digits. */
const exactDigits = 12

interface OpeningValue {
  metric: MonitoringMetricId
  area: 'above' | 'below'
  /** In the unit that is shown. */
  value: number
}

/** Where an incident closes unless the rule sets another value: a tenth away, and never where no percentage gets. */
export const usualCloseValue = ({ metric, area, value }: OpeningValue) => {
  const away = value * (area === 'above' ? 1 - closeDistance : 1 + closeDistance)
  const most = monitoringMetrics[metric].unit === 'percentage' ? 100 : Number.POSITIVE_INFINITY
  return Math.min(Number(away.toPrecision(exactDigits)), most)
}
