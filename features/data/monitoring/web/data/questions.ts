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
  ask: (asking: Asking) => Promise<MonitoringAnswer<Data>>
}

/** MONI-022: without a time these are the newest data. */
const windowAsked = ({ shown }: Asking) =>
  shown.kind === 'live' ? {} : { timestamp: startOf(shown, newestStepNow()) }

const momentAsked = ({ shown }: Asking) =>
  shown.kind === 'live' ? {} : { timestamp: momentOf(shown, newestStepNow()) }

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

/** The most viewers first, or the values that worsen the metric most. MONI-023, MONI-025 */
export const breakdown = (input: BreakdownInput): MonitoringQuestion<Breakdown> => ({
  name: ['breakdown', input.metric, input.dimension, String(input.limit ?? '')],
  ask: async (asking) => {
    const { metric, dimension, limit } = input
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
    const rows = data.map(({ concurrentViewers, value, displayValue, metricValue }) => ({
      value,
      displayValue,
      metricValue,
      viewers: concurrentViewers,
    }))
    return answerOf(timeframe, { rows, total })
  },
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

export const startupTimes = (): MonitoringQuestion<StartupTimes> => ({
  name: ['histogram_time_series_startup_time'],
  ask: async (asking) => {
    const { data, timeframe } = await get(monitoring.histogramTimeseries, asking, {
      params: { metric: 'video-startup-time' },
      query: { filters: asking.filters, ...windowAsked(asking) },
    })
    const newest = data.findLast(({ median }) => median !== null)
    return answerOf(timeframe, {
      median: newest?.median ?? null,
      medianAt: newest && Date.parse(newest.timestamp),
      counts: startupTimeBuckets.map((_, at) =>
        data.reduce((sum, { bucketValues }) => sum + (bucketValues[at]?.count ?? 0), 0),
      ),
    })
  },
})
