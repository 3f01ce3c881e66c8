import { z } from 'zod/mini'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'
import { Timeframe } from '@playhead/question-contract/question-query.ts'
import {
  MonitoringBreakdownRow,
  MonitoringHistogramMeta,
  MonitoringHistogramMinute,
  monitoringMetricIds,
} from './contract.ts'

/** One topic per environment. RTCH-035 */
export const monitoringTopicOf = (environmentId: string) => `monitoring:${environmentId}`

/** MONI-021, RTCH-036 */
const monitoringBreakdownTypes = [
  'breakdown_asn',
  'breakdown_cdn',
  'breakdown_country',
  'breakdown_operating_system',
  'breakdown_platform',
  'breakdown_player_name',
  'breakdown_region',
  'breakdown_stream_type',
  'breakdown_sub_property_id',
  'breakdown_video_id',
  'breakdown_video_series',
  'breakdown_video_title',
  'breakdown_view_has_ad',
] as const

export type MonitoringBreakdownType = (typeof monitoringBreakdownTypes)[number]

/** RTCH-036 */
export const monitoringTypes = [
  ...monitoringBreakdownTypes,
  'concurrent_viewers_by_country',
  'histogram_time_series_startup_time',
  'time_series',
  'top_concurrent_video_title',
] as const

export type MonitoringType = (typeof monitoringTypes)[number]

export const monitoringTopicLimits = {
  /** Rows of a breakdown or titles. */
  rows: 100,
  titles: 10,
  /** Different lists of filters of one environment in one process. */
  boards: 20,
} as const

/** The payload of the message `subscribe`; a second one with the same type replaces the first. RTCH-038 */
export const MonitoringSubscribe = z.object({
  type: z.enum(monitoringTypes),
  /** For breakdowns; `current-concurrent-viewers` by default. MONI-023 */
  metric: z.optional(z.enum(monitoringMetricIds)),
  /** As over HTTP, at most five. MONI-007 */
  filters: z.optional(z.array(z.string())),
  /** For breakdowns, the same default as over HTTP, and for titles. */
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(monitoringTopicLimits.rows))),
})

/** The payload of the message `unsubscribe`. RTCH-040 */
export const MonitoringUnsubscribe = z.object({ type: z.enum(monitoringTypes) })

/** What every payload has. Compute window and age from it: the clock of a browser may be wrong. */
const moment = {
  /** Start and end of what is covered, as epoch seconds. */
  timeframe: Timeframe,
  /** Start of the newest step, as epoch seconds. */
  step: z.int(),
  /** The newest step is covered by the samples of its first half; another payload follows when it is whole. */
  is_early: z.boolean(),
  /** Only in replies to `subscribe`: how long ago the newest samples ended. Payloads that are pushed are new. */
  age_ms: z.optional(z.int()),
}

const TimeSeries = z.object({
  ...moment,
  data: z.array(
    z.object({
      date: z.iso.datetime(),
      concurrent_viewers: z.int(),
      is_early: z.boolean(),
      metrics: z.record(z.enum(monitoringMetricIds), z.nullable(z.number())),
    }),
  ),
})

const Breakdown = z.object({
  ...moment,
  metric: z.enum(monitoringMetricIds),
  data: z.array(MonitoringBreakdownRow),
  total_row_count: z.int(),
})

const Countries = z.object({
  ...moment,
  data: z.array(
    z.object({
      /** The code of the country; null where it is unknown. */
      value: z.nullable(z.string()),
      display_value: z.string(),
      concurrent_viewers: z.int(),
    }),
  ),
  total_row_count: z.int(),
})

const TopTitles = z.object({
  ...moment,
  data: z.array(
    z.object({
      video_title: z.string(),
      concurrent_viewers: z.int(),
      /** Against five minutes before, from 5 % on; new titles have increased. MONI-006 */
      change: z.nullable(z.enum(['increased', 'decreased'])),
    }),
  ),
})

const Histogram = z.object({
  ...moment,
  data: z.array(MonitoringHistogramMinute),
  meta: MonitoringHistogramMeta,
})

/**
 * The payload of the reply to `subscribe` and of the events `{type}` and `new_realtime_{type}`. The first two replace
 * what the client has. So does the third, except for time series and the histogram: there it has the entries that are
 * new or changed, and those before `timeframe[0]` go. RTCH-037
 */
export const monitoringPayloads = {
  breakdown_asn: Breakdown,
  breakdown_cdn: Breakdown,
  breakdown_country: Breakdown,
  breakdown_operating_system: Breakdown,
  breakdown_platform: Breakdown,
  breakdown_player_name: Breakdown,
  breakdown_region: Breakdown,
  breakdown_stream_type: Breakdown,
  breakdown_sub_property_id: Breakdown,
  breakdown_video_id: Breakdown,
  breakdown_video_series: Breakdown,
  breakdown_video_title: Breakdown,
  breakdown_view_has_ad: Breakdown,
  concurrent_viewers_by_country: Countries,
  histogram_time_series_startup_time: Histogram,
  time_series: TimeSeries,
  top_concurrent_video_title: TopTitles,
} as const

/**
 * The payload of `realtime_subscription_disconnected`: the data has stopped. Subscribe again: the reply has the last
 * rows with their age, and pushes go on once the data does. RTCH-039
 */
export const MonitoringDisconnected = z.object({
  type: z.enum(monitoringTypes),
  /** `slow`: the client reads too slowly, and its connection is closed next. */
  reason: z.enum(['unavailable', 'slow']),
})

type Payloads = typeof monitoringPayloads
type NewPayloads = { [T in MonitoringType as `new_realtime_${T}`]: Payloads[T] }

const newPayloads = Object.fromEntries(
  monitoringTypes.map((type) => [`new_realtime_${type}`, monitoringPayloads[type]]),
) as NewPayloads

/** For the dashboard. The reply to `subscribe` is a payload of the type that was asked for. RTCH-035, RTCH-037 */
export const monitoringTopic = topicContract('monitoring:{environment_id}', {
  messages: {
    ...monitoringPayloads,
    ...newPayloads,
    realtime_subscription_disconnected: MonitoringDisconnected,
  },
  pushes: {
    subscribe: { sends: MonitoringSubscribe, returns: z.unknown() },
    unsubscribe: { sends: MonitoringUnsubscribe, returns: z.unknown() },
  },
})
