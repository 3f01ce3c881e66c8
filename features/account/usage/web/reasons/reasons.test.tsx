import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { Reasons } from './reasons.tsx'
import { addMonths, shortMonthName, thisMonth } from '../usage-texts.ts'
import type { Summary } from '../use-usage.ts'

afterEach(stopScreens)

const address = '/organizations/$organizationId/account/billing/usage-details'
const href = `/organizations/${ids.organization}/account/billing/usage-details`
const before = shortMonthName(addMonths(thisMonth(), -1))

const reason = (overrides: object = {}) => ({
  environment_id: ids.environment,
  environment: 'Production',
  meter: 'delivered',
  difference_cents: 8000,
  titles: [],
  ...overrides,
})

const open = async (
  reasons: object[],
  {
    costCents = 31_260,
    previousCents = 23_160,
  }: { costCents?: number; previousCents?: number | null } = {},
) => {
  const summary = { month: thisMonth(), costCents, previousCents } as Summary
  return openScreen(() => <Reasons summary={summary} currency="USD" />, {
    address,
    href,
    api: { 'GET /ui/v1/usage/reasons': { body: { data: reasons } } },
  })
}

const sentence = async () => (await screen.findByText(/^Why/)).textContent

test('the sentence names the title that made most of the difference, and leads to its environment', async () => {
  await open([
    reason({ titles: [{ title: 'Cup final, main feed', difference_cents: 6400 }] }),
    reason({ environment: 'Staging', meter: 'live', difference_cents: -500 }),
    reason({ environment: 'Kids app', meter: 'views_other', difference_cents: 100 }),
  ])
  expect(await sentence()).toBe(
    `Why $81.00 more than ${before} by now: delivered minutes of Cup final, main feed (+$64.00), then other views of Kids app (+$1.00). All reasons`,
  )
  expect(screen.getByRole('link', { name: 'Cup final, main feed' }).getAttribute('href')).toBe(
    `${href}?environment=${ids.environment}`,
  )
})

test('where no title made half of it, and where a month costs less, the environment is the reason', async () => {
  await open(
    [
      reason({
        difference_cents: -8000,
        titles: [{ title: 'Cup final', difference_cents: -3900 }],
      }),
    ],
    { costCents: 20_000 },
  )
  expect(await sentence()).toBe(
    `Why $31.60 less than ${before} by now: delivered minutes of Production (-$80.00). All reasons`,
  )
})

test('all reasons open from the keyboard, with the titles below their environment', async () => {
  const user = userEvent.setup()
  await open([
    reason({ titles: [{ title: 'Cup final', difference_cents: 6400 }] }),
    reason({ environment: 'Kids app', meter: 'shared_costs', difference_cents: -100 }),
  ])
  const button = await screen.findByRole('button', { name: 'All reasons' })
  button.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', {
    name: `Why $81.00 more than ${before} by now`,
  })
  const rows = within(dialog).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ProductionDelivered+$80.00',
    'Cup final+$64.00',
    'Kids appShared costs-$1.00',
  ])
})

test('without a month before there is nothing to explain, and nothing is asked', async () => {
  const { requests } = await open([], { previousCents: null })
  expect(screen.queryByText(/^Why/)).toBeNull()
  expect(requests.filter(({ path }) => path.endsWith('/reasons'))).toHaveLength(0)
})
