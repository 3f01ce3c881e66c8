import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import {
  type Fields,
  aMetricsApi,
  listQuestions,
  base,
  pressMenuItem,
  aDashboard,
  list,
  madeId,
  aNumberWidget,
  openDashboards,
  otherId,
  aPosition,
  pressButton,
  aDashboardsApi,
  pressEdit,
  timeframe,
  wallId,
  aWidget,
  listWrites,
} from './testing-dashboards.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

describe('the page', () => {
  test('DASH-001 DASH-002 DASH-004 the sidebar lists the dashboards, the search narrows them, the main area has header and components', async () => {
    await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', { one: aWidget() }),
        aDashboard(otherId, 'Mobile startup'),
      ]),
    )
    const sidebar = await screen.findByRole('complementary', { name: 'Dashboards' })
    expect(await within(sidebar).findByRole('link', { name: 'Wall', current: 'page' })).toBeTruthy()
    expect(within(sidebar).getByRole('link', { name: 'Mobile startup' }).getAttribute('href')).toBe(
      `${base}/${otherId}`,
    )
    expect(within(sidebar).getByRole('button', { name: 'Create Dashboard' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Wall' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Last 24 hours' })).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Views by browser' })).toBeTruthy()

    await userEvent.type(within(sidebar).getByRole('searchbox'), 'mob')
    expect(within(sidebar).queryByRole('link', { name: 'Wall' })).toBeNull()
    expect(within(sidebar).getByRole('link', { name: 'Mobile startup' })).toBeTruthy()
    await userEvent.type(within(sidebar).getByRole('searchbox'), 'x')
    expect(within(sidebar).getByText('No dashboard has that name.')).toBeTruthy()
  })

  test('the page has its title while the dashboards are on their way', async () => {
    await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall')]))
    expect(await screen.findByText('Loading the dashboards')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Wall' })).toBeTruthy()
  })

  test('DASH-003 the sidebar is 300px wide and collapses to 50px, also the next time', async () => {
    const api = aDashboardsApi([aDashboard(wallId, 'Wall')])
    const { unmount } = await openDashboards(api)
    const width = async () =>
      (await screen.findByRole('complementary', { name: 'Dashboards' })).style.width
    expect(await width()).toBe('300px')
    await pressButton('Collapse the list of dashboards')
    expect(await width()).toBe('50px')
    expect(screen.queryByRole('searchbox')).toBeNull()
    unmount()
    await openDashboards(api)
    expect(await width()).toBe('50px')
    await pressButton('Show the list of dashboards')
    expect(await width()).toBe('300px')
  })

  test('DASH-005 the first dashboard is selected, and the address says which', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const { router } = await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', { one: aWidget() }),
        aDashboard(otherId, 'Mobile startup'),
      ]),
      { id: '' },
    )
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/${wallId}`))
    // Components send requests only once the URL names the dashboard, not during the redirect as well.
    const addresses = sent.mock.calls.map(([request]) =>
      request instanceof Request ? request.url : String(request),
    )
    expect(addresses.some((address) => address.includes(list))).toBe(true)
    expect(addresses.filter((address) => address.includes('/breakdown'))).toEqual([])
    sent.mockRestore()
  })

  test('DASH-006 DASH-007 without dashboards the page says so and makes the first', async () => {
    const opened = await openDashboards(aDashboardsApi([]), { id: '' })
    expect(await screen.findByText('No custom dashboards yet')).toBeTruthy()
    await pressButton('Create')
    await waitFor(() => expect(opened.router.state.location.pathname).toBe(`${base}/${madeId}`))
    expect(listWrites(opened).map(({ body }) => body)).toEqual([
      {
        display_name: 'New Dashboard',
        timeframe_start: 'Last 24 hours',
        dashboard_contents: {
          widgets: {},
          global_dimension_filters: [],
          global_metric_filters: [],
        },
      },
    ])
  })

  test('a dashboard that is gone says so, and a failed list can be asked for again', async () => {
    const failing = { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
    let isFailing = true
    const answer = { body: { data: [aDashboard(otherId, 'Other')], total_row_count: 1 } }
    await openDashboards(
      aDashboardsApi([], { [`GET ${list}`]: () => (isFailing ? failing : answer) }),
    )
    expect(await screen.findByText('Broken.')).toBeTruthy()
    isFailing = false
    await pressButton('Try again')
    expect(await screen.findByText('This dashboard isn’t there')).toBeTruthy()
  })
})

describe('components', () => {
  test('DASH-012 numbers, charts, lists and bars show what was asked', async () => {
    await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', {
          one: aNumberWidget(0, { comparison_timeframe: 7 }),
          two: aWidget(),
          three: aWidget({ display_name: 'List', type: 'list', position: aPosition(1, 0) }),
          four: aWidget({ display_name: 'Chart', type: 'timeseries', position: aPosition(1, 3) }),
        }),
      ]),
    )
    const first = await screen.findByRole('region', { name: 'Number 1' })
    expect(await within(first).findByText('2,189')).toBeTruthy()
    expect(await within(first).findByText('vs 2,189 the week before')).toBeTruthy()
    const bars = within(screen.getByRole('region', { name: 'Views by browser' }))
    expect((await bars.findAllByRole('listitem'))[0]!.textContent).toContain('Chrome1,010')
    const table = within(screen.getByRole('region', { name: 'List' }))
    expect((await table.findByRole('row', { name: /Unknown/ })).textContent).toContain('45')
    const chart = within(screen.getByRole('region', { name: 'Chart' }))
    expect(await chart.findByRole('slider')).toBeTruthy()
  })

  test('a number has nothing to compare with where views began within the time before', async () => {
    const { 'GET /data/v1/metrics/views/timeseries': steps } = aMetricsApi()
    const { body } = steps as { body: { meta: object } }
    const [start = 0] = timeframe
    await openDashboards(
      aDashboardsApi(
        [aDashboard(wallId, 'Wall', { one: aNumberWidget(0, { comparison_timeframe: 7 }) })],
        {
          'GET /data/v1/metrics/views/timeseries': {
            body: { ...body, meta: { ...body.meta, first_view_at: start + 2 * 3_600 } },
          },
        },
      ),
    )
    const number = within(await screen.findByRole('region', { name: 'Number 1' }))
    expect(await number.findByText('2,189')).toBeTruthy()
    expect(await number.findByText('Nothing to compare with')).toBeTruthy()
    expect(number.queryByText(/^vs /)).toBeNull()
  })

  test('views with a value are shown beside all views, in lists and bars', async () => {
    const startup = { metric: 'video_startup_time' }
    const row = { total_watch_time: 1, total_playing_time: 1, negative_impact: 0, value: 800 }
    const data = [
      { ...row, field: 'Chrome', views: 9, total_views: 1_234 },
      { ...row, field: 'Safari', views: 7, total_views: 7 },
    ]
    const paging = { meta: {}, timeframe, total_row_count: 2, page: 1, limit: 10 }
    await openDashboards({
      ...aDashboardsApi([
        aDashboard(wallId, 'Wall', {
          one: aWidget({ ...startup, display_name: 'Bars' }),
          two: aWidget({
            ...startup,
            type: 'list',
            display_name: 'List',
            position: aPosition(0, 3),
          }),
        }),
      ]),
      'GET /data/v1/metrics/video_startup_time/breakdown': { body: { data, ...paging } },
    })
    const table = within(await screen.findByRole('region', { name: 'List' }))
    const chrome = await table.findByRole('row', { name: /Chrome/ })
    expect(within(chrome).getAllByRole('cell').at(-1)!.textContent).toBe('9 of 1,234')
    expect(table.getByRole('columnheader', { name: 'Views with a value' })).toBeTruthy()
    const bars = within(screen.getByRole('region', { name: 'Bars' }))
    const [first, second] = await bars.findAllByRole('listitem')
    expect(first!.textContent).toContain('9 of 1,234 views')
    expect(second!.textContent).toContain('7 views')
  })

  test('a custom dimension has the name that the environment gave it, in lists, bars and filters', async () => {
    const custom = {
      id: 'custom_3',
      display_name: 'App release',
      category: 'custom',
      values: 1,
      basic: false,
    }
    await openDashboards(
      aDashboardsApi(
        [
          aDashboard(wallId, 'Wall', {
            one: aWidget({ display_name: 'Bars', dimension: 'custom_3' }),
            two: aWidget({
              type: 'list',
              display_name: 'List',
              dimension: 'custom_3',
              dimension_filters: ['custom_3:5.3.1'],
              position: aPosition(0, 3),
            }),
          }),
        ],
        { 'GET /ui/v1/dimensions': { body: { data: [custom], timeframe, total_row_count: 1 } } },
      ),
    )
    const table = within(await screen.findByRole('region', { name: 'List' }))
    expect(await table.findByRole('columnheader', { name: 'App release' })).toBeTruthy()
    expect(table.getByText('Views, count, by App release')).toBeTruthy()
    expect(table.getByRole('button', { name: 'Own filters: App release is 5.3.1' })).toBeTruthy()
    const bars = within(screen.getByRole('region', { name: 'Bars' }))
    expect(bars.getByText('Views, count, by App release')).toBeTruthy()
  })

  test('equal questions of several components are asked once', async () => {
    const opened = await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', {
          one: aNumberWidget(0),
          two: aNumberWidget(1),
          three: aWidget(),
          four: aWidget({ type: 'list', display_name: 'List', position: aPosition(0, 3) }),
        }),
      ]),
    )
    expect(await screen.findAllByText('2,189')).toHaveLength(2)
    await screen.findByRole('row', { name: /Chrome/ })
    expect(listQuestions(opened, '/overall')).toHaveLength(1)
    expect(listQuestions(opened, '/breakdown')).toHaveLength(1)
    expect(listQuestions(opened, '/breakdown')[0]!.search.get('limit')).toBe('10')
  })

  test('a component that fails leaves the others alive and tries again', async () => {
    let isFailing = true
    const broken = { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
    const overall = aMetricsApi()['GET /data/v1/metrics/views/overall'] as GivenResponse
    await openDashboards(
      aDashboardsApi([aDashboard(wallId, 'Wall', { one: aNumberWidget(0), two: aWidget() })], {
        'GET /data/v1/metrics/views/overall': () => (isFailing ? broken : overall),
      }),
    )
    const failed = within(await screen.findByRole('region', { name: 'Number 1' }))
    expect(await failed.findByText('Broken.')).toBeTruthy()
    expect(await screen.findByText('Chrome')).toBeTruthy()
    isFailing = false
    await userEvent.click(failed.getByRole('button', { name: 'Try again' }))
    expect(await failed.findByText('2,189')).toBeTruthy()
  })

  test('DASH-011 a component asks with its own filters and those of the dashboard', async () => {
    const stored = aDashboard(wallId, 'Wall', {
      one: aWidget({ dimension_filters: ['country:DE'] }),
    })
    stored.dashboard_contents.global_dimension_filters = ['country:US', '!cdn:fastly'] as never[]
    const opened = await openDashboards(aDashboardsApi([stored]))
    await screen.findByText('Chrome')
    const [question] = listQuestions(opened, '/breakdown')
    expect(question!.search.getAll('filters[]')).toEqual(['!cdn:fastly', 'country:DE'])
    expect(question!.search.getAll('timeframe[]')).toEqual(['24:hours'])
  })

  test.each([
    ['no known option', 2, {}],
    ['older than what is kept', 90, { historicalMetrics: false, retentionDays: 60 }],
  ])('DASH-022 a comparison that is %s is removed with a toast', async (_, days, featureFlags) => {
    const opened = await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', { one: aNumberWidget(0, { comparison_timeframe: days }) }),
      ]),
      { featureFlags },
    )
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([
        {
          type: 'error',
          title: 'Comparison timeframe unavailable',
          description: 'Comparison timeframe exceeds the available retention period',
        },
      ]),
    )
    expect(await screen.findByText('2,189')).toBeTruthy()
    expect(listQuestions(opened, '/overall')).toHaveLength(1)
    await pressEdit()
    await pressButton('Save')
    await waitFor(() => expect(listWrites(opened)).toHaveLength(1))
    const { dashboard_contents: saved } = listWrites(opened)[0]!.body as Fields
    expect(saved.widgets.one).not.toHaveProperty('comparison_timeframe')
  })

  test('a chart has its table, and its files are called as the component is', async () => {
    await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', { one: aWidget({ display_name: 'Chart', type: 'timeseries' }) }),
      ]),
    )
    await screen.findByRole('slider')
    await pressMenuItem('Options of Chart', 'Show as table')
    const card = within(screen.getByRole('region', { name: 'Chart' }))
    expect((await card.findAllByRole('row')).some((row) => row.textContent?.includes('140'))).toBe(
      true,
    )
    expect(card.queryByRole('slider')).toBeNull()
  })

  test('the name of a component asks the same on the metrics screen', async () => {
    await openDashboards(
      aDashboardsApi([
        aDashboard(wallId, 'Wall', { one: aWidget({ dimension_filters: ['country:DE'] }) }),
      ]),
    )
    const link = await screen.findByRole('link', { name: 'Views by browser' })
    const url = new URL(link.getAttribute('href')!, 'http://localhost')
    expect(url.pathname).toBe(base.replace('custom-dashboards', 'metrics'))
    expect([...url.searchParams]).toEqual([
      ['metric', 'views'],
      ['measurement', 'count'],
      ['breakdown', 'browser'],
      ['timeframe[]', '24:hours'],
      ['filters[]', 'country:DE'],
    ])
  })

  test('a value adds itself as a filter to the address, and the dashboard stays as it is', async () => {
    const opened = await openDashboards(
      aDashboardsApi([aDashboard(wallId, 'Wall', { one: aWidget() })]),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Chrome' }))
    await waitFor(() =>
      expect(opened.router.state.location.searchStr).toBe('?filters[]=browser:Chrome'),
    )
    await waitFor(() => expect(listQuestions(opened, '/breakdown')).toHaveLength(2))
    expect(listQuestions(opened, '/breakdown')[1]!.search.getAll('filters[]')).toEqual([
      'browser:Chrome',
    ])
    expect(listWrites(opened)).toEqual([])
  })
})

describe('the whole dashboard', () => {
  test('DASH-014 it is deleted after a confirmation', async () => {
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall')]))
    await pressMenuItem('More for this dashboard', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Wall?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(listWrites(opened)).toEqual([])
    await pressMenuItem('More for this dashboard', 'Delete')
    const again = within(await screen.findByRole('alertdialog'))
    await userEvent.click(again.getByRole('button', { name: 'Delete dashboard' }))
    expect(await screen.findByText('Dashboard deleted')).toBeTruthy()
    expect(listWrites(opened).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE ${list}/${wallId}`,
    ])
    await waitFor(() => expect(opened.router.state.location.pathname).toBe(base))
  })

  test('a duplicate is as it is seen, and opens', async () => {
    const opened = await openDashboards(
      aDashboardsApi([aDashboard(wallId, 'Wall', { one: aWidget() })]),
      {
        search: '?timeframe[]=7:days',
      },
    )
    await pressMenuItem('More for this dashboard', 'Duplicate')
    await waitFor(() => expect(opened.router.state.location.pathname).toBe(`${base}/${madeId}`))
    expect(listWrites(opened)[0]!.body).toMatchObject({
      display_name: 'Wall (copy)',
      timeframe_start: 'Last 7 days',
      dashboard_contents: { widgets: { one: { display_name: 'Views by browser' } } },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Wall (copy)' })).toBeTruthy()
  })

  test('full screen is in the address, and Escape leaves it', async () => {
    const { router } = await openDashboards(
      aDashboardsApi([aDashboard(wallId, 'Wall', { one: aWidget() })]),
    )
    await pressMenuItem('More for this dashboard', 'Full screen')
    const page = within(await screen.findByRole('dialog', { name: 'Wall' }))
    expect(router.state.location.searchStr).toBe('?view=full')
    expect(await page.findByText('Chrome')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
