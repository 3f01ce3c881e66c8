import type { ComponentType } from 'react'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'

const below = '/organizations/$organizationId/environments/$environmentId'
const engagementHref = `/organizations/${ids.organization}/environments/${ids.environment}/engagement`

export const end = Math.floor(Date.now() / 1_000)
export const timeframe = [end - 86_400, end]

const numbersOf = (views: number) => ({
  views,
  unique_viewers: views - 1,
  total_playing_time: views * 600_000,
  avg_playing_time: 600_000,
  video_completion_percentage: 0.4,
})

export const aRow = (field: string | null, views: number) => ({ field, ...numbersOf(views) })

type Row = ReturnType<typeof aRow>

export const aBreakdownResponse = (rows: Row[], total = 1_284, rowCount = rows.length) => ({
  body: {
    data: rows,
    total: numbersOf(total),
    timeframe,
    total_row_count: rowCount,
    page: 1,
    limit: 20,
  },
})

/** The compared range is requested as start and end. */
export const isEarlier = ({ search }: ReceivedRequest) => search.getAll('timeframe[]').length === 2

const hours = [3, 2, 1].map((ago) => new Date((end - 3_600 * ago) * 1_000).toISOString())

const timeseries = (values: (number | null)[]) => ({
  body: {
    data: values.map((value, index) => [hours[index], value, 10]),
    meta: { aggregation: 'count', granularity: 'hour' },
    timeframe,
    total_row_count: 3,
  },
})

export const aTimeseriesResponse = (fields: (string | null)[]) => ({
  body: {
    data: hours.map((date, step) => ({
      date,
      values: fields.map((field, index) => ({ field, value: 10 * (index + 1) + step, views: 10 })),
    })),
    meta: { aggregation: 'count', granularity: 'hour' },
    timeframe,
    total_row_count: fields.length,
  },
})

const metrics = ['views', 'unique_viewers', 'playing_time', 'video_completion_percentage']

export const devices = [aRow('desktop', 900), aRow('phone', 384)]

const always: ApiHandlers = {
  'GET /ui/v1/engagement/breakdown': (request) =>
    isEarlier(request)
      ? aBreakdownResponse([aRow('desktop', 700)], 1_100)
      : aBreakdownResponse(devices),
  ...Object.fromEntries(
    metrics.flatMap((metric) => [
      [
        `GET /data/v1/metrics/${metric}/timeseries`,
        (request: ReceivedRequest) => timeseries(isEarlier(request) ? [7, 8, 9] : [10, 20, 30]),
      ],
      [
        `GET /data/v1/metrics/${metric}/breakdown-timeseries`,
        aTimeseriesResponse(['desktop', 'phone']),
      ],
    ]),
  ),
  'GET /ui/v1/engagement/course': {
    body: {
      data: {
        value: [1, 0.5],
        hotspots: [{ start_ms: 0, end_ms: 60_000, score: 1 }],
        total_views: 12,
        duration_ms: 120_000,
      },
      timeframe,
      total_row_count: null,
    },
  },
}

export const openEngagement = (
  Screen: ComponentType,
  search = '',
  {
    screen = '',
    api = {},
    featureFlags = {},
  }: {
    screen?: '' | '/breakdown'
    api?: ApiHandlers
    featureFlags?: Record<string, number | boolean>
  } = {},
) =>
  openScreen(
    () => (
      <>
        <Screen />
        <ToastRegion />
      </>
    ),
    {
      address: `${below}/engagement${screen}`,
      href: engagementHref + screen + search,
      session: aSession({ featureFlags }),
      api: { ...always, ...api },
    },
  )
