import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './metrics-screen.tsx'

const address = '/organizations/$organizationId/environments/$environmentId/metrics'
export const metricsHref = `/organizations/${ids.organization}/environments/${ids.environment}/metrics`

/** In seconds; relative ranges end at a multiple of ten. */
export const end = Math.ceil(Date.now() / 10_000) * 10
const timeframe = [end - 86_400, end]
const envelope = { meta: { aggregation: 'avg' }, timeframe, total_row_count: 1 }

export const anOverallResponse = (value: number | null) => ({
  body: {
    data: {
      value,
      total_views: 100,
      total_watch_time: 1,
      total_playing_time: 1,
      global_value: null,
    },
    ...envelope,
  },
})

/** The range before is requested as start and end. */
export const isBefore = ({ search }: ReceivedRequest) => search.getAll('timeframe[]').length === 2

export const aTimeseriesResponse = (values: (number | null)[]) => ({
  body: {
    data: values.map((value, index) => [
      new Date((end - 3_600 * (values.length - index)) * 1000).toISOString(),
      value,
      value === null ? 0 : 10,
    ]),
    ...envelope,
    meta: { aggregation: 'avg', granularity: 'hour' },
  },
})

export const aRow = (field: string | null, more: Record<string, unknown> = {}) => ({
  field,
  value: 0.889,
  views: 41_208,
  total_views: typeof more['views'] === 'number' ? more['views'] : 41_208,
  total_watch_time: 1,
  total_playing_time: 1,
  negative_impact: 0.003,
  ...more,
})

export const aBreakdownResponse = (rows: unknown[], totalRowCount = rows.length) => ({
  body: { data: rows, ...envelope, total_row_count: totalRowCount, page: 1, limit: 50 },
})

export const anInsight = (column: string, value: string, more: Record<string, unknown> = {}) => ({
  filter_column: column,
  filter_value: value,
  metric: 0.7,
  negative_impact_score: 0.02,
  views: 1200,
  total_views: 1200,
  total_watch_time: 1,
  total_playing_time: 1,
  ...more,
})

export const anInsightsResponse = (rows: unknown[]) => ({ body: { data: rows, ...envelope } })

export const aView = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  country_code: 'DE',
  error_type_id: 77,
  playback_failure: true,
  player_error_code: '403',
  player_error_message: 'Forbidden',
  total_row_count: 1,
  video_title: 'The Keeper',
  view_end: '2026-11-20T10:00:00.000Z',
  view_start: '2026-11-20T09:50:00.000Z',
  viewer_application_name: 'Chrome',
  viewer_experience_score: 0.912,
  viewer_os_family: 'macOS',
  watch_time: 61_000,
  ...more,
})

export const aViewsResponse = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, timeframe, page: 1, limit: 25 },
})

const dimension = (id: string, name: string, category: string, isBasic = true) => ({
  id,
  display_name: name,
  category,
  basic: isBasic,
})

const base = (metric: string): ApiHandlers => ({
  [`GET /data/v1/metrics/${metric}/overall`]: (request) =>
    anOverallResponse(isBefore(request) ? 0.855 : 0.874),
  [`GET /data/v1/metrics/${metric}/timeseries`]: aTimeseriesResponse([0.86, 0.88, 0.87]),
  [`GET /data/v1/metrics/${metric}/breakdown`]: aBreakdownResponse([
    aRow('Chrome'),
    aRow('Silk', { value: 0.625, views: 12, negative_impact: 0.039 }),
    aRow(null, { value: null, views: 1, negative_impact: 0 }),
  ]),
  [`GET /data/v1/metrics/${metric}/insights`]: anInsightsResponse([]),
})

const always: ApiHandlers = {
  'GET /data/v1/annotations': {
    body: { data: [], total_row_count: 0, timeframe, page: 1, limit: 100 },
  },
  'GET /data/v1/video-views': aViewsResponse([]),
  'GET /ui/v1/dimensions': {
    body: {
      data: [
        dimension('browser', 'Browser', 'device'),
        dimension('browser_version', 'Browser version', 'device', false),
        dimension('country', 'Country', 'geography', false),
      ],
      timeframe,
      total_row_count: 3,
    },
  },
  'GET /ui/v1/users/current-user/settings': { body: { data: { starred_dimensions: [] } } },
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

export const openMetrics = (
  search = '',
  api: ApiHandlers = {},
  {
    metric = 'viewer_experience_score',
    featureFlags = {},
  }: { metric?: string; featureFlags?: Record<string, number | boolean> } = {},
) =>
  openScreen(WithToasts, {
    address,
    href: metricsHref + search,
    session: aSession({ featureFlags }),
    api: { ...always, ...base(metric), ...api },
  })
