import type { MetricId } from '@playhead/metrics/metrics.ts'
import type { MonitoringMetricId } from './data/metric-values.ts'

/** The metric of ended views that says the same. */
export const ofEndedViews: Record<MonitoringMetricId, MetricId> = {
  'current-concurrent-viewers': 'views',
  'current-average-bitrate': 'weighted_average_bitrate',
  'current-rebuffering-percentage': 'rebuffer_percentage',
  'exits-before-video-start': 'exits_before_video_start',
  'playback-failure-percentage': 'playback_failure_percentage',
  'video-startup-failure-percentage': 'video_startup_failure_percentage',
}
