import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as IndexScreen } from './billing-index-screen.tsx'
import { Screen as VersionsScreen } from './operator/versions-screen.tsx'
import { aPlanList, aSessionOn, aSubscription, base, openPlans, pro } from './testing-plans.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const change = (overrides: object = {}) => ({
  plan_id: 'pro',
  billing_frequency: 'month',
  effective_at: '2026-11-16T00:00:00.000Z',
  is_at_once: true,
  currency: 'USD',
  month_cents: 24_950,
  month_cents_before: 0,
  ...overrides,
})

test('BILL-004 BILL-007 BILL-022 BILL-032 a plan is chosen after the page has said what it costs now', async () => {
  const user = userEvent.setup()
  const { requests } = await openPlans(
    {},
    { 'POST /ui/v1/billing/plan': () => ({ body: { data: change() } }) },
  )
  const card = await screen.findByRole('region', { name: 'Pro' })
  expect(card.textContent).toContain('$499.00 a month')
  expect(screen.getByRole('region', { name: 'Free' }).textContent).toContain('Your plan')
  expect(screen.getByRole('region', { name: 'Free' }).textContent).toContain('10 videos')
  expect(
    within(screen.getByRole('navigation', { name: 'Billing pages' }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Summary', 'Payment method', 'Invoices', 'Plans'])
  expect(screen.queryByRole('button', { name: 'Choose Custom' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Choose Pro' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change to Pro' })
  await within(dialog).findByText(
    'Pro begins at once. The fees of this month go up by $249.50; after that the fee is $499.00 a month. Amounts are without tax.',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Choose Pro' }))
  expect(await screen.findByText('Your plan is Pro')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { plan_id: 'pro', billing_frequency: 'month', preview: true },
    { plan_id: 'pro', billing_frequency: 'month' },
  ])
})

test('BILL-032 while a change waits, the present plan can be kept and the next one is not offered again', async () => {
  const user = userEvent.setup()
  const from = '2026-12-01T00:00:00.000Z'
  const next = { plan_id: 'free', billing_frequency: 'month', from }
  const { requests } = await openPlans(
    { current: aSubscription('pro', { next }) },
    { 'POST /ui/v1/billing/plan': () => ({ body: { data: change({ month_cents: 49_900 }) } }) },
    aSessionOn('Pro'),
  )
  const waiting = await screen.findByRole('region', { name: 'Free' })
  expect(waiting.textContent).toContain('From Dec 1')
  expect(within(waiting).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep Pro' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep Pro' })
  await within(dialog).findByText(
    'Free was to begin on Dec 1, 2026. That change is taken back: Pro goes on, and its fee stays the same.',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Keep Pro' }))
  expect(await screen.findByText('Your plan stays Pro')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    plan_id: 'pro',
    billing_frequency: 'month',
  })
})

test('what does not fit is said in the dialog, and cannot be chosen', async () => {
  const user = userEvent.setup()
  const message = 'You have 4 environments, and Free allows 2. Remove 2 first.'
  await openPlans(
    { current: aSubscription('pro') },
    {
      'POST /ui/v1/billing/plan': () => ({
        status: 400,
        body: { error: { type: 'invalid_parameters', messages: [message] } },
      }),
    },
    aSessionOn('Pro'),
  )
  await user.click(await screen.findByRole('button', { name: 'Choose Free' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change to Free' })
  await within(dialog).findByText(message)
  expect(within(dialog).getByRole('button', { name: 'Choose Free' })).toHaveProperty(
    'disabled',
    true,
  )
})

test.each([
  ['BILL-009', { current: null }, null, 'There is no subscription yet.'],
  [
    'BILL-010',
    {},
    'Bazaar',
    'Your billing is managed through Bazaar. Please access their website for more information.',
  ],
  [
    'BILL-011',
    { current: aSubscription('free', { plan_version: 0 }) },
    null,
    "Welp... you're on a legacy plan. Please contact us to transition to one of our new plans.",
  ],
] as const)(
  '%s the state of an organization is said above the plans',
  async (_, data, marketplace, text) => {
    await openPlans(data, {}, aSessionOn('Free', marketplace))
    expect((await screen.findByText(text, { exact: false })).textContent).toContain(text)
  },
)

test.each(['invoice', 'showback'])(
  'BILL-011 in mode %s the card of a legacy plan has the terms of its own version, beside the one on offer',
  async (mode) => {
    const legacy = { ...pro, fees: { month: 29_900, year: 299_000 }, included: { videos: 7 } }
    const offered = { ...pro, version: 2 }
    await openPlans(
      { mode, current: aSubscription('pro', { legacy_plan: legacy }), plans: [offered] },
      {},
      aSessionOn('Pro'),
    )
    const own = await screen.findByRole('region', { name: 'Pro, no longer offered' })
    expect(own.textContent).toContain('Your plan')
    expect(own.textContent).toContain('7 videos')
    expect(own.textContent).toContain('No longer offered. You keep it as it is.')
    expect(own.textContent?.includes('$299.00 a month')).toBe(mode === 'invoice')
    expect(within(own).queryByRole('button')).toBeNull()
    const other = screen.getByRole('region', { name: 'Pro' })
    expect(other.textContent).not.toContain('Your plan')
    expect(other.textContent).not.toContain('7 videos')
  },
)

const openIndex = (data: object, plan: string, api: ApiHandlers = {}) =>
  openScreen(IndexScreen, {
    address: '/organizations/$organizationId/account/billing',
    href: base,
    session: aSessionOn(plan),
    api: { 'GET /ui/v1/billing/plans': () => aPlanList(data), ...api },
  })

test.each([
  ['invoice', 'Free', 'plans'],
  ['invoice', 'Lite', 'plans'],
  ['invoice', 'Pro', 'summary'],
  ['showback', 'Free', 'summary'],
])('BILL-008 in mode %s an organization on %s lands on %s', async (mode, plan, page) => {
  const { router } = await openIndex({ mode }, plan)
  await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/${page}`))
})

test('BILL-003 BILL-012 a failure, also a 402, is said on the page, which stays and tries again', async () => {
  let isBroken = true
  globalThis.history.replaceState(null, '', base)
  const { router } = await openIndex({}, 'Pro', {
    'GET /ui/v1/billing/plans': () =>
      isBroken
        ? { status: 402, body: { error: { type: 'payment_required', messages: ['Pay.'] } } }
        : aPlanList({}),
  })
  expect(await screen.findByText(/having trouble loading this page/)).toBeTruthy()
  expect(router.state.location.pathname).toBe(base)
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/summary`))
})

test('all parts of the page ask for the plans once', async () => {
  const { requests } = await openPlans()
  await screen.findByRole('region', { name: 'Pro' })
  expect(requests.filter(({ path }) => path === '/ui/v1/billing/plans')).toHaveLength(1)
})

test('the operator sees every version, and what new ones would have changed last month', async () => {
  const user = userEvent.setup()
  const version = {
    ...pro,
    is_offered: true,
    organizations: 12,
    created_at: '2026-11-02T12:00:00.000Z',
    created_by: null,
  }
  await openScreen(VersionsScreen, {
    address: '/operator/plans',
    api: {
      'GET /ui/v1/operator/plans': () => ({
        body: { data: { mode: 'invoice', versions: [version], text: '{"plans":[]}' } },
      }),
      'POST /ui/v1/operator/plans/preview': () => ({
        body: {
          data: {
            month: '2026-10',
            organizations: 12,
            currency: 'USD',
            cents: 41_200,
            cents_before: 38_900,
          },
        },
      }),
    },
  })
  const row = await screen.findByRole('row', { name: /Pro, version 1/ })
  expect(row.textContent).toContain('12')
  await user.click(screen.getByRole('button', { name: 'New version' }))
  await user.click(await screen.findByRole('button', { name: 'Preview' }))
  await screen.findByText('12 organizations would have paid $412.00 instead of $389.00 last month.')
})
