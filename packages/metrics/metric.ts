import type { Exclusion } from './excluded-views.ts'
import type { Formula } from './formula.ts'
import type { FlagColumn, NumberColumn } from './view-columns.ts'

export const measurements = ['95th', 'median', 'avg', 'count', 'sum'] as const
export type Measurement = (typeof measurements)[number]

export const metricGroups = [
  'engagement',
  'overall',
  'playback_success',
  'startup',
  'smoothness',
  'video_quality',
  'requests',
  'ads',
] as const
export type MetricGroup = (typeof metricGroups)[number]

/** METR-015. In the API, scores and percentages are fractions of 1, times milliseconds, bitrates bits per second. */
export type MetricUnit =
  | 'number'
  | 'score'
  | 'percentage'
  | 'milliseconds'
  | 'per_minute'
  | 'bits_per_second'

export interface Metric {
  title: string
  group: MetricGroup
  category: 'viewer_metrics' | 'quality_of_experience'
  unit: MetricUnit
  /** Decimals of a number that is not an integer; two by default. */
  decimals?: number
  description: string
  /** How the number is calculated, in words for customers. */
  explanation: string
  /** Which direction is better for viewers; 'neither' for counts that only describe. */
  better: 'higher' | 'lower' | 'neither'
  /** Which timestamp a view counts for: its start (engagement) or its end (quality). */
  bucket: 'view_start' | 'view_end'
  relativeTo: 'total_views' | 'watch_time'
  defaultMeasurement: Measurement
  measurements: Partial<Record<Measurement, Formula>>
  /** The column that a metric filter compares; absent when the metric cannot be filtered by. */
  filterColumn?: NumberColumn | FlagColumn
  alertable: boolean
  isBeta?: boolean
  /** The reasons for which views have no value: the first one that applies counts. */
  excludes?: readonly Exclusion[]
}
