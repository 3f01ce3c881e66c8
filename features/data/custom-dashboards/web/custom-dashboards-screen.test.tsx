import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/toast-region.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { aSession, ids, renderScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenAnswer } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './custom-dashboards-screen.tsx'

const wallId = '6c71437e-0c0a-42c1-954a-128076ca5673'
const otherId = '7d82548f-1d1b-43d2-8a5b-239187db6784'
const madeId = '8e93659a-2e2c-44e3-9b6c-34a298ec7895'
const list = '/ui/v1/custom-dashboards'
const base = `/organizations/${ids.organization}/environments/${ids.environment}/custom-dashboards`

const position = (row: number, column: number, row_span = 1, column_span = 3) => ({
  row,
  column,
  row_span,
  column_span,
})

const widget = (overrides: Record<string, unknown> = {}) => ({
  display_name: 'Views by browser',
  type: 'bars',
  metric: 'views',
  dimension: 'browser',
  dimension_filters: [] as string[],
  metric_filters: [] as string[],
  position: position(0, 0),
  ...overrides,
})

const number = (column: number, overrides: Record<string, unknown> = {}) =>
  widget({
    display_name: `Number ${column + 1}`,
    type: 'metric',
    dimension: undefined,
    position: position(0, column, 1, 1),
    ...overrides,
  })

interface Fields {
  display_name: string
  timeframe_start: string
  dashboard_contents: {
    widgets: Record<string, ReturnType<typeof widget>>
    global_dimension_filters: string[]
    global_metric_filters: string[]
  }
}

