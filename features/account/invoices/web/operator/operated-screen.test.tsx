import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './operated-screen.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const idOf = (number: number) => `88888888-8888-4888-8888-8888888888${number}`

const anInvoice = (number: number, given: object = {}) => ({
  id: idOf(number),
  number,
  status: 'late',
  month: '2026-10',
  currency: 'EUR',
  subtotal_cents: 10_000,
  tax_cents: 1900,
  total_cents: 11_900,
  paid_cents: 0,
  balance_cents: 11_900,
  issued_at: '2026-11-02T03:00:00.000Z',
  due_at: '2026-11-16T03:00:00.000Z',
  settled_at: null,
  has_pdf: true,
  organization_id: ids.organization,
  organization_name: 'Harbour GmbH',
  note: null,
  ...given,
})

const settled = { balance_cents: 0, settled_at: '2026-11-20T03:00:00.000Z' }
const all = [
  anInvoice(41),
  anInvoice(42, {
    ...settled,
    status: 'external_paid',
    organization_name: 'Quay Ltd',
    note: 'Transfer of November 20',
  }),
]

const pageOf = (data: object[]) => ({
  body: { data, total_row_count: data.length, page: 1, limit: 24 },
})

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers = {}, search = '') =>
  openScreen(WithToasts, {
    address: '/operator/invoices',
    href: `/operator/invoices${search}`,
    api: { 'GET /ui/v1/operator/invoices': pageOf(all), ...api },
  })

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!

test('BILL-020 staff see the invoices of all organizations, and what can be done with those that are owed', async () => {
  await open()
  const owed = await rowOf('Harbour GmbH')
  expect(owed.textContent).toMatch(/October 2026.*41.*Late.*Nov 16, 2026.*€119\.00.*€119\.00/)
  const paid = await rowOf('Quay Ltd')
  expect(paid.textContent).toMatch(/Transfer of November 20.*Paid by transfer.*€119\.00.*€0\.00/)
  expect(within(owed).getAllByRole('button')).toHaveLength(2)
  expect(within(paid).queryAllByRole('button')).toEqual([])
})

test.each([
  ['Mark invoice 41 as paid', 'Mark as paid', 'external-paid', 'Invoice 41: Marked as paid'],
  ['Waive invoice 41', 'Waive', 'forgive', 'Invoice 41: Waived'],
])('%s asks for a note, and sends it', async (button, submit, call, toast) => {
  let list = all
  const { requests } = await open({
    'GET /ui/v1/operator/invoices': () => pageOf(list),
    [`POST /ui/v1/operator/invoices/${idOf(41)}/${call}`]: () => {
      const changed = anInvoice(41, { ...settled, status: 'forgiven', note: 'Our mistake' })
      list = [changed, all[1]!]
      return { body: { data: changed } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: button }))
  expect(dialog.getByText(/Harbour GmbH owes €119\.00/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: submit }))
  expect(await dialog.findByText('Enter a note.')).toBeDefined()
  const changes = () => requests.filter(({ method }) => method === 'POST')
  expect(changes()).toEqual([])
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), '  Our mistake ')
  await userEvent.click(dialog.getByRole('button', { name: submit }))
  expect(await screen.findByText(toast)).toBeDefined()
  expect(changes().map(({ body }) => body)).toEqual([{ invoice: { note: 'Our mistake' } }])
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
})

test('what the server refuses is said in the dialog', async () => {
  await open({
    [`POST /ui/v1/operator/invoices/${idOf(41)}/external-paid`]: {
      status: 400,
      body: {
        error: {
          type: 'invalid_parameters',
          messages: ['Nothing is owed on this invoice: its status is “Paid”.'],
        },
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark invoice 41 as paid' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Transfer')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
  expect(await screen.findByText(/Nothing is owed on this invoice/)).toBeDefined()
})

test('the status in the address is the one that is asked for', async () => {
  const { requests } = await open({ 'GET /ui/v1/operator/invoices': pageOf([]) }, '?status=late')
  expect(await screen.findByText('No invoice is “Late”')).toBeDefined()
  expect(requests.map(({ search }) => search.get('status'))).toEqual(['late'])
  await stopScreens()
  const other = await open({}, '?status=nonsense')
  await rowOf('Harbour GmbH')
  expect(other.requests.map(({ search }) => search.get('status'))).toEqual([null])
})

test('in showback mode the page says how a server writes invoices', async () => {
  await open({
    'GET /ui/v1/operator/invoices': {
      status: 404,
      body: { error: { type: 'not_found', messages: ['There is no such invoice.'] } },
    },
  })
  expect(await screen.findByText('This server writes no invoices')).toBeDefined()
})

test('a list that cannot be loaded says so, and is asked for again', async () => {
  let isBroken = true
  await open({
    'GET /ui/v1/operator/invoices': () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
        : pageOf(all),
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(again)
  expect(await screen.findByText('Harbour GmbH')).toBeDefined()
})
