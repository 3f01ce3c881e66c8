import {
  type MonitoringMetricId,
  monitoringMetricIds,
  monitoringMetrics,
} from '@playhead/metrics/monitoring.ts'

/** Metrics with one number per step; the startup time has a histogram instead. MONI-003 */
export type RatioMonitoringMetricId = Exclude<MonitoringMetricId, 'video-startup-time'>

export const ratioMetricIds = monitoringMetricIds.filter(
  (id): id is RatioMonitoringMetricId => !monitoringMetrics[id].isHistogram,
)

const badDirections = { lower: 1, higher: -1, neither: 0 } as const

export interface Measured {
  viewers: number
  starting_up: number
  over: number
  under: number
}

/** Concurrent viewers are a count per step; every other metric is a ratio, unknown when its denominator is zero. */
export const metricValue = (
  metric: RatioMonitoringMetricId,
  { viewers, over, under }: Measured,
  steps: number,
): number | null => {
  if (metric === 'current-concurrent-viewers') return viewers / steps
  return under > 0 ? over / under : null
}

/**
 * How much a value worsens the whole: the difference between its metric and that of everything else, in the bad
 * direction, times its share of what the metric is relative to.
 */
export const negativeImpact = (
  metric: RatioMonitoringMetricId,
  part: Measured,
  whole: Pick<Measured, 'over' | 'under'>,
): number => {
  const direction = badDirections[monitoringMetrics[metric].better]
  const otherUnder = whole.under - part.under
  if (direction === 0 || part.under <= 0 || otherUnder <= 0) return 0
  const difference = part.over / part.under - (whole.over - part.over) / otherUnder
  return direction * difference * (part.under / whole.under)
}