const dashboard = (
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
type Stored = ReturnType<typeof dashboard>

const timeframe = [1_795_176_000, 1_795_262_400]
const answers = (overall: GivenAnswer = {}): ApiHandlers => ({
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
        { field: 'Chrome', value: 1010, views: 1010 },
        { field: null, value: 45, views: 45 },
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

/** Keeps what is saved, as the server does. */
const serve = (initial: Stored[], more: ApiHandlers = {}): ApiHandlers => {
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
      const made = { ...dashboard(madeId, ''), ...(body as Fields), version: 1 }
      all = [...all, made]
      return { status: 201, body: { data: made } }
    },
    ...one(wallId),
    ...one(otherId),
    ...answers(),
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

const open = (
  api: ApiHandlers,
  { id = wallId, search = '', featureFlags = {} }: OpenOptions = {},
) =>
  renderScreen(WithToasts, {
    address: id ? `${place}/$dashboardId` : place,
    href: `${base}${id && `/${id}`}${search}`,
    session: aSession({ featureFlags }),
    api,
  })

beforeEach(() => toasts.clear())
afterEach(stopScreens)

type Opened = Awaited<ReturnType<typeof open>>
const writes = ({ requests }: Opened) =>
  requests.filter(({ method }) => !['GET', 'OPTIONS'].includes(method))
const asked = ({ requests }: Opened, end: string) =>
  requests.filter(({ method, path }) => method === 'GET' && path.endsWith(end))
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const choose = async (menu: string, item: string) => {
  await press(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const startEditing = () => press('Edit')
const names = () =>
  screen
    .getAllByRole('region')
    .flatMap((region) => region.getAttribute('aria-label') ?? [])
    .filter((name) => name !== 'Filters' && name !== 'Notifications')

describe('the page', () => {
  test('DASH-001 DASH-002 DASH-004 the sidebar lists the dashboards, the search narrows them, the main area has header and components', async () => {
    await open(
      serve([dashboard(wallId, 'Wall', { one: widget() }), dashboard(otherId, 'Mobile startup')]),
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
    expect(within(sidebar).getByText('No dashboard is called like that.')).toBeTruthy()
  })

  test('DASH-003 the sidebar is 300px wide and collapses to 50px, also the next time', async () => {
    const api = serve([dashboard(wallId, 'Wall')])
    const { unmount } = await open(api)
    const width = async () =>
      (await screen.findByRole('complementary', { name: 'Dashboards' })).style.width
    expect(await width()).toBe('300px')
    await press('Collapse the list of dashboards')
    expect(await width()).toBe('50px')
    expect(screen.queryByRole('searchbox')).toBeNull()
    unmount()
    await open(api)
    expect(await width()).toBe('50px')
    await press('Show the list of dashboards')
    expect(await width()).toBe('300px')
  })

  test('DASH-005 the first dashboard is selected, and the address says which', async () => {
    const { router } = await open(
      serve([dashboard(wallId, 'Wall'), dashboard(otherId, 'Mobile startup')]),
      { id: '' },
    )
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/${wallId}`))
  })

  test('DASH-006 DASH-007 without dashboards the page says so and makes the first', async () => {
    const opened = await open(serve([]), { id: '' })
    expect(await screen.findByText('No custom dashboards yet')).toBeTruthy()
    await press('Create')
    await waitFor(() => expect(opened.router.state.location.pathname).toBe(`${base}/${madeId}`))
    expect(writes(opened).map(({ body }) => body)).toEqual([
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
    const answer = { body: { data: [dashboard(otherId, 'Other')], total_row_count: 1 } }
    await open(serve([], { [`GET ${list}`]: () => (isFailing ? failing : answer) }))
    expect(await screen.findByText('Broken.', {}, { timeout: 15_000 })).toBeTruthy()
    isFailing = false
    await press('Try again')
    expect(await screen.findByText('This dashboard isn’t there')).toBeTruthy()
  })
})

describe('components', () => {
  test('DASH-012 numbers, charts, lists and bars show what was asked', async () => {
    await open(
      serve([
        dashboard(wallId, 'Wall', {
          one: number(0, { comparison_timeframe: 7 }),
          two: widget(),
          three: widget({ display_name: 'List', type: 'list', position: position(1, 0) }),
          four: widget({ display_name: 'Chart', type: 'timeseries', position: position(1, 3) }),
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

  test('equal questions of several components are asked once', async () => {
    const opened = await open(
      serve([
        dashboard(wallId, 'Wall', {
          one: number(0),
          two: number(1),
          three: widget(),
          four: widget({ type: 'list', display_name: 'List', position: position(0, 3) }),
        }),
      ]),
    )
    expect(await screen.findAllByText('2,189')).toHaveLength(2)
    await screen.findByRole('row', { name: /Chrome/ })
    expect(asked(opened, '/overall')).toHaveLength(1)
    expect(asked(opened, '/breakdown')).toHaveLength(1)
    expect(asked(opened, '/breakdown')[0]!.search.get('limit')).toBe('10')
  })

  test('a component that fails leaves the others alive and tries again', async () => {
    let isFailing = true
    const broken = { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
    const overall = answers()['GET /data/v1/metrics/views/overall'] as GivenAnswer
    await open(
      serve([dashboard(wallId, 'Wall', { one: number(0), two: widget() })], {
        'GET /data/v1/metrics/views/overall': () => (isFailing ? broken : overall),
      }),
    )
    const failed = within(await screen.findByRole('region', { name: 'Number 1' }))
    expect(await failed.findByText('Broken.', {}, { timeout: 15_000 })).toBeTruthy()
    expect(await screen.findByText('Chrome')).toBeTruthy()
    isFailing = false
    await userEvent.click(failed.getByRole('button', { name: 'Try again' }))
    expect(await failed.findByText('2,189')).toBeTruthy()
  })

  test('DASH-011 a component asks with its own filters and those of the dashboard', async () => {
    const stored = dashboard(wallId, 'Wall', {
      one: widget({ dimension_filters: ['country:DE'] }),
    })
    stored.dashboard_contents.global_dimension_filters = ['country:US', '!cdn:fastly'] as never[]
    const opened = await open(serve([stored]))
    await screen.findByText('Chrome')
    const [question] = asked(opened, '/breakdown')
    expect(question!.search.getAll('filters[]')).toEqual(['!cdn:fastly', 'country:DE'])
    expect(question!.search.getAll('timeframe[]')).toEqual(['24:hours'])
  })

  test.each([
    ['no known option', 2, {}],
    ['older than what is kept', 90, { historicalMetrics: false, retentionDays: 60 }],
  ])('DASH-022 a comparison that is %s is removed with a toast', async (_, days, featureFlags) => {
    const opened = await open(
      serve([dashboard(wallId, 'Wall', { one: number(0, { comparison_timeframe: days }) })]),
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
    expect(asked(opened, '/overall')).toHaveLength(1)
    await startEditing()
    await press('Save')
    await waitFor(() => expect(writes(opened)).toHaveLength(1))
    const { dashboard_contents: saved } = writes(opened)[0]!.body as Fields
    expect(saved.widgets.one).not.toHaveProperty('comparison_timeframe')
  })

  test('a chart has its table, and its files are called as the component is', async () => {
    await open(
      serve([
        dashboard(wallId, 'Wall', { one: widget({ display_name: 'Chart', type: 'timeseries' }) }),
      ]),
    )
    await screen.findByRole('slider')
    await choose('Options of Chart', 'Show as table')
    const card = within(screen.getByRole('region', { name: 'Chart' }))
    expect((await card.findAllByRole('row')).some((row) => row.textContent?.includes('140'))).toBe(
      true,
    )
    expect(card.queryByRole('slider')).toBeNull()
  })

  test('a value adds itself as a filter to the address, and the dashboard stays as it is', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall', { one: widget() })]))
    await userEvent.click(await screen.findByRole('button', { name: 'Chrome' }))
    await waitFor(() =>
      expect(opened.router.state.location.searchStr).toBe('?filters[]=browser:Chrome'),
    )
    await waitFor(() => expect(asked(opened, '/breakdown')).toHaveLength(2))
    expect(asked(opened, '/breakdown')[1]!.search.getAll('filters[]')).toEqual(['browser:Chrome'])
    expect(writes(opened)).toEqual([])
  })
})

describe('editing', () => {
  const two = () => ({
    a: widget(),
    b: widget({ display_name: 'Beside', position: position(0, 3) }),
  })
  const placesIn = (body: unknown) =>
    Object.fromEntries(
      Object.entries((body as Fields).dashboard_contents.widgets).map(([id, { position: at }]) => [
        id,
        [at.row, at.column, at.row_span, at.column_span],
      ]),
    )

  test('DASH-008 Cancel ends editing without, Save with the changes stored', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall', two())]))
    await startEditing()
    await choose('Actions for Beside', 'Remove')
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
    await press('Cancel')
    expect(await screen.findByRole('region', { name: 'Beside' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(writes(opened)).toEqual([])

    await startEditing()
    await choose('Actions for Beside', 'Remove')
    await press('Save')
    await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
    const [saved] = writes(opened)
    expect(saved).toMatchObject({ method: 'PATCH', path: `${list}/${wallId}` })
    expect(saved!.body).toMatchObject({ version: 3, display_name: 'Wall' })
    expect(placesIn(saved!.body)).toEqual({ a: [0, 0, 1, 3] })
  })

  test('DASH-013 what was looked at is what is saved, and the address is clean again', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall', two())]), {
      search: '?timeframe[]=7:days&filters[]=country:US',
    })
    expect(await screen.findByRole('button', { name: 'Last 7 days' })).toBeTruthy()
    await startEditing()
    await press('Save')
    await waitFor(() => expect(opened.router.state.location.searchStr).toBe(''))
    expect(writes(opened)[0]!.body).toMatchObject({
      timeframe_start: 'Last 7 days',
      dashboard_contents: { global_dimension_filters: ['country:US'] },
    })
    expect(await screen.findByRole('button', { name: 'Last 7 days' })).toBeTruthy()
  })

  test('keys move a component, Shift resizes it, Escape puts it back and Enter drops it, each said aloud', async () => {
    const user = userEvent.setup()
    const opened = await open(serve([dashboard(wallId, 'Wall', two())]))
    await startEditing()
    const handle = screen.getByRole('button', { name: 'Move Views by browser' })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByText('Views by browser can go no further that way.')).toBeTruthy()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(
      screen.getByText('Views by browser: row 1, column 4, 3 columns wide, 1 row high.'),
    ).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.getByText('Views by browser is back where it was.')).toBeTruthy()
    expect(names()).toEqual(['Views by browser', 'Beside'])

    await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}{Enter}')
    expect(
      screen.getByText('Views by browser dropped at row 2, column 2, 3 columns wide, 2 rows high.'),
    ).toBeTruthy()
    expect(names()).toEqual(['Beside', 'Views by browser'])
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Views by browser'),
    )
    await press('Save')
    await waitFor(() => expect(writes(opened)).toHaveLength(1))
    expect(placesIn(writes(opened)[0]!.body)).toEqual({ a: [1, 1, 2, 3], b: [0, 3, 1, 3] })
  })

  test('on a phone two buttons change the order', async () => {
    await open(serve([dashboard(wallId, 'Wall', two())]))
    await startEditing()
    await press('Move Beside up')
    expect(names()).toEqual(['Beside', 'Views by browser'])
    await press('Move Beside down')
    expect(names()).toEqual(['Views by browser', 'Beside'])
  })

  test('DASH-019 the menu makes a component half or full', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall', two())]))
    await startEditing()
    await choose('Actions for Beside', 'Full size')
    await press('Save')
    await waitFor(() => expect(writes(opened)).toHaveLength(1))
    expect(placesIn(writes(opened)[0]!.body)).toEqual({ a: [0, 0, 1, 3], b: [1, 0, 2, 6] })
  })

  test('over what somebody else saved nothing is saved, and the own changes stay', async () => {
    const sentence = 'Somebody else saved this dashboard meanwhile.'
    await open(
      serve([dashboard(wallId, 'Wall', two())], {
        [`PATCH ${list}/${wallId}`]: {
          status: 400,
          body: {
            error: {
              type: 'invalid_parameters',
              messages: [sentence],
              fields: { version: [sentence] },
            },
          },
        },
      }),
    )
    await startEditing()
    await choose('Actions for Beside', 'Remove')
    await press('Save')
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([
        { type: 'error', title: 'Dashboard not saved', description: sentence },
      ]),
    )
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
  })

  test('the name is changed where it stands', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall')]))
    await press('Wall')
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Name of the dashboard' }),
      '{Control>}a{/Control}Lobby{Enter}',
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Lobby' })).toBeTruthy()
    expect(writes(opened)[0]!.body).toEqual({ display_name: 'Lobby', version: 3 })
  })
})

describe('the Create Component drawer', () => {
  const addComponent = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Add component' }))[0]!)
    return within(await screen.findByRole('dialog', { name: 'Create Component' }))
  }

  test('DASH-001 DASH-015 DASH-016 DASH-017 it opens, counts the name, and wants a type and a name', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall')]))
    const drawer = await addComponent()
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }))
    expect(await drawer.findByText('Choose a type')).toBeTruthy()
    expect(drawer.getByText('Enter a name')).toBeTruthy()
    const name = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect(drawer.getByText(/^0\/200/)).toBeTruthy()
    expect(name.maxLength).toBe(200)
    await userEvent.type(name, 'Views')
    expect(drawer.getByText(/^5\/200/)).toBeTruthy()
    await userEvent.click(drawer.getByRole('radio', { name: 'Number' }))
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('region', { name: 'Views' })).toBeTruthy()
    await press('Save')
    await waitFor(() => expect(writes(opened)).toHaveLength(1))
    const { widgets } = (writes(opened)[0]!.body as Fields).dashboard_contents
    expect(Object.values(widgets)).toMatchObject([
      { display_name: 'Views', type: 'metric', position: position(0, 0, 1, 1) },
    ])
  })

  test('a component is shown before it is there', async () => {
    await open(serve([dashboard(wallId, 'Wall', { one: widget() })]))
    await startEditing()
    await choose('Actions for Views by browser', 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Component' }))
    const preview = within(drawer.getByRole('region', { name: 'Preview' }))
    expect((await preview.findAllByRole('listitem'))[0]!.textContent).toContain('Chrome1,010')
    await userEvent.click(drawer.getByRole('radio', { name: 'List' }))
    expect(await preview.findByRole('row', { name: /Chrome/ })).toBeTruthy()
  })

  test('DASH-021 a component has no more filters than the plan allows', async () => {
    const described = (id: string, display_name: string) => ({
      id,
      display_name,
      category: 'device',
      basic: true,
    })
    await open(
      serve(
        [
          dashboard(wallId, 'Wall', {
            one: widget({ dimension_filters: ['browser:Chrome', 'cdn:fastly'] }),
          }),
        ],
        {
          'GET /ui/v1/dimensions': {
            body: {
              data: [
                described('browser', 'Browser'),
                described('cdn', 'CDN'),
                described('country', 'Country'),
              ],
              timeframe,
              total_row_count: 3,
            },
          },
          'GET /ui/v1/users/current-user/settings': { body: { data: { starred_dimensions: [] } } },
        },
      ),
      { featureFlags: { maxFilters: 2 } },
    )
    await startEditing()
    await choose('Actions for Views by browser', 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Component' }))
    await userEvent.click(drawer.getByRole('button', { name: 'Filter' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    const modal = within(screen.getAllByRole('dialog').at(-1)!)
    await userEvent.click(await modal.findByText('Country'))
    expect(
      await modal.findByText(
        'You have used the maximum number of filter dimensions for your plan.',
      ),
    ).toBeTruthy()
  })

  test('DASH-018 DASH-020 a sixth number is the last: then nothing adds a seventh', async () => {
    const numbers = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`n${at}`, number(at)]))
    const opened = await open(serve([dashboard(wallId, 'Wall', numbers)]))
    await startEditing()
    await press('Add number')
    const drawer = within(await screen.findByRole('dialog', { name: 'Create Component' }))
    await userEvent.type(drawer.getByRole('textbox', { name: 'Name' }), 'Sixth')
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }))
    expect(await screen.findByRole('region', { name: 'Sixth' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add number' })).toBeNull()
    const another = await addComponent()
    expect(another.getByRole<HTMLInputElement>('radio', { name: 'Number' }).disabled).toBe(true)
    await userEvent.click(another.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Save')
    await waitFor(() => expect(writes(opened)).toHaveLength(1))
    const { widgets } = (writes(opened)[0]!.body as Fields).dashboard_contents
    const sixth = Object.values(widgets).find(({ display_name: name }) => name === 'Sixth')
    expect(sixth?.position.column).toBe(5)
  })
})

describe('the whole dashboard', () => {
  test('DASH-014 it is deleted after a confirmation', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall')]))
    await choose('More for this dashboard', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Wall?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(writes(opened)).toEqual([])
    await choose('More for this dashboard', 'Delete')
    const again = within(await screen.findByRole('alertdialog'))
    await userEvent.click(again.getByRole('button', { name: 'Delete dashboard' }))
    expect(await screen.findByText('Dashboard deleted')).toBeTruthy()
    expect(writes(opened).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE ${list}/${wallId}`,
    ])
    await waitFor(() => expect(opened.router.state.location.pathname).toBe(base))
  })

  test('a duplicate is as it is seen, and opens', async () => {
    const opened = await open(serve([dashboard(wallId, 'Wall', { one: widget() })]), {
      search: '?timeframe[]=7:days',
    })
    await choose('More for this dashboard', 'Duplicate')
    await waitFor(() => expect(opened.router.state.location.pathname).toBe(`${base}/${madeId}`))
    expect(writes(opened)[0]!.body).toMatchObject({
      display_name: 'Wall (copy)',
      timeframe_start: 'Last 7 days',
      dashboard_contents: { widgets: { one: { display_name: 'Views by browser' } } },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Wall (copy)' })).toBeTruthy()
  })

  test('full screen stands in the address, and Escape leaves it', async () => {
    const { router } = await open(serve([dashboard(wallId, 'Wall', { one: widget() })]))
    await choose('More for this dashboard', 'Full screen')
    const page = within(await screen.findByRole('dialog', { name: 'Wall' }))
    expect(router.state.location.searchStr).toBe('?view=full')
    expect(await page.findByText('Chrome')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
