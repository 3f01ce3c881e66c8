import type { MonitoringMetricId } from '@playhead/metrics/monitoring.ts'

/** What real-time data measures of the same. */
export const inRealTime: Readonly<Record<string, MonitoringMetricId>> = {
  playback_failure_percentage: 'playback-failure-percentage',
  video_startup_failure_percentage: 'video-startup-failure-percentage',
  exits_before_video_start: 'exits-before-video-start',
  rebuffer_percentage: 'current-rebuffering-percentage',
  video_startup_time: 'video-startup-time',
  views: 'current-concurrent-viewers',
  weighted_average_bitrate: 'current-average-bitrate',
}

/** What finished views measure of the same. */
export const inEndedViews: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(inRealTime).map(([ended, now]) => [now, ended]),
)

/** What incidents of the metric of a chart measure: the metric, and what says the same of other data. */
export const measurementsOf = (metric: string): string[] =>
  [metric, inRealTime[metric], inEndedViews[metric]].filter((one) => one !== undefined)
