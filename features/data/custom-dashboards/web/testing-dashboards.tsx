import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './custom-dashboards-screen.tsx'
import { forgetDrafts } from './dashboard/use-draft.ts'

export const wallId = '6c71437e-0c0a-42c1-954a-128076ca5673'
export const otherId = '7d82548f-1d1b-43d2-8a5b-239187db6784'
export const madeId = '8e93659a-2e2c-44e3-9b6c-34a298ec7895'
export const list = '/ui/v1/custom-dashboards'
export const base = `/organizations/${ids.organization}/environments/${ids.environment}/custom-dashboards`

export const aPosition = (row: number, column: number, row_span = 1, column_span = 3) => ({
  row,
  column,
  row_span,
  column_span,
})

export const aWidget = (overrides: Record<string, unknown> = {}) => ({
  display_name: 'Views by browser',
  type: 'bars',
  metric: 'views',
  dimension: 'browser',
  dimension_filters: [] as string[],
  metric_filters: [] as string[],
  position: aPosition(0, 0),
  ...overrides,
})

export const aNumberWidget = (column: number, overrides: Record<string, unknown> = {}) =>
  aWidget({
    display_name: `Number ${column + 1}`,
    type: 'metric',
    dimension: undefined,
    position: aPosition(0, column, 1, 1),
    ...overrides,
  })

export interface Fields {
  display_name: string
  timeframe_start: string
  dashboard_contents: {
    widgets: Record<string, ReturnType<typeof aWidget>>
    global_dimension_filters: string[]
    global_metric_filters: string[]
  }
}

export const aDashboard = (
  id: string,
  display_name: string,
  widgets: Fields['dashboard_contents']['widgets'] = {},
  more: Partial<Fields> = {},
) => ({
  id,
  display_name,
  timeframe_start: 'Last 24 hours',
  dashboard_contents: { widgets, global_dimension_filters: [], global_metric_filters: [] },
  version: 3,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  ...more,
})
type Stored = ReturnType<typeof aDashboard>

export const timeframe = [1_795_176_000, 1_795_262_400]
export const aMetricsApi = (overall: GivenResponse = {}): ApiHandlers => ({
  'GET /data/v1/metrics/views/overall': {
    body: {
      data: {
        value: 2189,
        total_views: 2189,
        total_watch_time: 1,
        total_playing_time: 1,
        global_value: 1,
      },
      meta: {},
      timeframe,
      total_row_count: null,
    },
    ...overall,
  },
  'GET /data/v1/metrics/views/breakdown': {
    body: {
      data: [
        { field: 'Chrome', value: 1010, views: 1010, total_views: 1010 },
        { field: null, value: 45, views: 45, total_views: 45 },
      ].map((row) => ({ ...row, total_watch_time: 1, total_playing_time: 1, negative_impact: 0 })),
      meta: {},
      timeframe,
      total_row_count: 2,
      page: 1,
      limit: 10,
    },
  },
  'GET /data/v1/metrics/views/timeseries': {
    body: {
      data: [
        ['2026-11-20T12:00:00Z', 120, 120],
        ['2026-11-20T13:00:00Z', 140, 140],
      ],
      meta: { granularity: 'hour' },
      timeframe,
      total_row_count: 2,
    },
  },
})

/** Stores what is saved, as the server does. */
export const aDashboardsApi = (initial: Stored[], more: ApiHandlers = {}): ApiHandlers => {
  let all = initial
  const one = (id: string): ApiHandlers => ({
    [`PATCH ${list}/${id}`]: ({ body }) => {
      const { version, ...changes } = body as Partial<Fields> & { version: number }
      const changed = { ...all.find((found) => found.id === id)!, ...changes, version: version + 1 }
      all = all.map((found) => (found.id === id ? changed : found))
      return { body: { data: changed } }
    },
    [`DELETE ${list}/${id}`]: () => {
      all = all.filter((found) => found.id !== id)
      return { status: 204 }
    },
  })
  return {
    [`GET ${list}`]: () => ({ body: { data: all, total_row_count: all.length } }),
    [`POST ${list}`]: ({ body }) => {
      const made = { ...aDashboard(madeId, ''), ...(body as Fields), version: 1 }
      all = [...all, made]
      return { status: 201, body: { data: made } }
    },
    ...one(wallId),
    ...one(otherId),
    ...aMetricsApi(),
    ...more,
  }
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const place = '/organizations/$organizationId/environments/$environmentId/custom-dashboards'

interface OpenOptions {
  id?: string
  search?: string
  featureFlags?: Record<string, number | boolean>
}

export const openDashboards = (
  api: ApiHandlers,
  { id = wallId, search = '', featureFlags = {} }: OpenOptions = {},
) => {
  forgetDrafts()
  return openScreen(WithToasts, {
    address: id ? `${place}/$dashboardId` : place,
    href: `${base}${id && `/${id}`}${search}`,
    session: aSession({ featureFlags }),
    api,
  })
}

type Opened = Awaited<ReturnType<typeof openDashboards>>
export const listWrites = ({ requests }: Opened) =>
  requests.filter(({ method }) => !['GET', 'OPTIONS'].includes(method))
export const listQuestions = ({ requests }: Opened, end: string) =>
  requests.filter(({ method, path }) => method === 'GET' && path.endsWith(end))
export const pressButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const pressMenuItem = async (menu: string, item: string) => {
  await pressButton(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
export const pressEdit = () => pressButton('Edit')
export const listWidgetNames = () =>
  screen
    .getAllByRole('region')
    .flatMap((region) => region.getAttribute('aria-label') ?? [])
    .filter((name) => name !== 'Filters' && name !== 'Notifications')
