import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import {
  aBreakdownResponse,
  anInsight,
  anInsightsResponse,
  metricsHref,
  openMetrics,
  aRow,
  aView,
  aViewsResponse,
} from './testing-metrics.tsx'

beforeEach(() => toasts.clear())
afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

type Opened = Awaited<ReturnType<typeof openMetrics>>

const score = '/data/v1/metrics/viewer_experience_score'
const breakdown = `GET ${score}/breakdown`
const insights = `GET ${score}/insights`
const failing = { status: 403, body: { error: { type: 'forbidden', messages: ['Not now.'] } } }
const of = ({ requests }: Opened, path: string) =>
  requests.filter((request) => request.method === 'GET' && request.path === path)
const addressOf = ({ router }: Opened) => router.state.location.search as Record<string, unknown>
const header = (name: RegExp | string) => screen.findByRole('columnheader', { name })
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aRow(`Browser ${index}`))

test('METR-036 METR-037 METR-038 a row shows the value, its views and what it does to the whole', async () => {
  const opened = await openMetrics()
  const row = await screen.findByRole('row', { name: /Silk/ })
  const [value, views, impact] = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect([value, views, impact]).toEqual(['62.50', '12', '−3.90'])
  expect(await header('Impact on overall score')).toBeTruthy()
  expect(screen.getByText('3 rows')).toBeTruthy()
  const [asked] = of(opened, `${score}/breakdown`)
  expect(Object.fromEntries(asked!.search)).toMatchObject({
    measurement: 'avg',
    'timeframe[]': '24:hours',
    group_by: 'browser',
    order_by: 'negative_impact',
    order_direction: 'desc',
    limit: '50',
    page: '1',
  })
})

test('METR-037 a metric that is not a score has a negative impact in its own unit', async () => {
  await openMetrics(
    '?metric=video_startup_time',
    {
      'GET /data/v1/metrics/video_startup_time/breakdown': aBreakdownResponse([
        aRow('Silk', { value: 2500, negative_impact: 120 }),
        aRow('Safari', { value: 900, negative_impact: -90 }),
      ]),
    },
    { metric: 'video_startup_time' },
  )
  expect(await header('Negative impact')).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Silk/ })).textContent).toContain('+0.12 s')
  expect((await screen.findByRole('row', { name: /Safari/ })).textContent).toContain('−0.09 s')
  // All bars begin at one zero line: what is worse lies left of it.
  const bars = [...document.querySelectorAll<HTMLElement>('td [aria-hidden] > :first-child')].map(
    ({ style: { left, width } }) =>
      [left, width].map((text) => Math.round(Number.parseFloat(text))),
  )
  expect(bars).toEqual([
    [0, 57],
    [57, 43],
  ])
})

test('METR-034 a dimension is found by its name', async () => {
  const { router } = await openMetrics()
  const list = within(await screen.findByRole('region', { name: 'Break down by' }))
  const field = await list.findByRole('searchbox', { name: 'Find a dimension' })
  await userEvent.type(field, 'browser v{Enter}')
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ breakdown: 'browser_version' }),
  )
})

test('METR-037 views with a value are shown beside all views, and the title says which', async () => {
  const rows = [aRow('Silk', { views: 9, total_views: 1_234 }), aRow('Safari', { views: 7 })]
  const opened = await openMetrics('', { [breakdown]: aBreakdownResponse(rows) })
  const viewsIn = async (name: RegExp) =>
    within(await screen.findByRole('row', { name })).getAllByRole('cell')[1]!.textContent
  expect(await viewsIn(/Silk/)).toBe('9 of 1,234')
  expect(await viewsIn(/Safari/)).toBe('7')
  expect(await header('Views with a value')).toBeTruthy()
  const failures = 'playback_failure_percentage'
  const of = { [`GET /data/v1/metrics/${failures}/breakdown`]: aBreakdownResponse(rows) }
  await stopScreens()
  await openMetrics(`?metric=${failures}`, of, { metric: failures })
  expect(await header('Views')).toBeTruthy()
  expect(opened.requests.length).toBeGreaterThan(0)
})

