import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Screen as SummaryScreen } from './summary-screen.tsx'
import { Screen as DetailsScreen } from './usage-details-screen.tsx'
import { addMonths, daysOf, loadError, shortMonthName, thisMonth } from './usage-texts.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

const address = '/organizations/$organizationId/account/billing/usage-details'
const href = `/organizations/${ids.organization}/account/billing/usage-details`
const second = '77777777-7777-4777-8777-777777777777'

const meterRow = (meter: string, quantity: number, cents: number | null) => ({
  meter,
  unit: meter.startsWith('views') ? 'views' : 'minutes',
  quantity,
  cost_cents: cents,
})

const row = (
  key: string | null,
  name: string | null,
  meter: string,
  quantity: number,
  cents: number | null,
) => ({
  key,
  name,
  removed_at: key === second ? '2026-11-09T10:00:00.000Z' : null,
  tier: null,
  quality: null,
  ...meterRow(meter, quantity, cents),
})

const summaryOf = (isPriced: boolean, overrides: object = {}) => ({
  month: thisMonth(),
  currency: isPriced ? 'USD' : null,
  prices: isPriced
    ? {
        version: 3,
        valid_from: '2026-11-01T00:00:00.000Z',
        lines: [
          {
            meter: 'delivered',
            tier: '1080p',
            quality: null,
            steps: [
              { upto: 100_000, micros: 8000 },
              { upto: null, micros: 6000 },
            ],
          },
        ],
      }
    : null,
  is_invoiced: false,
  meters: [
    meterRow('delivered', 2000, isPriced ? 30_000 : null),
    meterRow('views_hosted', 50, isPriced ? 1000 : null),
    meterRow('views_other', 7, isPriced ? 260 : null),
  ],
  shared_costs: [],
  cost_cents: isPriced ? 31_260 : null,
  previous_cents: isPriced ? 23_160 : null,
  forecast: isPriced ? { low_cents: 54_000, high_cents: 61_000, shared_cents: 0, days: [] } : null,
  months: [{ month: thisMonth(), delivered: 2000, cost_cents: isPriced ? 31_260 : null }],
  counted_until: '2026-11-22T11:00:00.000Z',
  closed_until: '2026-11-21T09:00:00.000Z',
  ...overrides,
})

const rowsOf = (group: string | null, isPriced: boolean) => {
  const cents = (value: number) => (isPriced ? value : null)
  if (group === 'environment')
    return [
      row(ids.environment, 'Production', 'delivered', 1500, cents(20_000)),
      row(ids.environment, 'Production', 'views_hosted', 50, cents(1000)),
      row(ids.environment, 'Production', 'views_other', 7, cents(260)),
      row(second, 'Campaign site', 'delivered', 500, cents(10_000)),
    ]
  if (group === 'title')
    return [
      row(null, null, 'delivered', 1600, cents(25_000)),
      row('Cup final', 'Cup final', 'delivered', 400, cents(5000)),
    ]
  return [row(`${thisMonth()}-01`, null, 'delivered', 2000, cents(30_000))]
}

const api = ({
  isPriced = true,
  ...given
}: { isPriced?: boolean } & Record<string, unknown> = {}): ApiHandlers => ({
  'GET /ui/v1/usage/summary': { body: { data: summaryOf(isPriced) } },
  'GET /ui/v1/usage': ({ search }): GivenResponse => ({
    body: {
      data: rowsOf(search.get('group_by'), isPriced),
      more: 0,
      timeframe: [0, 1],
      currency: isPriced ? 'USD' : null,
    },
  }),
  [`GET /ui/v1/environments/${ids.environment}/usage`]: ({ search }): GivenResponse =>
    search.get('part') === 'data'
      ? { status: 500, body: { error: { type: 'internal_error', messages: ['Broken.'] } } }
      : { body: { data: [meterRow('delivered', 1500, 20_000)] } },
  ...(given as ApiHandlers),
})

const openDetails = (handlers: ApiHandlers, search = '') =>
  openScreen(DetailsScreen, { address, href: href + search, api: handlers })

