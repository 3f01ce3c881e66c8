import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { thisMonth } from '../usage-texts.ts'
import { SharedCostsCard } from './shared-costs-card.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const address = '/ui/v1/operator/shared-costs'

const rent = {
  id: ids.environment,
  name: 'Rent of servers',
  cents_per_month: 40_000,
  shared_by: 'delivered',
  valid_from: '2026-01-01',
  valid_until: null,
}
const support = {
  ...rent,
  id: ids.organization,
  name: 'Support',
  cents_per_month: 9_950,
  shared_by: 'evenly',
  valid_until: '2026-06-30',
}

const listOf = (costs: object[], overrides: object = {}) => ({
  body: { data: { mode: 'showback', currency: 'EUR', costs, ...overrides } },
})

const WithToasts = () => (
  <>
    <SharedCostsCard />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers = {}) =>
  openScreen(WithToasts, {
    address: '/operator/prices',
    api: { [`GET ${address}`]: listOf([rent, support]), ...api },
  })

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Shared costs' })
  await waitFor(() => expect(within(table).queryAllByRole('rowheader').length).toBeGreaterThan(0))
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

test('each cost says what it is shared by, from when until when, and how much it is', async () => {
  await open()
  expect(await rows()).toEqual([
    'Rent of serversDelivered minutesFrom Jan 1, 2026€400.00',
    'SupportEvenlyJan 1, 2026 to Jun 30, 2026€99.50',
  ])
  expect(screen.queryByRole('status')).toBeNull()
})

test('a cost is added from the keyboard, after wrong fields have said what they need', async () => {
  const user = userEvent.setup()
  const { requests } = await open({ [`POST ${address}`]: { status: 201, body: { data: rent } } })
  await rows()
  screen.getByRole('button', { name: 'Add a cost' }).focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Add a shared cost' })
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Name')))
  await user.keyboard('{Enter}')
  expect(await within(dialog).findByText('A name is required')).toBeTruthy()
  expect(within(dialog).getByText('Enter an amount such as 400.00.')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Name'), ' Rent of servers ')
  const amount = within(dialog).getByLabelText('Amount a month, in EUR')
  for (const wrong of ['0', '400,00', '1.234', '-5']) {
    await user.clear(amount)
    await user.type(amount, wrong)
    expect(within(dialog).getByText('Enter an amount such as 400.00.')).toBeTruthy()
  }
  await user.clear(amount)
  await user.type(amount, '400.50')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Shared cost added')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {
      shared_cost: {
        name: 'Rent of servers',
        cents_per_month: 40_050,
        shared_by: 'delivered',
        valid_from: `${thisMonth()}-01`,
        valid_until: null,
      },
    },
  ])
})

test('a cost is changed from what it is, and what the server refuses stays in the dialog', async () => {
  const user = userEvent.setup()
  const message = 'The last day must not be before the first.'
  let isRefused = true
  const { requests } = await open({
    [`PUT ${address}/${support.id}`]: () =>
      isRefused
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: [message] } } }
        : { body: { data: support } },
  })
  await rows()
  await user.click(screen.getByRole('button', { name: 'Change Support' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change Support' })
  expect(within(dialog).getByLabelText('Name')).toHaveProperty('value', 'Support')
  const amount = within(dialog).getByLabelText('Amount a month, in EUR')
  expect(amount).toHaveProperty('value', '99.50')
  await user.clear(amount)
  await user.type(amount, '120')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
  isRefused = false
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Shared cost changed')).toBeTruthy()
  expect(requests.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    shared_cost: {
      name: 'Support',
      cents_per_month: 12_000,
      shared_by: 'evenly',
      valid_from: '2026-01-01',
      valid_until: '2026-06-30',
    },
  })
})

test('a cost is deleted after the dialog has said what disappears', async () => {
  const user = userEvent.setup()
  const { requests } = await open({ [`DELETE ${address}/${rent.id}`]: { status: 204 } })
  await rows()
  await user.click(screen.getByRole('button', { name: 'Delete Rent of servers' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Rent of servers?' })
  expect(dialog.textContent).toContain('also from those that are over')
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: 'Delete shared cost' }))
  expect(await screen.findByText('Shared cost deleted')).toBeTruthy()
})

test('without costs the card says what they are for', async () => {
  await open({ [`GET ${address}`]: listOf([]) })
  expect(await screen.findByText('No shared costs')).toBeTruthy()
})

test.each([
  { overrides: { currency: null }, said: /No prices are entered for this month/ },
  { overrides: { mode: 'invoice' }, said: /This server writes invoices/ },
])('where organizations do not see them, the card says why: $said', async ({ overrides, said }) => {
  await open({ [`GET ${address}`]: listOf([rent], overrides) })
  expect(await screen.findByText(said)).toBeTruthy()
})

test('what cannot be loaded says so and is tried again', async () => {
  const user = userEvent.setup()
  let isBroken = true
  await open({
    [`GET ${address}`]: () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
        : listOf([rent]),
  })
  expect(await screen.findByText('Broken.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a cost' })).toBeNull()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})
