import { ofEndedViews } from '@playhead/features/data/monitoring/web'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { isFinishedViewsMetric, isMonitoringMetric } from '../metric-text.ts'

/** The metric of finished views that explains an incident; undefined where views cannot. */
export const explainedMetric = (measurement: string): MetricId | undefined => {
  // A number of views has no causes among views.
  if (isFinishedViewsMetric(measurement)) return measurement === 'views' ? undefined : measurement
  if (!isMonitoringMetric(measurement) || measurement === 'video-startup-time') return undefined
  return measurement === 'current-concurrent-viewers' ? undefined : ofEndedViews[measurement]
}
