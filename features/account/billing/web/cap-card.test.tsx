import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { SummaryPartProps } from '@playhead/features/account/usage/slots'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part } from './cap-card.tsx'

afterEach(stopScreens)

const address = `/organizations/${ids.organization}/account/billing`
const organization = aSession().organizations[0]!.name

const cap = (overrides: object = {}) => ({
  cents: 70_000,
  action: 'notify',
  spent_cents: 41_260,
  checked_at: '2026-11-22T11:00:00.000Z',
  is_reached: false,
  ...overrides,
})

const of = (
  given: object | null,
  currency: string | null = 'USD',
  nothing_to_cap: string | null = null,
) => ({ body: { data: { currency, nothing_to_cap, cap: given } } })

const summary = {
  data: {
    data: {
      sharedCosts: [],
      forecast: {
        lowCents: 54_000,
        highCents: 61_000,
        sharedCents: 0,
        // Together more than the month is expected to cost: days scatter more than their sum.
        days: ['22', '23', '24', '25'].map((day) => ({
          day: `2026-11-${day}`,
          lowCents: 3000,
          highCents: 6000,
        })),
      },
    },
  },
} as unknown as SummaryPartProps['summary']

const open = (api: ApiHandlers) => openScreen(() => <Part summary={summary} />, { address, api })

test('the cap is shown with what is spent, the forecast, and what happens', async () => {
  await open({ 'GET /ui/v1/billing/cap': of(cap()) })
  const meter = await screen.findByRole('meter', { name: 'Spent of the cap' })
  expect(meter.getAttribute('aria-valuetext')).toBe('59 % of $700.00')
  const facts = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['So far', '59 %'],
    ['Forecast', '77 to 87 %'],
    ['First mail at 80 %', '$560.00, Nov 24 at the earliest'],
    ['At the cap', 'Notify, stop nothing'],
  ])
  expect(screen.queryByText('Reached')).toBeNull()
})

test.each([
  { spent: 41_260, given: 80_000, text: '$640.00, not expected this month' },
  { spent: 57_000, given: 70_000, text: '$560.00, reached' },
])('the first mail says when it is due: $text', async ({ spent, given, text }) => {
  await open({ 'GET /ui/v1/billing/cap': of(cap({ cents: given, spent_cents: spent })) })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a cap is compared with usage alone, and says so where there are shared costs', async () => {
  const shared = {
    data: {
      data: {
        sharedCosts: [{ name: 'Rent of servers', sharedBy: 'evenly', costCents: 4000 }],
        forecast: { lowCents: 60_000, highCents: 67_000, sharedCents: 6000, days: [] },
      },
    },
  } as unknown as SummaryPartProps['summary']
  await openScreen(() => <Part summary={shared} />, {
    address,
    api: { 'GET /ui/v1/billing/cap': of(cap()) },
  })
  expect(await screen.findByText('77 to 87 %')).toBeTruthy()
  expect(screen.getByText('Shared costs do not count: a cap cannot stop them.')).toBeTruthy()
})

test('where invoices are written, a cap says that it counts neither what a plan includes nor its fees', async () => {
  const invoiced = {
    data: { data: { isInvoiced: true, sharedCosts: [], forecast: null } },
  } as unknown as SummaryPartProps['summary']
  await openScreen(() => <Part summary={invoiced} />, {
    address,
    api: { 'GET /ui/v1/billing/cap': of(cap()) },
  })
  expect(
    await screen.findByText(
      "Counts usage at the operator's prices, before what your plan includes, and no fees.",
    ),
  ).toBeTruthy()
})

test('a cap that is reached says so', async () => {
  await open({ 'GET /ui/v1/billing/cap': of(cap({ spent_cents: 80_000, is_reached: true })) })
  expect(await screen.findByText('Reached')).toBeTruthy()
  expect(screen.getByText('114 %')).toBeTruthy()
})

test('without prices there is no card', async () => {
  const { container, requests } = await open({ 'GET /ui/v1/billing/cap': of(null, null) })
  await waitFor(() => expect(requests.length).toBe(1))
  await waitFor(() => expect(container.textContent).toBe(''))
})

const nothing = 'Your plan Free charges no usage, so there is nothing to cap.'

test('a plan that charges no usage offers no cap, and says why', async () => {
  await open({ 'GET /ui/v1/billing/cap': of(null, 'USD', nothing) })
  expect(await screen.findByText(nothing)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a cap from before such a plan rests, which is said, and can be removed', async () => {
  let stored: object | null = cap({ action: 'stop_delivery', spent_cents: null })
  const { requests } = await open({
    'GET /ui/v1/billing/cap': () => of(stored, 'USD', nothing),
    'PUT /ui/v1/billing/cap': () => of((stored = null), 'USD', nothing),
  })
  expect(await screen.findByText(new RegExp(`^${nothing} The cap rests`))).toBeTruthy()
  expect(screen.getByText('$700.00')).toBeTruthy()
  expect(screen.queryByRole('meter')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove the cap' }))
  expect(await screen.findByText(nothing)).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    cap: { cents: null },
  })
})

test('a cap is set by the keyboard; a wrong amount is refused in the dialog', async () => {
  const user = userEvent.setup()
  let stored: object | null = null
  const { requests } = await open({
    'GET /ui/v1/billing/cap': () => of(stored),
    'PUT /ui/v1/billing/cap': () => of((stored = cap())),
  })
  ;(await screen.findByRole('button', { name: 'Set a cap' })).focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Spending cap' })
  await user.keyboard('seven{Enter}')
  expect(await within(dialog).findByText(/Enter an amount above zero/)).toBeTruthy()
  await user.clear(within(dialog).getByLabelText('Amount a month in USD'))
  await user.keyboard('1,700.5{Enter}')
  expect(await screen.findByText('$700.00', { selector: 'strong' })).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')!.body).toEqual({
    cap: { cents: 170_050, action: 'notify' },
  })
})

test('stopping delivery needs the name of the organization', async () => {
  const user = userEvent.setup()
  const { requests } = await open({
    'GET /ui/v1/billing/cap': of(cap()),
    'PUT /ui/v1/billing/cap': of(cap({ action: 'stop_delivery' })),
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('radio', { name: /Stop delivery, too/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Type the name of the organization.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
  await user.type(screen.getByLabelText(`Type ${organization} to confirm`), organization)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      cap: { cents: 70_000, action: 'stop_delivery', confirmation: organization },
    }),
  )
})

test('a cap is removed; what is refused is said in the dialog', async () => {
  const user = userEvent.setup()
  let isBroken = true
  const { requests } = await open({
    'GET /ui/v1/billing/cap': () => of(isBroken ? cap() : null),
    'PUT /ui/v1/billing/cap': () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
        : of(null),
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Remove the cap' }))
  expect(await screen.findByText('Broken.')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Remove the cap' }))
  expect(await screen.findByText(/A month may cost any amount/)).toBeTruthy()
  expect(requests.findLast(({ method }) => method === 'PUT')!.body).toMatchObject({
    cap: { cents: null },
  })
})

test('BILL-012 a cap that cannot be loaded says so and is tried again', async () => {
  let isBroken = true
  await open({
    'GET /ui/v1/billing/cap': () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
        : of(cap()),
  })
  expect(await screen.findByText(/having trouble loading this page/)).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('meter')).toBeTruthy()
})
