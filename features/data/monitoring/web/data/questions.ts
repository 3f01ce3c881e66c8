import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { startupTimeBuckets } from '@playhead/metrics/monitoring.ts'
import {
  type CallInput,
  type CallResponse,
  callQuietly,
  type LooseInput,
} from '@playhead/web-kit/calls/call.ts'
import type { Tenant } from '@playhead/web-kit/session/tenant.ts'
import { monitoring, monitoringDimensionIds } from '../../contract.ts'
import { monitoringTypes, type MonitoringType } from '../../topic-contract.ts'
import type { LiveAsk } from '../live/live-feed.ts'
import type { AnyPayload, LivePayload } from '../live/payload-state.ts'
import { momentOf, type Shown, startOf } from '../time/time-machine.ts'
import { stepSeconds } from '../time/steps.ts'
import { newestStepNow } from './freshness.ts'
import type { MonitoringMetricId } from './metric-values.ts'
import { topTitles, type TopTitle } from './title-changes.ts'

export type MonitoringDimensionId = (typeof monitoringDimensionIds)[number]

export const isMonitoringDimension = (name: string): name is MonitoringDimensionId =>
  (monitoringDimensionIds as readonly string[]).includes(name)

interface Asking {
  shown: Shown
  filters: string[]
  tenant: Tenant
  signal: AbortSignal
}

export interface MonitoringAnswer<Data> {
  data: Data
  /** The last step in the data, in epoch seconds. */
  newest: number
  /** The range of the data, in epoch seconds; the end is exclusive. */
  timeframe: readonly [number, number]
}

export interface MonitoringQuestion<Data> {
  /** The same for the same question. */
  name: readonly string[]
  /** How the topic answers it, where it does. */
  live?: { ask: LiveAsk; read: (payload: AnyPayload) => Data }
  ask: (asking: Asking) => Promise<MonitoringAnswer<Data>>
}

/** MONI-022: without a time these are the newest data. */
const windowAsked = ({ shown }: Asking) =>
  shown.kind === 'live' ? {} : { timestamp: startOf(shown, newestStepNow()) }

const momentAsked = ({ shown }: Asking) =>
  shown.kind === 'live' ? {} : { timestamp: momentOf(shown, newestStepNow()) }

/** The type that is asked for is the type that comes. */
const reading =
  <T extends MonitoringType, Data>(read: (payload: LivePayload<T>) => Data) =>
  (payload: AnyPayload) =>
    read(payload as LivePayload<T>)

const get = async <E extends Endpoint>(
  endpoint: E,
  { tenant, signal }: Asking,
  input: CallInput<E>,
) =>
  (await callQuietly(endpoint, {
    ...(input as LooseInput),
    tenant,
    signal,
  })) as CallResponse<E>

const answerOf = <Data>(timeframe: readonly number[], data: Data): MonitoringAnswer<Data> => {
  const [start = 0, end = 0] = timeframe
  return { data, newest: end - stepSeconds, timeframe: [start, end] }
}

export interface MonitoringPoint {
  /** Milliseconds since 1970. */
  time: number
  value: number | null
  volume: number
}

/** MONI-023 */
export const timeSeries = (metric: MonitoringMetricId): MonitoringQuestion<MonitoringPoint[]> => ({
  name: ['time_series', metric],
  live: {
    ask: { type: 'time_series' },
    read: reading<'time_series', MonitoringPoint[]>(({ data }) =>
      data.map(({ date, metrics, concurrentViewers }) => ({
        time: Date.parse(date),
        value: metrics[metric],
        volume: concurrentViewers,
      })),
    ),
  },
  ask: async (asking) => {
    const { data, timeframe } = await get(monitoring.timeseries, asking, {
      params: { metric },
      query: { filters: asking.filters, ...windowAsked(asking) },
    })
    return answerOf(
      timeframe,
      data.map(({ date, value, concurrentViewers }) => ({
        time: Date.parse(date),
        value,
        volume: concurrentViewers,
      })),
    )
  },
})

export interface BreakdownRow {
  value: string | null
  displayValue: string
  metricValue: number | null
  viewers: number
}

export interface Breakdown {
  rows: BreakdownRow[]
  /** All values, also those beyond the limit. */
  total: number
}

interface BreakdownInput {
  metric: MonitoringMetricId
  dimension: MonitoringDimensionId
  limit?: number
}

const isAudience = (metric: MonitoringMetricId) => metric === 'current-concurrent-viewers'

type BreakdownType = Extract<MonitoringType, `breakdown_${string}`>

const isBreakdownType = (name: string): name is BreakdownType =>
  (monitoringTypes as readonly string[]).includes(name)

interface WireRow {
  value: string | null
  displayValue: string
  metricValue: number | null
  concurrentViewers: number
}

const rowOf = ({ value, displayValue, metricValue, concurrentViewers }: WireRow): BreakdownRow => ({
  value,
  displayValue,
  metricValue,
  viewers: concurrentViewers,
})

