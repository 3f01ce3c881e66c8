import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { Part } from './plan-facts-card.tsx'

afterEach(stopScreens)

const billingOf = (given: object = {}) => ({
  mode: 'invoice',
  plan: 'Pro',
  account_activity: { current: { plan: { name: 'Pro' } } },
  subscription: {
    plan_id: 'pro',
    plan_version: 1,
    billing_frequency: 'year',
    feature_flags: {
      test_video_only: false,
      data_view_limit: 0,
      max_filters: 2,
      max_users: -1,
      retention_days: 35,
    },
    commercial_details: {},
    started_at: '2026-03-05T10:00:00.000Z',
    period_start: '2026-03-05T10:00:00.000Z',
  },
  is_legacy: false,
  money: { currency: 'EUR', fee_cents: 50_000, usage_currency: 'EUR', usage_cents: 1234 },
  month: '2026-11',
  limits: [],
  ...given,
})

const openCard = (given: object) =>
  openScreen(
    () => (
      <>
        <Part />
        <p>Below</p>
      </>
    ),
    {
      address: '/organizations/$organizationId/account/billing/summary',
      href: `/organizations/${ids.organization}/account/billing/summary`,
      api: { 'GET /ui/v1/organization/billing': { body: { data: billingOf(given) } } },
    },
  )

test('BILL-007 BILL-014 Summary shows the plan, how often its fee is charged, and what the month comes to', async () => {
  await openCard({})
  const card = within(await screen.findByRole('region', { name: 'Subscription' }))
  const facts = card
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Plan', 'Pro'],
    ['Billing', 'Yearly'],
    ['Since', 'Mar 5, 2026'],
    ['Fees this month', '€500.00'],
    ['Usage beyond the plan', '€12.34'],
  ])
})

test.each([
  ['in showback mode', { mode: 'showback' }],
  ['without a subscription', { subscription: null, money: null }],
])('BILL-009 %s there is no such card', async (_, given) => {
  const { requests } = await openCard(given)
  await expect.poll(() => requests.length).toBe(1)
  expect(await screen.findByText('Below')).toBeDefined()
  expect(screen.queryByText('Subscription')).toBeNull()
})
