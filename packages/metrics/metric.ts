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

/** METR-015. On the wire scores and percentages are fractions of 1, times milliseconds, bitrates bits per second. */
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
  description: string
  /** How the number comes about, in words a customer reads. */
  explanation: string
  /** Which direction is better for viewers; none for counts that only describe. */
  better: 'higher' | 'lower' | 'neither'
  /** Views count for the moment they started (engagement) or ended (quality). */
  bucket: 'view_start' | 'view_end'
  relativeTo: 'total_views' | 'watch_time'
  defaultMeasurement: Measurement
  measurements: Partial<Record<Measurement, Formula>>
  /** What a metric filter compares for one view; absent where metric filters are not allowed. */
  filterColumn?: NumberColumn | FlagColumn
  alertable: boolean
  isBeta?: boolean
  /** Which views have no value: each falls under the first one that is true of it. */
  excludes?: readonly Exclusion[]
}
