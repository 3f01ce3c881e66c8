import { adMetrics } from './definitions/ads.ts'
import { engagementMetrics } from './definitions/engagement.ts'
import { qualityMetrics } from './definitions/quality.ts'
import { requestMetrics } from './definitions/requests.ts'
import { smoothnessMetrics } from './definitions/smoothness.ts'
import { startupMetrics } from './definitions/startup.ts'
import { overallMetrics, successMetrics } from './definitions/success.ts'
import type { Metric } from './metric.ts'

/** METR-015: all metrics; SQL, responses, labels and documents are derived from them. */
export const metrics = {
  ...engagementMetrics,
  ...overallMetrics,
  ...successMetrics,
  ...startupMetrics,
  ...smoothnessMetrics,
  ...qualityMetrics,
  ...requestMetrics,
  ...adMetrics,
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof metrics

export const metricIds = Object.keys(metrics) as MetricId[]

/** Older names, in URLs, exports and saved queries. */
export const metricAliases = {
  buffering_count: 'rebuffer_count',
  buffering_duration: 'rebuffer_duration',
  buffering_rate: 'rebuffer_frequency',
  content_startup_time: 'view_content_startup_time',
  error_rate: 'playback_failure_percentage',
  exit_before_video_start: 'exits_before_video_start',
  playback_failure_score: 'playback_success_score',
  playback_score: 'playback_success_score',
  player_average_live_latency: 'live_stream_latency',
  player_load_time: 'player_startup_time',
  quality_score: 'video_quality_score',
  rebuffering_score: 'rebuffer_score',
  score: 'viewer_experience_score',
  smoothness_score: 'rebuffer_score',
  started_views: 'views',
  startup_score: 'startup_time_score',
  time_to_first_frame: 'video_startup_time',
  view_average_request_latency: 'request_latency',
  view_average_request_throughput: 'request_throughput',
  view_max_request_latency: 'max_request_latency',
} as const satisfies Record<string, MetricId>