const breakdownLive = ({ metric, dimension, limit }: BreakdownInput) => {
  const type = `breakdown_${dimension}`
  // All values of a dimension are more than the topic has.
  if (!isBreakdownType(type) || limit !== undefined) return {}
  return {
    live: {
      ask: { type, metric },
      read: reading<BreakdownType, Breakdown>(({ data, totalRowCount }) => ({
        rows: data.map(rowOf),
        total: totalRowCount,
      })),
    },
  }
}

const askBreakdown =
  ({ metric, dimension, limit }: BreakdownInput): MonitoringQuestion<Breakdown>['ask'] =>
  async (asking) => {
    const {
      data,
      totalRowCount: total,
      timeframe,
    } = await get(monitoring.breakdown, asking, {
      params: { metric },
      query: {
        dimension,
        limit,
        orderBy: isAudience(metric) ? 'views' : 'negative_impact',
        filters: asking.filters,
        ...momentAsked(asking),
      },
    })
    return answerOf(timeframe, { rows: data.map(rowOf), total })
  }

/** The most viewers first, or the values that worsen the metric most. MONI-023, MONI-025 */
export const breakdown = (input: BreakdownInput): MonitoringQuestion<Breakdown> => ({
  name: ['breakdown', input.metric, input.dimension, String(input.limit ?? '')],
  ...breakdownLive(input),
  ask: askBreakdown(input),
})

/** A map needs all countries: there are 250. */
const countriesMax = 250

export const viewersByCountry = (): MonitoringQuestion<Breakdown> => ({
  name: ['concurrent_viewers_by_country'],
  live: {
    ask: { type: 'concurrent_viewers_by_country' },
    read: reading<'concurrent_viewers_by_country', Breakdown>(({ data, totalRowCount }) => ({
      rows: data.map((row) => rowOf({ ...row, metricValue: row.concurrentViewers })),
      total: totalRowCount,
    })),
  },
  ask: askBreakdown({
    metric: 'current-concurrent-viewers',
    dimension: 'country',
    limit: countriesMax,
  }),
})

const shownTitles = 6
/** Enough to find a title again that has grown since. */
const comparedTitles = 1_000
const comparedSecondsAgo = 300
/** Single steps jump with every viewer, so each number is the mean of three. */
const meanSeconds = 3 * stepSeconds

/** MONI-006 */
export const topTitlesNow = (): MonitoringQuestion<TopTitle[]> => ({
  name: ['top_concurrent_video_title'],
  live: {
    ask: { type: 'top_concurrent_video_title', limit: shownTitles },
    read: reading<'top_concurrent_video_title', TopTitle[]>(({ data }) =>
      data.map(({ videoTitle, concurrentViewers, change }) => ({
        title: videoTitle,
        viewers: concurrentViewers,
        change: change ?? undefined,
      })),
    ),
  },
  ask: async (asking) => {
    const last = momentOf(asking.shown, newestStepNow())
    const viewersUpTo = async (end: number) => {
      const answer = await get(monitoring.breakdown, asking, {
        params: { metric: 'current-concurrent-viewers' },
        query: {
          dimension: 'video_title',
          orderBy: 'views',
          limit: comparedTitles,
          filters: asking.filters,
          timeframe: [String(end - meanSeconds), String(end)],
        },
      })
      const rows = answer.data.flatMap(({ value, concurrentViewers }) =>
        value ? [{ title: value, viewers: concurrentViewers }] : [],
      )
      return { rows, timeframe: answer.timeframe }
    }
    const end = last + stepSeconds
    const [now, before] = await Promise.all([
      viewersUpTo(end),
      viewersUpTo(end - comparedSecondsAgo),
    ])
    return answerOf(now.timeframe, topTitles(now.rows, before.rows, shownTitles))
  },
})

export interface StartupTimes {
  /** Of the newest minute in which a view started. */
  median: number | null
  medianAt: number | undefined
  /** Of the whole window. */
  counts: number[]
}

interface Minute {
  timestamp: string
  median: number | null
  bucketValues: { count: number }[]
}

const startupTimesOf = (minutes: readonly Minute[]): StartupTimes => {
  const newest = minutes.findLast(({ median }) => median !== null)
  return {
    median: newest?.median ?? null,
    medianAt: newest && Date.parse(newest.timestamp),
    counts: startupTimeBuckets.map((_, at) =>
      minutes.reduce((sum, { bucketValues }) => sum + (bucketValues[at]?.count ?? 0), 0),
    ),
  }
}

export const startupTimes = (): MonitoringQuestion<StartupTimes> => ({
  name: ['histogram_time_series_startup_time'],
  live: {
    ask: { type: 'histogram_time_series_startup_time' },
    read: reading<'histogram_time_series_startup_time', StartupTimes>(({ data }) =>
      startupTimesOf(data),
    ),
  },
  ask: async (asking) => {
    const { data, timeframe } = await get(monitoring.histogramTimeseries, asking, {
      params: { metric: 'video-startup-time' },
      query: { filters: asking.filters, ...windowAsked(asking) },
    })
    return answerOf(timeframe, startupTimesOf(data))
  },
})