const lines = async (label: string) => {
  const table = await screen.findByRole('table', { name: label })
  await waitFor(() => expect(within(table).getAllByRole('rowheader').length).toBeGreaterThan(1))
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.textContent)
}

test('BILL-022 environments show what they used and what it cost, the dearest first and the sum last', async () => {
  await openDetails(api())
  expect(await lines('Usage by environment')).toEqual([
    expect.stringMatching(/^Production1\.5k min\$200\.00.*57\$12\.60\$212\.60.*68\.0 %$/),
    expect.stringMatching(/^Campaign siteRemoved Nov 9, 2026500 min\$100\.00.*\$100\.00.*32\.0 %$/),
    expect.stringMatching(/^All2k min\$300\.00.*\$312\.60.*100\.0 %$/),
  ])
  expect(await screen.findByText('$540.00 to $610.00')).toBeTruthy()
  expect(screen.getByText('+$81.00')).toBeTruthy()
  expect(screen.getByText('$0.08')).toBeTruthy()
  expect(screen.getByText('$0.06 from 100k on')).toBeTruthy()
  const legend = await screen.findAllByRole('listitem')
  expect(legend.map((entry) => entry.textContent)).toContain('Delivered$300.00')
})

const sharedRow = (key: string | null, name: string | null, cents: number) => ({
  ...row(key, name, 'shared_costs', 0, cents),
  unit: '',
})

test('shared costs are a column of environments and days, and a line of titles before the sum', async () => {
  const user = userEvent.setup()
  const shared = [{ name: 'Rent of servers', shared_by: 'delivered', cost_cents: 4000 }]
  await openDetails({
    ...api(),
    'GET /ui/v1/usage/summary': { body: { data: summaryOf(true, { shared_costs: shared }) } },
    'GET /ui/v1/usage': ({ search }): GivenResponse => {
      const group = search.get('group_by')
      const own =
        group === 'environment'
          ? [
              sharedRow(ids.environment, 'Production', 3000),
              sharedRow(second, 'Campaign site', 1000),
            ]
          : [sharedRow(group === 'day' ? `${thisMonth()}-01` : null, null, 4000)]
      return {
        body: {
          data: [...rowsOf(group, true), ...own],
          more: 0,
          timeframe: [0, 1],
          currency: 'USD',
        },
      }
    },
  })
  expect(await lines('Usage by environment')).toEqual([
    expect.stringMatching(/^Production.*\$30\.00\$242\.60/),
    expect.stringMatching(/^Campaign site.*\$10\.00\$110\.00/),
    expect.stringMatching(/^All.*\$40\.00\$352\.60/),
  ])
  const card = await screen.findByRole('region', { name: 'Shared costs' })
  expect(card.textContent).toContain('Rent of servers by delivered minutes$40.00')
  await user.click(screen.getByRole('tab', { name: 'Titles' }))
  expect(await lines('Usage by title')).toEqual([
    expect.stringMatching(/^Cup final/),
    expect.stringMatching(/^Other titles/),
    expect.stringMatching(/^Shared costs–––––\$40\.00/),
    expect.stringMatching(/^All.*\$340\.00/),
  ])
  expect(screen.queryByRole('columnheader', { name: /Shared/ })).toBeNull()
})

