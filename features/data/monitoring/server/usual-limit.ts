import type { RatioMonitoringMetricId } from '@playhead/analytics/monitoring/monitoring-metric.ts'
import { monitoringLimits } from '../contract.ts'

/** The rows of a breakdown without a limit. MONI-025 */
export const usualLimit = (metric: RatioMonitoringMetricId) =>
  metric === 'current-concurrent-viewers'
    ? monitoringLimits.concurrentViewers
    : monitoringLimits.breakdown.default
