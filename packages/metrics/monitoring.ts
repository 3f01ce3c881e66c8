import { dimensionIds, dimensions, type DimensionId } from './dimensions.ts'
import type { MetricUnit } from './metric.ts'

interface MonitoringMetric {
  title: string
  /** MONI-005: concurrent viewers have no unit but their number. */
  unit: MetricUnit
  description: string
  better: 'higher' | 'lower' | 'neither'
  /** MONI-004: the index of its colour in real-time charts. */
  colorKey: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** The API returns a histogram per minute instead of one number per step. */
  isHistogram: boolean
}

/** MONI-003, in display order. */
export const monitoringMetrics = {
  'current-concurrent-viewers': {
    title: 'Current concurrent viewers',
    unit: 'number',
    description: 'Viewers who are starting, playing or rebuffering now, or have just failed.',
    better: 'neither',
    colorKey: 1,
    isHistogram: false,
  },
  'current-rebuffering-percentage': {
    title: 'Current rebuffering percentage',
    unit: 'percentage',
    description: 'The share of the time watched in the last step that was spent rebuffering.',
    better: 'lower',
    colorKey: 3,
    isHistogram: false,
  },
  'current-average-bitrate': {
    title: 'Current average bitrate',
    unit: 'bits_per_second',
    description: 'The mean bitrate of the renditions on screen in the last step.',
    better: 'higher',
    colorKey: 2,
    isHistogram: false,
  },
  'playback-failure-percentage': {
    title: 'Playback failure percentage',
    unit: 'percentage',
    description: 'Viewers whom a fatal error just stopped, divided by the concurrent viewers.',
    better: 'lower',
    colorKey: 5,
    isHistogram: false,
  },
  'video-startup-failure-percentage': {
    title: 'Video startup failure percentage',
    unit: 'percentage',
    description: 'Viewers whose start just failed, divided by the attempts to start.',
    better: 'lower',
    colorKey: 6,
    isHistogram: false,
  },
  'exits-before-video-start': {
    title: 'Exits before video start',
    unit: 'percentage',
    description:
      'Viewers who just left after waiting a second or more, divided by the attempts to start.',
    better: 'lower',
    colorKey: 4,
    isHistogram: false,
  },
  'video-startup-time': {
    title: 'Video startup time (median)',
    unit: 'milliseconds',
    description: 'How long the views that just started took to show their first frame.',
    better: 'lower',
    colorKey: 7,
    isHistogram: true,
  },
} as const satisfies Record<string, MonitoringMetric>

export type MonitoringMetricId = keyof typeof monitoringMetrics
export const monitoringMetricIds = Object.keys(monitoringMetrics) as MonitoringMetricId[]

/** Milliseconds; the last bucket has no upper bound. */
export const startupTimeBuckets = [
  { start: 0, end: 100 },
  { start: 100, end: 500 },
  { start: 500, end: 1000 },
  { start: 1000, end: 2000 },
  { start: 2000, end: 5000 },
  { start: 5000, end: 10_000 },
  { start: 10_000, end: null },
] as const

type OfSamples =
  | 'asn'
  | 'cdn'
  | 'country'
  | 'operating_system'
  | 'player_name'
  | 'region'
  | 'stream_type'
  | 'sub_property_id'
  | 'video_id'
  | 'video_series'
  | 'video_title'
  | 'asset_id'
  | 'live_stream_id'
  | 'playback_id'
  | 'view_has_ad'

/** MONI-021: `platform` is the browser combined with its operating system. */
export type MonitoringDimensionId = OfSamples | 'platform'

const isOfSamples = (id: DimensionId): id is OfSamples => dimensions[id].isMonitoring

/** MONI-024 */
export const monitoringDimensions: Record<MonitoringDimensionId, { title: string }> = {
  ...(Object.fromEntries(
    dimensionIds.filter(isOfSamples).map((id) => [id, { title: dimensions[id].title }]),
  ) as Record<OfSamples, { title: string }>),
  platform: { title: 'Platform' },
}

export const monitoringDimensionIds = (
  Object.keys(monitoringDimensions) as MonitoringDimensionId[]
).toSorted()