const dayOf = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`

test('bars have the forecast as a band, the month before as a line, and the title of the dearest day', async () => {
  const before = addMonths(thisMonth(), -1)
  const ofDays = (month: string) =>
    [1, 2, 3, 4, 5, 6].map((day) =>
      row(dayOf(month, day), null, 'delivered', 100, day === 3 && month !== before ? 9000 : 1000),
    )
  const forecast = {
    low_cents: 54_000,
    high_cents: 61_000,
    shared_cents: 0,
    days: [{ day: dayOf(thisMonth(), 28), low_cents: 800, high_cents: 1400 }],
  }
  const { container, requests } = await openDetails({
    ...api(),
    'GET /ui/v1/usage/summary': {
      body: {
        data: summaryOf(true, {
          forecast,
          closed_until: `${dayOf(thisMonth(), 5)}T00:00:00.000Z`,
          counted_until: `${dayOf(thisMonth(), 6)}T11:00:00.000Z`,
        }),
      },
    },
    'GET /ui/v1/usage': ({ search }): GivenResponse => {
      const start = new Date(Number(search.getAll('timeframe[]')[0]) * 1000).toISOString()
      const group = search.get('group_by')
      return {
        body: {
          data:
            group === 'day'
              ? ofDays(start.slice(0, 7))
              : group === 'title'
                ? [row('Cup final', 'Cup final', 'delivered', 80, 6400)]
                : rowsOf(group, true),
          more: 0,
          timeframe: [0, 1],
          currency: 'USD',
        },
      }
    },
  })
  const slider = await screen.findByRole('slider', { name: 'Cost by day' })
  const mark = await waitFor(() => {
    const found = container.querySelector('.ph-chart-mark')
    expect(found).toBeTruthy()
    return found!
  })
  expect(mark.textContent).toBe('Cup final')
  const ofTitle = requests.filter(({ search }) => search.get('group_by') === 'title')
  expect(ofTitle.map(({ search }) => search.get('limit'))).toEqual(['1'])
  await waitFor(() => expect(container.querySelector('polyline')).toBeTruthy())
  expect(container.querySelectorAll('.ph-chart-expected')).toHaveLength(1)
  // The playhead rests where counted ends.
  expect(container.querySelectorAll('.ph-chart-playhead')).toHaveLength(1)
  expect(container.querySelectorAll('[data-open]').length).toBeGreaterThan(0)
  act(() => slider.focus())
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    new RegExp(`\\$90\\.00, Delivered;.*\\$10\\.00, ${shortMonthName(before)}$`),
  )
  await userEvent.keyboard('{End}')
  const after = daysOf(thisMonth()).length - 28
  for (let step = 0; step < after; step += 1) await userEvent.keyboard('{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toContain('$8.00 to $14.00, Forecast')
})

test('a long table shows ten lines with the sum, and all of them when asked', async () => {
  const user = userEvent.setup()
  const days = daysOf(thisMonth()).map((day) => row(day, null, 'delivered', 10, 100))
  await openDetails(
    {
      ...api(),
      'GET /ui/v1/usage': {
        body: { data: days, more: 0, timeframe: [0, 1], currency: 'USD' },
      },
    },
    '?by=day',
  )
  expect(await lines('Usage by day')).toHaveLength(11)
  await user.click(screen.getByRole('button', { name: `Show all ${days.length}` }))
  const all = await lines('Usage by day')
  expect(all).toHaveLength(days.length + 1)
  expect(all.at(-1)).toMatch(/^All/)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('the page says that the server shows back only, and that data is in the cost of its video', async () => {
  await openDetails(api())
  expect(await screen.findByText('Showback')).toBeTruthy()
  expect(screen.queryByText(/include those of their data/)).toBeNull()
  await stopScreens()
  await openDetails({
    ...api(),
    'GET /ui/v1/usage/summary': { body: { data: summaryOf(true, { is_invoiced: true }) } },
    'GET /ui/v1/usage': {
      body: {
        data: [
          row(ids.environment, 'Production', 'stored', 100, 300),
          row(ids.environment, 'Production', 'stored_bytes', 7, 200),
        ],
        more: 0,
        timeframe: [0, 1],
        currency: 'USD',
      },
    },
  })
  expect(
    await screen.findByText(/The costs of Delivered and Stored include those of their data\./),
  ).toBeTruthy()
  expect(await lines('Usage by environment')).toEqual([
    expect.stringContaining('100 min$5.00'),
    expect.stringMatching(/^All/),
  ])
  expect(screen.queryByText('Showback')).toBeNull()
})

test('the page of an environment begins with its cost and its part of all environments', async () => {
  await openDetails(api(), `?environment=${ids.environment}`)
  expect(await screen.findByText('$212.60')).toBeTruthy()
  expect(screen.getByText('68.0 % of the $312.60 of all environments')).toBeTruthy()
})

test.each([404, 400])(
  'an environment that is not found (%i) is said to be so, and costs nothing',
  async (status) => {
    const refusal = { error: { type: 'not_found', messages: ['There is no such environment.'] } }
    const handlers = api()
    const list = handlers['GET /ui/v1/usage'] as (asked: {
      search: URLSearchParams
    }) => GivenResponse
    const { container } = await openDetails(
      {
        ...handlers,
        'GET /ui/v1/usage': (asked) =>
          asked.search.has('environment') ? { status, body: refusal } : list(asked),
        'GET /ui/v1/environments/unknown/usage': { status, body: refusal },
      },
      '?environment=unknown',
    )
    expect(await screen.findByText('There is no such environment')).toBeTruthy()
    expect(container.textContent).not.toContain('$')
    expect(screen.queryByText(loadError)).toBeNull()
    const link = screen.getByRole('link', { name: 'Go to all environments' })
    expect(link.getAttribute('href')).toBe(href)
  },
)

test('the file of a table has more than its lines', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { requests } = await openDetails(api(), '?by=title')
  await lines('Usage by title')
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const file = requests.find(({ headers }) => headers['accept'] === 'text/csv')!
  expect(file.search.get('limit')).toBe('1000')
})

test('without prices there is no money on the screen', async () => {
  const { container } = await openDetails(api({ isPriced: false }))
  expect(await lines('Usage by environment')).toHaveLength(3)
  expect(await screen.findByText(/No prices are entered/)).toBeTruthy()
  expect(container.textContent).not.toContain('$')
  expect(screen.queryByText('Forecast')).toBeNull()
})

test.each([
  { who: 'customers', internal: false, hrefs: [] },
  { who: 'staff', internal: true, hrefs: ['/operator/prices', '/docs/usage#your-prices'] },
])('without prices $who are led to $hrefs', async ({ internal, hrefs }) => {
  const { currentUser } = aSession()
  const session = aSession({ currentUser: { ...currentUser, internal } })
  await openScreen(DetailsScreen, { address, href, session, api: api({ isPriced: false }) })
  const card = await screen.findByRole('region', { name: 'Prices' })
  await within(card).findByText(/No prices are entered, so only quantities are shown\./)
  const links = within(card).queryAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(hrefs)
})

test('an environment opens its titles, whose last row is the rest; BILL-021 its video and data load apart', async () => {
  const user = userEvent.setup()
  const { requests } = await openDetails(api())
  await user.click(await screen.findByRole('link', { name: 'Production' }))
  expect(await lines('Usage by title')).toEqual([
    expect.stringMatching(/^Cup final/),
    expect.stringMatching(/^Other titles/),
    expect.stringMatching(/^All/),
  ])
  expect(requests.at(-1)!.path).toContain('usage')
  expect(
    requests.some(
      ({ search }) =>
        search.get('group_by') === 'title' && search.get('environment') === ids.environment,
    ),
  ).toBe(true)
  const video = await screen.findByRole('region', { name: 'Video usage' })
  expect(await within(video).findByText('1,500 minutes')).toBeTruthy()
  const data = screen.getByRole('region', { name: 'Data usage' })
  expect(await within(data).findByText(loadError)).toBeTruthy()
})

test('bars without prices begin with what was used, not with a meter of nothing', async () => {
  const viewsOfDay = row(`${thisMonth()}-01`, null, 'views_other', 57, null)
  await openDetails(
    api({
      isPriced: false,
      'GET /ui/v1/usage': {
        body: { data: [viewsOfDay], more: 0, timeframe: [0, 1], currency: null },
      },
    }),
  )
  const choice = await screen.findByRole('button', { name: /Meter of the bars/ })
  expect(choice.textContent).toContain('Views by day')
})

test('tabs are reached by the keyboard and kept in the address', async () => {
  const user = userEvent.setup()
  const { router } = await openDetails(api())
  await lines('Usage by environment')
  const tab = screen.getByRole('tab', { name: 'Environments' })
  tab.focus()
  await user.keyboard('{ArrowRight}')
  expect(await lines('Usage by title')).toHaveLength(3)
  expect(router.state.location.search).toMatchObject({ by: 'title' })
})

test('another month is asked for, and none after this one', async () => {
  const user = userEvent.setup()
  const { router, requests } = await openDetails(api())
  await lines('Usage by environment')
  expect(screen.getByRole('button', { name: 'The next month' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'The month before' }))
  const { month } = router.state.location.search as { month: string }
  expect(month < thisMonth()).toBe(true)
  await waitFor(() =>
    expect(requests.some(({ search }) => search.get('month') === month)).toBe(true),
  )
})

test('BILL-012 what cannot be loaded says so and is tried again, and the rest of the page stays', async () => {
  const user = userEvent.setup()
  let isBroken = true
  const failing: ApiHandlers = {
    ...api(),
    'GET /ui/v1/usage/summary': () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal_error', messages: ['Broken.'] } } }
        : { body: { data: summaryOf(true) } },
  }
  await openDetails(failing)
  expect((await screen.findAllByText(loadError)).length).toBeGreaterThan(0)
  expect(await lines('Usage by environment')).toHaveLength(3)
  expect(screen.queryByText(/Nothing is counted yet/)).toBeNull()
  isBroken = false
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(await screen.findByText('$540.00 to $610.00')).toBeTruthy()
})

test('a month in which nothing was used says what would be here', async () => {
  await openDetails({
    ...api(),
    'GET /ui/v1/usage': { body: { data: [], more: 0, timeframe: [0, 1], currency: 'USD' } },
  })
  expect(await screen.findByText('Nothing was used')).toBeTruthy()
  expect(await screen.findByText(/^Nothing was used in /)).toBeTruthy()
  await screen.findByText(/is counted here by day\. Counted until Nov 22, 2026.* 11:00/)
})

const openSummary = async (handlers: ApiHandlers) => {
  // What other features add is read with `use`, after which only an awaited act goes on.
  await act(async () => {
    await openScreen(SummaryScreen, {
      address: '/organizations/$organizationId/account/billing',
      href: `/organizations/${ids.organization}/account/billing`,
      api: handlers,
    })
  })
}

test('BILL-007 the number of the summary says by which prices it is, and until when it is counted', async () => {
  await openSummary(api())
  const card = await screen.findByRole('region', { name: 'Usage' })
  expect(await within(card).findByText("This month so far, at the operator's prices")).toBeTruthy()
  expect(within(card).getByText(/^Counted until Nov 22, 2026.* 11:00/).textContent).toMatch(
    /Each hour is counted once it is over\.$/,
  )
})

test('where invoices are written, the number says that it leaves the plan out', async () => {
  await openSummary(
    api({
      'GET /ui/v1/usage/summary': { body: { data: summaryOf(true, { is_invoiced: true }) } },
    }),
  )
  const card = await screen.findByRole('region', { name: 'Usage' })
  expect(
    await within(card).findByText(
      "This month so far, at the operator's prices, before what your plan includes",
    ),
  ).toBeTruthy()
})

test.each([
  { until: '2026-11-22T11:00:00.000Z', said: /Each month is a bar here\. Counted until Nov 22/ },
  { until: null, said: /Each month is a bar here\. Nothing is counted yet\./ },
])('BILL-007 nothing that was used until $until says so', async ({ until, said }) => {
  const nothing = {
    counted_until: until,
    cost_cents: 0,
    months: [{ month: thisMonth(), delivered: 0, cost_cents: 0 }],
  }
  await openSummary(
    api({ 'GET /ui/v1/usage/summary': { body: { data: summaryOf(true, nothing) } } }),
  )
  expect(await screen.findByText('Nothing was used')).toBeTruthy()
  expect(await screen.findByText(said)).toBeTruthy()
})

test('BILL-005 BILL-007 the summary shows the plan, this month, and leads to the details', async () => {
  await openSummary(api())
  expect(await screen.findByText('Plan Custom')).toBeTruthy()
  expect(await screen.findByText('$312.60')).toBeTruthy()
  expect(await screen.findByRole('slider', { name: 'Cost by month' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Usage details' }).getAttribute('href')).toBe(href)
})
