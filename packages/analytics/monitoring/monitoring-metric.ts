import { type MonitoringMetricId, monitoringMetrics } from '@playhead/metrics/monitoring.ts'

/** Metrics that are one number for a step; the startup time is a histogram. MONI-003 */
export type RatioMonitoringMetricId = Exclude<MonitoringMetricId, 'video-startup-time'>

const badDirections = { lower: 1, higher: -1, neither: 0 } as const

export interface Measured {
  viewers: number
  starting_up: number
  over: number
  under: number
}

/** Concurrent viewers are counted, per step; everything else is a ratio, and of nothing it is unknown. */
export const metricValue = (
  metric: RatioMonitoringMetricId,
  { viewers, over, under }: Measured,
  steps: number,
): number | null => {
  if (metric === 'current-concurrent-viewers') return viewers / steps
  return under > 0 ? over / under : null
}

/**
 * How much worse a value makes the whole: its metric against the metric of everything else, in the bad direction, by its
 * share of what the metric is relative to.
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
