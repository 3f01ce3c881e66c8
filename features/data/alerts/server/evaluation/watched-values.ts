import {
  attemptsIn,
  measuredIn,
  viewersIn,
} from '@playhead/analytics/monitoring/monitoring-measure.sql.ts'
import type { RatioMonitoringMetricId } from '@playhead/analytics/monitoring/monitoring-metric.ts'

/** Sums over steps; they add up. */
export interface WatchedSums {
  over: number
  under: number
  viewers: number
  attempts: number
}

export const noneWatched = (): WatchedSums => ({ over: 0, under: 0, viewers: 0, attempts: 0 })

export const sumsOf = (metric: RatioMonitoringMetricId, all: readonly number[]): WatchedSums => {
  const { over, under } = measuredIn(metric, all)
  return { over, under, viewers: viewersIn(all), attempts: attemptsIn(all) }
}

export const addTo = (sum: WatchedSums, { over, under, viewers, attempts }: WatchedSums) => {
  sum.over += over
  sum.under += under
  sum.viewers += viewers
  sum.attempts += attempts
}

const isOfAttempts = (metric: RatioMonitoringMetricId) =>
  metric === 'video-startup-failure-percentage' || metric === 'exits-before-video-start'

/** The ratio of the sums of known steps; concurrent viewers are their mean. */
export const valueOf = (
  metric: RatioMonitoringMetricId,
  { over, under, viewers }: WatchedSums,
  knownSteps: number,
): number | null => {
  if (knownSteps === 0) return null
  if (metric === 'current-concurrent-viewers') return viewers / knownSteps
  return under > 0 ? over / under : null
}

/**
 * What the minimum of a rule is compared with. A rule about the number of viewers has none: it would never see them
 * all leave.
 */
export const audienceOf = (
  metric: RatioMonitoringMetricId,
  { viewers, attempts }: WatchedSums,
  knownSteps: number,
): number => {
  if (metric === 'current-concurrent-viewers') return Number.POSITIVE_INFINITY
  if (isOfAttempts(metric)) return attempts
  return knownSteps === 0 ? 0 : viewers / knownSteps
}

const countsViews = new Set<RatioMonitoringMetricId>([
  'playback-failure-percentage',
  'video-startup-failure-percentage',
  'exits-before-video-start',
])

/** Failed views beyond what the threshold allows; undefined for metrics that do not count views. */
export const affectedBeyond = (
  { metric, area, threshold }: { metric: RatioMonitoringMetricId; area: string; threshold: number },
  { over, under }: WatchedSums,
): number | undefined =>
  countsViews.has(metric) && area === 'above' ? Math.max(0, over - threshold * under) : undefined
