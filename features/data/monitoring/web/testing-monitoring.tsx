import type { ComponentType } from 'react'
import { monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import { aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import type {
  ApiHandlers,
  GivenResponse,
  ReceivedRequest,
} from '@playhead/web-kit/testing-server.ts'
import { forgetArrivals } from './data/freshness.ts'
import { cardMetrics, type MonitoringMetricId } from './data/metric-values.ts'
import { stepOf } from './time/steps.ts'

export const monitoringPath = `/organizations/${ids.organization}/environments/${ids.environment}/monitoring`
const below = '/organizations/$organizationId/environments/$environmentId/monitoring'

/** The newest step of the server in these tests. */
export const newest = stepOf(Date.now() / 1_000) - 10
const first = newest - 1_795

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** The first minute has the first value, and the newest step the last. */
export const aTimeseriesResponse = (before: number | null, now: number | null, viewers = 100) => ({
  body: {
    data: Array.from({ length: 360 }, (_, index) => ({
      date: iso(first + 5 * index),
      value: index < 12 ? before : now,
      concurrent_viewers: viewers,
    })),
    timeframe: [first, newest + 5],
    total_row_count: 360,
  },
})

interface Row {
  value: string | null
  metric?: number
  viewers: number
  name?: string
}

export const aBreakdownResponse = (rows: Row[], total = rows.length) => ({
  body: {
    data: rows.map(({ value, viewers, metric = viewers, name = value ?? '' }) => ({
      value,
      display_value: name,
      metric_value: metric,
      concurrent_viewers: viewers,
      starting_up_viewers: 0,
      negative_impact: 0,
    })),
    timeframe: [newest, newest + 5],
    total_row_count: total,
  },
})

const aHistogramResponse = (counts: number[], median: number | null) => ({
  body: {
    data: [
      {
        timestamp: iso(first),
        bucket_values: counts.map((count) => ({ count, percentage: 0 })),
        max_percentage: 0,
        average: median,
        median,
        p95: median,
        sum: 1,
      },
    ],
    meta: { bucket_unit: 'milliseconds', buckets: [] },
    timeframe: [first, newest + 5],
    total_row_count: 1,
  },
})

const values: Record<MonitoringMetricId, [number, number]> = {
  'current-concurrent-viewers': [100, 103],
  'current-average-bitrate': [6e6, 6.24e6],
  'current-rebuffering-percentage': [0.0043, 0.0038],
  'exits-before-video-start': [0.027, 0.029],
  'playback-failure-percentage': [0.0074, 0.0184],
  'video-startup-failure-percentage': [0.0041, 0.0041],
}

const countries = [
  { value: 'US', viewers: 60, name: 'United States' },
  { value: 'DE', viewers: 30, name: 'Germany' },
  { value: null, viewers: 13 },
]

const titlesNow = [
  { value: 'Cup final', viewers: 50 },
  { value: 'Nightly News', viewers: 20 },
  { value: 'Glass Mountain', viewers: 10 },
]
const titlesBefore = [
  { value: 'Cup final', viewers: 40 },
  { value: 'Nightly News', viewers: 30 },
  { value: 'Glass Mountain', viewers: 10.2 },
]

export const root = '/data/v1/monitoring'
export const aTimeseriesCall = (metric: MonitoringMetricId) =>
  `GET ${root}/metrics/${metric}/timeseries`
export const aBreakdownCall = (metric: MonitoringMetricId) =>
  `GET ${root}/metrics/${metric}/breakdown`

const answerBreakdown = ({ search }: ReceivedRequest) => {
  if (search.get('dimension') !== 'video_title') return aBreakdownResponse(countries)
  const [, end] = search.getAll('timeframe[]')
  const isBefore = end !== undefined && Number(end) < newest
  return aBreakdownResponse(isBefore ? titlesBefore : titlesNow)
}

const anEnvironment = (status: string) => ({
  body: {
    data: {
      id: ids.environment,
      name: 'Production',
      type: 'production',
      organization_id: ids.organization,
      url: null,
      status,
      key: 'northlight-key',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  },
})

export const isWaiting: ApiHandlers = { 'GET /ui/v1/environment': anEnvironment('waiting') }

const always: ApiHandlers = {
  ...Object.fromEntries(
    cardMetrics.flatMap((metric) => [
      [aTimeseriesCall(metric), aTimeseriesResponse(...values[metric])],
      [aBreakdownCall(metric), answerBreakdown],
    ]),
  ),
  [`GET ${root}/metrics/video-startup-time/histogram-timeseries`]: aHistogramResponse(
    [0, 3, 9, 4, 0, 0, 1],
    1_480,
  ),
  [`GET ${root}/dimensions`]: {
    body: {
      data: Object.entries(monitoringDimensions).map(([name, { title }]) => ({
        name,
        display_name: title,
      })),
      timeframe: [first, newest + 5],
      total_row_count: 16,
    },
  },
  'GET /ui/v1/environment': anEnvironment('integrated'),
}

interface OpenOptions {
  page?: MonitoringMetricId
  search?: string
  api?: ApiHandlers
  /** While true, the server refuses everything. */
  isAway?: () => boolean
  /** How much later than `newest` the newest step is. */
  laterSeconds?: () => number
}

const unavailable = {
  status: 503,
  body: { error: { type: 'unavailable', messages: ['Not available.'] } },
}

interface Respond {
  isAway: () => boolean
  laterSeconds: () => number
}

const shifted = ({ body, ...rest }: GivenResponse, seconds: number): GivenResponse => {
  const { timeframe } = (body ?? {}) as { timeframe?: number[] }
  if (!timeframe) return { ...rest, body }
  return {
    ...rest,
    body: { ...(body as object), timeframe: timeframe.map((end) => end + seconds) },
  }
}

const responding = (api: ApiHandlers, { isAway, laterSeconds }: Respond): ApiHandlers =>
  Object.fromEntries(
    Object.entries(api).map(([name, given]) => [
      name,
      (request: ReceivedRequest) => {
        if (isAway()) return unavailable
        return shifted(typeof given === 'function' ? given(request) : given, laterSeconds())
      },
    ]),
  )

export const openMonitoring = async (
  Screen: ComponentType,
  { page, search = '', api = {}, isAway = () => false, laterSeconds = () => 0 }: OpenOptions = {},
) => {
  forgetArrivals()
  const end = page ? `/${page}` : ''
  return openScreen(Screen, {
    address: below + end,
    href: monitoringPath + end + search,
    session: aSession({ featureFlags: { realtime: true } }),
    api: responding({ ...always, ...api }, { isAway, laterSeconds }),
  })
}
