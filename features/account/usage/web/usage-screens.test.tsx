import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Screen as SummaryScreen } from './summary-screen.tsx'
import { Screen as DetailsScreen } from './usage-details-screen.tsx'
import { loadError, thisMonth } from './usage-texts.ts'

afterEach(stopScreens)

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
  meters: [
    meterRow('delivered', 2000, isPriced ? 30_000 : null),
    meterRow('views_hosted', 50, isPriced ? 1000 : null),
    meterRow('views_other', 7, isPriced ? 260 : null),
  ],
  cost_cents: isPriced ? 31_260 : null,
  previous_cents: isPriced ? 23_160 : null,
  reasons: isPriced
    ? [{ environment: 'Production', meter: 'delivered', difference_cents: 8100 }]
    : [],
  forecast: isPriced ? { low_cents: 54_000, high_cents: 61_000, days: [] } : null,
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
  expect(screen.getByText('delivered of Production (+$81.00)')).toBeTruthy()
  expect(screen.getByText('$0.08')).toBeTruthy()
  expect(screen.getByText('$0.06 from 100k on')).toBeTruthy()
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