test('METR-045 the dimensions of a few views stand first, and those of all views join them', async () => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const named = (...data: string[]) => ({
    body: { data, timeframe: [1, 2], total_row_count: data.length },
  })
  await openMetrics('?breakdown=browser', {
    'GET /ui/v1/dimensions/used/glance': named('browser'),
    'GET /ui/v1/dimensions/used': { ...named('browser', 'country'), after: isReleased },
  })
  const list = within(await screen.findByRole('region', { name: 'Break down by' }))
  expect(await list.findByRole('button', { name: 'Browser' })).toBeTruthy()
  expect(list.queryByRole('button', { name: 'Country' })).toBeNull()
  release()
  expect(await list.findByRole('button', { name: 'Country' })).toBeTruthy()
  expect(list.getByRole('button', { name: 'Show 1 without values' })).toBeTruthy()
})

test('METR-045 dimensions without values are listed on demand, and found by their name', async () => {
  await openMetrics('?breakdown=browser', {
    'GET /ui/v1/dimensions/used': {
      body: { data: ['browser'], timeframe: [1, 2], total_row_count: 1 },
    },
  })
  const list = within(await screen.findByRole('region', { name: 'Break down by' }))
  const more = 'Show 2 without values'
  await list.findByRole('button', { name: more })
  expect(list.queryByRole('button', { name: 'Country' })).toBeNull()
  await userEvent.type(list.getByRole('searchbox', { name: 'Find a dimension' }), 'count')
  expect(list.getByRole('button', { name: 'Country' })).toBeTruthy()
  await userEvent.clear(list.getByRole('searchbox', { name: 'Find a dimension' }))
  await userEvent.click(list.getByRole('button', { name: more }))
  expect(list.getByRole('button', { name: 'Browser version' })).toBeTruthy()
})

test('METR-034 the dimensions are left of the table, which has 70 % of the width', async () => {
  const opened = await openMetrics('?page=2', { [breakdown]: aBreakdownResponse(many(2), 62) })
  const list = await screen.findByRole('region', { name: 'Break down by' })
  expect(list.closest('.grid')?.className).toContain('lg:grid-cols-[30%_70%]')
  await userEvent.click(within(list).getByRole('button', { name: 'Country' }))
  await waitFor(() => expect(addressOf(opened)).toEqual({ breakdown: 'country' }))
  await waitFor(() =>
    expect(of(opened, `${score}/breakdown`).at(-1)!.search.get('group_by')).toBe('country'),
  )
  expect(await screen.findByRole('table', { name: 'Breakdown by Country' })).toBeTruthy()
})

test('METR-035 a title sorts descending first, and the order is in the address', async () => {
  const opened = await openMetrics('?page=2', { [breakdown]: aBreakdownResponse(many(12), 62) })
  await userEvent.click(await screen.findByRole('button', { name: 'Views with a value' }))
  await waitFor(() => expect(addressOf(opened)).toEqual({ order_by: 'views' }))
  expect((await header('Views with a value')).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Views with a value' }))
  await waitFor(() =>
    expect(addressOf(opened)).toEqual({ order_by: 'views', order_direction: 'asc' }),
  )
  await waitFor(() =>
    expect(of(opened, `${score}/breakdown`).at(-1)!.search.get('order_direction')).toBe('asc'),
  )
})

test('METR-035 METR-038 pages of 50 rows are links, with the number of rows', async () => {
  const opened = await openMetrics('', {
    [breakdown]: ({ search }) =>
      aBreakdownResponse(search.get('page') === '2' ? many(12) : many(50), 62),
  })
  expect(await screen.findByText('1–50 of 62')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(addressOf(opened).page).toBe('2'))
  expect(await screen.findByText('51–62 of 62')).toBeTruthy()
  act(() => opened.router.history.back())
  expect(await screen.findByText('1–50 of 62')).toBeTruthy()
})

test('METR-101 a search field narrows the values, and its text is in the address', async () => {
  const opened = await openMetrics('?query=Silk&page=2', {
    [breakdown]: ({ search }) =>
      aBreakdownResponse(search.get('query') === 'nothing' ? [] : many(2)),
  })
  const field = await screen.findByRole('searchbox', { name: 'Search Browser' })
  expect(field).toHaveProperty('value', 'Silk')
  await waitFor(() =>
    expect(of(opened, `${score}/breakdown`).at(-1)!.search.get('query')).toBe('Silk'),
  )
  await userEvent.clear(field)
  await userEvent.type(field, 'nothing')
  expect(
    await screen.findByText(
      'No value of Browser with views in this time frame contains “nothing”.',
    ),
  ).toBeTruthy()
  expect(addressOf(opened)).toEqual({ query: 'nothing' })
  expect(
    of(opened, `${score}/breakdown`).some(({ search }) => search.get('query') === 'noth'),
  ).toBe(false)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(addressOf(opened)).toEqual({}))
  expect(await screen.findByRole('row', { name: /Browser 0/ })).toBeTruthy()
})

