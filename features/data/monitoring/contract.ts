import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

/** MONI-003 */
export const monitoringMetricIds = [
  'current-concurrent-viewers',
  'current-rebuffering-percentage',
  'exits-before-video-start',
  'playback-failure-percentage',
  'current-average-bitrate',
  'video-startup-failure-percentage',
] as const

/** MONI-021 */
export const monitoringDimensionIds = [
  'country',
  'asn',
  'cdn',
  'operating_system',
  'platform',
  'player_name',
  'region',
  'stream_type',
  'sub_property_id',
  'video_id',
  'video_series',
  'video_title',
  'asset_id',
  'live_stream_id',
  'playback_id',
  'view_has_ad',
] as const

export const monitoringLimits = {
  breakdown: { default: 100, max: 1000 },
  /** MONI-025 */
  concurrentViewers: 25,
  breakdownTimeseries: { default: 10, max: 100 },
} as const

const envelope = { total_row_count: z.int(), timeframe: Timeframe }

const NamedList = z.object({
  data: z.array(z.object({ name: z.string(), display_name: z.string() })),
  ...envelope,
})

export const MonitoringBreakdownRow = z.object({
  value: z.nullable(z.string()),
  display_value: z.string(),
  metric_value: z.nullable(z.number()),
  concurrent_viewers: z.number(),
  starting_up_viewers: z.number(),
  negative_impact: z.number(),
})

const MonitoringBreakdown = z.object({ data: z.array(MonitoringBreakdownRow), ...envelope })

const MonitoringTimeseries = z.object({
  data: z.array(
    z.object({
      date: z.iso.datetime(),
      value: z.nullable(z.number()),
      concurrent_viewers: z.int(),
    }),
  ),
  ...envelope,
})

const MonitoringBreakdownTimeseries = z.object({
  data: z.array(
    z.object({
      date: z.iso.datetime(),
      values: z.array(
        z.object({
          value: z.nullable(z.string()),
          metric_value: z.nullable(z.number()),
          concurrent_viewers: z.int(),
          starting_up_viewers: z.int(),
        }),
      ),
    }),
  ),
  ...envelope,
})

export const MonitoringHistogramMinute = z.object({
  timestamp: z.iso.datetime(),
  bucket_values: z.array(z.object({ count: z.int(), percentage: z.number() })),
  max_percentage: z.number(),
  average: z.nullable(z.number()),
  median: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  sum: z.int(),
})

export const MonitoringHistogramMeta = z.object({
  bucket_unit: z.string(),
  buckets: z.array(z.object({ start: z.int(), end: z.nullable(z.int()) })),
})

const MonitoringHistogram = z.object({
  data: z.array(MonitoringHistogramMinute),
  meta: MonitoringHistogramMeta,
  ...envelope,
})

const metric = z.object({ metric: z.enum(monitoringMetricIds) })
const histogramMetric = z.object({ metric: z.enum(['video-startup-time']) })
const { filters, timeframe } = questionQuery
/** Epoch seconds. */
const timestamp = z.optional(z.number().check(z.minimum(0), z.maximum(253_402_300_799)))
const order = {
  dimension: z._default(z.enum(monitoringDimensionIds), 'country'),
  order_by: z._default(z.enum(['negative_impact', 'value', 'views', 'field']), 'negative_impact'),
  order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
}
const limitTo = (max: number) => z.optional(z.int().check(z.minimum(1), z.maximum(max)))
const access = scoped('data:read')

const at = (root: string, now: string) =>
  ({
    listMetrics: get(`${root}/metrics`, {
      access,
      summary: `The metrics of ${now}`,
      returns: NamedList,
    }),
    listDimensions: get(`${root}/dimensions`, {
      access,
      summary: `What ${now} can be broken down and filtered by`,
      returns: NamedList,
    }),
    breakdown: get(`${root}/metrics/:metric/breakdown`, {
      access,
      summary: `A metric of ${now} for each value of a dimension, in the newest step or at a timestamp`,
      params: metric,
      query: z.object({
        ...order,
        filters,
        timestamp,
        timeframe,
        limit: limitTo(monitoringLimits.breakdown.max),
      }),
      returns: MonitoringBreakdown,
    }),
    timeseries: get(`${root}/metrics/:metric/timeseries`, {
      access,
      summary: `A metric of ${now} every five seconds, for 30 minutes from a timestamp or until now`,
      params: metric,
      query: z.object({ filters, timestamp, timeframe }),
      returns: MonitoringTimeseries,
    }),
    breakdownTimeseries: get(`${root}/metrics/:metric/breakdown-timeseries`, {
      access,
      summary: `The first values of a dimension every five seconds, for the last minute or up to ten`,
      params: metric,
      query: z.object({
        ...order,
        filters,
        timeframe,
        limit: limitTo(monitoringLimits.breakdownTimeseries.max),
      }),
      returns: MonitoringBreakdownTimeseries,
    }),
    histogramTimeseries: get(`${root}/metrics/:metric/histogram-timeseries`, {
      access,
      summary: `How the startup times of each minute spread`,
      params: histogramMetric,
      query: z.object({ filters, timestamp, timeframe }),
      returns: MonitoringHistogram,
    }),
  }) as const

export const monitoring = endpoints(at('/data/v1/monitoring', 'what is being watched'))

const former = at('/data/v1/realtime', 'what is being watched, by its former address')

/** MONI-021: the same responses at the older URLs. */
export const realtime = endpoints({
  listRealtimeMetrics: former.listMetrics,
  listRealtimeDimensions: former.listDimensions,
  realtimeBreakdown: former.breakdown,
  realtimeTimeseries: former.timeseries,
  realtimeBreakdownTimeseries: former.breakdownTimeseries,
  realtimeHistogramTimeseries: former.histogramTimeseries,
})