test('METR-039 with metric filters the page looks up 500 values at once, and says which have none left', async () => {
  const opened = await openMetrics('?metric_filters[]=video_startup_time%3E2000', {
    [breakdown]: ({ search }) =>
      aBreakdownResponse(search.has('metric_filters[]') ? many(1) : many(6)),
  })
  expect(
    await screen.findByText(
      'The metric filters leave 1 of 6 values. No views left for: Browser 1, Browser 2, Browser 3 and 2 more.',
    ),
  ).toBeTruthy()
  const lookups = of(opened, `${score}/breakdown`).filter(
    ({ search }) => search.get('limit') === '500',
  )
  expect(lookups.map(({ search }) => search.get('page'))).toEqual(['1', '1'])
  expect(lookups.map(({ search }) => search.getAll('metric_filters[]')).toSorted()).toEqual([
    [],
    ['video_startup_time>2000'],
  ])
})

test('METR-039 without metric filters nothing is looked up', async () => {
  const opened = await openMetrics()
  await screen.findByRole('row', { name: /Silk/ })
  expect(of(opened, `${score}/breakdown`).map(({ search }) => search.get('limit'))).toEqual(['50'])
})

test.each([
  ['viewer_experience_score', /^Views: each counts as much as any other/],
  ['rebuffer_percentage', /^Watch time: a view counts for as long as it was watched/],
])('METR-102 the description of %s says what it relates to', async (metric, words) => {
  await openMetrics(`?metric=${metric}&activeTab=description`, {}, { metric })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('METR-040 a breakdown without rows says so', async () => {
  await openMetrics('', { [breakdown]: aBreakdownResponse([]) })
  expect(await screen.findByText('No Results Found')).toBeTruthy()
})

test('medians from sums say how exact they and their impact are', async () => {
  const startup = { metric: 'video_startup_time' }
  const { body } = aBreakdownResponse([aRow('Chrome')])
  const approximate = { body: { ...body, meta: { approximate: 0.0055 } } }
  const api = {
    'GET /data/v1/metrics/video_startup_time/breakdown': ({ search }: ReceivedRequest) =>
      search.get('timeframe[]') === '24:hours' ? { body } : approximate,
  }
  const opened = await openMetrics('?metric=video_startup_time&timeframe[]=6:months', api, startup)
  const roughly =
    /values are within 0\.6 %, their impact within 1\.2 % of the value times its share/
  expect((await screen.findByText(roughly)).textContent).toMatch(/^From daily sums/)
  const go = (search: string) =>
    act(() => void opened.router.navigate({ href: `${metricsHref}?${search}` }))
  go('metric=video_startup_time&timeframe[]=30:days')
  await waitFor(() => expect(screen.getByText(roughly).textContent).toMatch(/^From sums of hours/))
  go('metric=video_startup_time')
  await waitFor(() => expect(screen.queryByText(roughly)).toBeNull())
})

test('METR-082 insights of a median from sums say how exact they are', async () => {
  const startup = { metric: 'video_startup_time' }
  const insight = anInsight('country', 'DE', { metric: 900, negative_impact_score: 300 })
  const { body } = anInsightsResponse([insight])
  const api = {
    'GET /data/v1/metrics/video_startup_time/insights': ({ search }: ReceivedRequest) =>
      search.get('timeframe[]') === '24:hours'
        ? { body }
        : { body: { ...body, meta: { ...body.meta, approximate: 0.0055 } } },
  }
  const search = 'metric=video_startup_time&activeTab=insights'
  const opened = await openMetrics(`?${search}&timeframe[]=30:days`, api, startup)
  const roughly = /^From sums of hours and days: values are within 0\.6 %/
  expect(await screen.findByText(roughly)).toBeTruthy()
  act(() => void opened.router.navigate({ href: `${metricsHref}?${search}` }))
  await waitFor(() => expect(screen.queryByText(roughly)).toBeNull())
})

test('a breakdown that fails can be asked for again, with the rest of the page alive', async () => {
  let isBroken = true
  await openMetrics('', {
    [breakdown]: () => (isBroken ? failing : aBreakdownResponse([aRow('Chrome')])),
  })
  const panel = await screen.findByRole('tabpanel')
  expect((await within(panel).findByRole('alert')).textContent).toContain('Not now.')
  expect(await screen.findByText('+1.90')).toBeTruthy()
  isBroken = false
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Chrome/ })).toBeTruthy()
})

test('a value filters when pressed, excludes with Alt, and rows are walked by key', async () => {
  const opened = await openMetrics('?page=1')
  const chrome = await screen.findByRole('button', { name: 'Chrome' })
  act(() => chrome.focus())
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Silk')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Unknown')
  await userEvent.keyboard('k{Home}')
  expect(document.activeElement).toBe(chrome)
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.textContent).toBe('Unknown')
  fireEvent.click(chrome, { altKey: true })
  await waitFor(() => expect(addressOf(opened)).toEqual({ filters: ['!browser:Chrome'] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Unknown' }))
  await waitFor(() => expect(addressOf(opened).filters).toEqual(['browser:__null__']))
})

test('the menu of a row filters, excludes, compares, and leads to the views', async () => {
  const opened = await openMetrics('?timeframe[]=7:days&filters[]=country:US')
  const choose = async (action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Chrome' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  }
  await choose('Exclude this value')
  await waitFor(() => expect(addressOf(opened).filters).toEqual(['country:US', '!browser:Chrome']))
  await choose('Filter by this value')
  await waitFor(() => expect(addressOf(opened).filters).toEqual(['country:US', 'browser:Chrome']))
  const linkOf = async (action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Silk' }))
    const href = (await screen.findByRole('menuitem', { name: action })).getAttribute('href')
    await userEvent.keyboard('{Escape}')
    return href
  }
  const environment = metricsHref.replace(/\/metrics$/, '')
  const question = 'timeframe[]=7:days&filters[]=country:US&filters[]=browser:Chrome'
  expect(await linkOf('Compare with others')).toBe(
    `${environment}/compare/browser?${question}&comparisons[]=Silk`,
  )
  expect(await linkOf('Views with this value')).toBe(
    `${environment}/views?${question}&filters[]=browser:Silk`,
  )
})

test('METR-042 METR-043 METR-044 the file holds the query of the table, all rows at once', async () => {
  const saved: { name: string; text: Promise<Uint8Array> }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: files.at(-1)! })
  })
  const files: Promise<Uint8Array>[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push((file as Blob).arrayBuffer().then((bytes) => new Uint8Array(bytes)))
    return 'blob:file'
  })
  const opened = await openMetrics(
    '?breakdown=country&order_by=views&filters[]=country:US&page=2',
    {
      [breakdown]: ({ headers }) =>
        headers.accept === 'text/csv'
          ? { text: '\uFEFFfield,value\r\nDE,2\r\n' }
          : aBreakdownResponse(many(12), 62),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const asked = of(opened, `${score}/breakdown`).find(
    ({ headers }) => headers.accept === 'text/csv',
  )!
  const table = of(opened, `${score}/breakdown`).find(
    ({ headers }) => headers.accept !== 'text/csv',
  )!
  const queryOf = (search: URLSearchParams) => [...search].toSorted().map(String)
  expect(queryOf(asked.search)).toEqual(
    queryOf(table.search)
      .filter((text) => !text.startsWith('page,') && !text.startsWith('limit,'))
      .concat('limit,10000')
      .toSorted(),
  )
  expect(asked.headers['x-organization-id']).toBe(ids.organization)
  expect(asked.headers['x-environment-id']).toBe(ids.environment)
  expect(saved[0]!.name).toBe('breakdown.csv')
  const bytes = await saved[0]!.text
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  expect(new TextDecoder().decode(bytes)).toContain('DE,2')
})

test('a refused download shows a message', async () => {
  await openMetrics('', {
    [breakdown]: ({ headers }) =>
      headers.accept === 'text/csv' ? failing : aBreakdownResponse([aRow('Chrome')]),
  })
  await screen.findByRole('row', { name: /Chrome/ })
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(toasts.list()).toHaveLength(1))
})

const seven = ['DE', 'FR', 'IT', 'ES', 'PT', 'NL', 'BE'].map((code, index) =>
  anInsight('country', code, { negative_impact_score: 0.03 - index / 1000 }),
)

test('METR-082 METR-083 five insights are shown, the others on demand, each one click from a filter', async () => {
  const opened = await openMetrics('?activeTab=insights', { [insights]: anInsightsResponse(seven) })
  const table = await screen.findByRole('table', { name: 'Insights' })
  await within(table).findByRole('row', { name: /Germany/ })
  const rows = () => within(table).getAllByRole('row').slice(1)
  expect(rows()).toHaveLength(5)
  expect(rows()[0]!.textContent).toContain('Country')
  const cells = within(rows()[0]!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['70.00', '1,200', '−3.00'])
  expect((await screen.findByRole('tab', { name: /Insights/ })).textContent).toBe('Insights7')
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(rows()).toHaveLength(7)
  await userEvent.click(screen.getByRole('button', { name: 'Show the first 5' }))
  expect(rows()).toHaveLength(5)
  await userEvent.click(within(table).getByRole('button', { name: 'Germany' }))
  await waitFor(() =>
    expect(addressOf(opened)).toEqual({ activeTab: 'insights', filters: ['country:DE'] }),
  )
})

test('METR-084 without insights it says which are shown', async () => {
  await openMetrics('?activeTab=insights')
  expect(await screen.findByText('No results to show.')).toBeTruthy()
  expect(screen.getByText('We only show insights greater than 1% of view count.')).toBeTruthy()
})

test('insights that fail can be asked for again', async () => {
  await openMetrics('?activeTab=insights', { [insights]: failing })
  const panel = await screen.findByRole('tabpanel')
  expect((await within(panel).findByRole('alert')).textContent).toContain('Not now.')
})

test('METR-085 the views behind the number have the columns that distinguish them, and open', async () => {
  const opened = await openMetrics('?activeTab=video-views&filters[]=country:DE', {
    'GET /data/v1/video-views': aViewsResponse([aView('view-1')]),
  })
  const row = await screen.findByRole('row', { name: /The Keeper/ })
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles).toEqual([
    'Score',
    'End time',
    'Title',
    'Watch time',
    'OS family',
    'Country',
    'Error type',
    'Player error code',
    'Playback failure',
  ])
  for (const text of ['91.20', '1:01', 'macOS', 'Germany', '77', '403', 'Yes'])
    expect(row.textContent).toContain(text)
  expect(of(opened, '/data/v1/video-views')[0]!.search.getAll('filters[]')).toEqual(['country:DE'])
  await userEvent.click(within(row).getByRole('link', { name: 'The Keeper' }))
  await waitFor(() => expect(opened.router.state.location.pathname).toMatch(/\/views\/view-1$/))
})

test('METR-086 without views the table says so', async () => {
  await openMetrics('?activeTab=video-views')
  expect(await screen.findByText('No Results Found')).toBeTruthy()
})

test('KIT-046 a metric of failures leads to the views with an error', async () => {
  const opened = await openMetrics(
    '?metric=playback_failure_percentage&activeTab=video-views',
    { 'GET /data/v1/video-views': aViewsResponse([aView('view-1')]) },
    { metric: 'playback_failure_percentage' },
  )
  expect(await screen.findByRole('tab', { name: 'Error Views' })).toBeTruthy()
  await screen.findByRole('row', { name: /The Keeper/ })
  expect(of(opened, '/data/v1/video-views')[0]!.search.get('error_id')).toBe('any')
})
