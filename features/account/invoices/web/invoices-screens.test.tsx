import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { invoiceStatuses, invoiceStatusLabels } from '@playhead/domain/invoicing/invoice-status.ts'
import { invoicePdfsParts } from '@playhead/features/account/invoice-pdfs/parts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Part as AttentionPart } from './attention-part.tsx'
import { Part as BalanceCard } from './balance-card.tsx'
import { loadError } from './invoice-texts.ts'
import { Screen as InvoiceScreen } from './invoice-screen.tsx'
import { Screen as InvoicesScreen } from './invoices-screen.tsx'

afterEach(stopScreens)

const base = `/organizations/${ids.organization}/account/billing/invoices`
const address = '/organizations/$organizationId/account/billing/invoices'
const idOf = (index: number) => `88888888-8888-4888-8888-88888888888${index}`

const anInvoice = (index: number, given: object = {}) => ({
  id: idOf(index),
  number: 40 + index,
  status: 'open',
  month: `2026-0${index + 1}`,
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
  ...given,
})

const notIssued = {
  number: null,
  subtotal_cents: null,
  tax_cents: null,
  total_cents: null,
  balance_cents: 0,
  issued_at: null,
  due_at: null,
  has_pdf: false,
}

const ofEveryStatus = invoiceStatuses.map((status, index) =>
  anInvoice(index, { status, ...(['waiting', 'pending'].includes(status) && notIssued) }),
)

const aLine = (position: number, given: object = {}) => ({
  position,
  kind: 'usage',
  month: '2026-10',
  environment_id: ids.environment,
  environment_name: 'Production',
  meter: 'delivered',
  tier: '1080p',
  quality: '',
  description: 'Delivered, 1080p',
  unit: 'minutes',
  quantity: 123_456.25,
  included: 100_000,
  unit_micros: 96_000,
  amount_cents: 2252,
  steps: null,
  ...given,
})

const aDetail = (given: object = {}) => ({
  ...anInvoice(1, { month: '2026-10' }),
  lines: [
    aLine(1, {
      kind: 'fee',
      environment_id: null,
      environment_name: null,
      meter: null,
      unit: null,
      quantity: 0,
      included: 0,
      unit_micros: null,
      description: 'Pro, by the month',
      amount_cents: 4200,
    }),
    aLine(2),
    aLine(3, { kind: 'correction', month: '2026-09', amount_cents: -11 }),
  ],
  snapshot: {
    seller: { name: 'Video Ltd', address: ['1 Main Street'], email: null, tax_id: 'IE1' },
    buyer: {
      organization_id: ids.organization,
      organization_name: 'Northlight TV',
      name: 'Northlight GmbH',
      address: 'Lindenweg 4',
      address2: null,
      city: 'Berlin',
      state: null,
      zip: '10999',
      country: 'DE',
      email: null,
      tax_id: 'DE2',
    },
    period: { from: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
    zone: 'UTC',
    taxes: [{ name: 'VAT', percent: 19, cents: 1900 }],
    notes: ['Please pay by transfer.'],
  },
  ...given,
})

const plansIn = (mode: string) => ({ body: { data: { mode, current: null, plans: [] } } })

const owed = (given: object = {}) => ({
  currency: 'EUR',
  cents: 23_800,
  late_cents: 0,
  invoices: 2,
  due_at: '2026-11-16T03:00:00.000Z',
  oldest: { id: idOf(2), number: 42 },
  ...given,
})

const outstanding = (balances: object[], needsAttention = false): GivenResponse => ({
  body: { data: { balances, invoice_needs_attention: needsAttention, unpaid: [] } },
})

const api = (given: ApiHandlers = {}): ApiHandlers => ({
  'GET /ui/v1/billing/plans': plansIn('invoice'),
  'GET /ui/v1/outstanding-balances': outstanding([owed()]),
  'GET /ui/v1/invoices': {
    body: { data: ofEveryStatus, total_row_count: ofEveryStatus.length, page: 1, limit: 24 },
  },
  [`GET /ui/v1/invoices/${idOf(1)}`]: { body: { data: aDetail() } },
  ...given,
})

const openList = (given: ApiHandlers = {}) =>
  openScreen(InvoicesScreen, { address, href: base, api: api(given), parts: invoicePdfsParts })

const openDetail = (given: ApiHandlers = {}) =>
  openScreen(InvoiceScreen, {
    address: `${address}/$invoiceId`,
    href: `${base}/${idOf(1)}`,
    api: api(given),
  })

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Invoices' })
  await within(table).findByRole('rowheader', { name: 'January 2026' })
  return within(table).getAllByRole('row').slice(1)
}

test('BILL-007 BILL-020 every invoice has its month, a readable status, amounts and what is owed', async () => {
  await openList()
  const found = await rows()
  expect(found).toHaveLength(invoiceStatuses.length)
  invoiceStatuses.forEach((status, index) =>
    expect(found[index]!.textContent).toMatch(invoiceStatusLabels[status]),
  )
  const link = within(found[2]!).getByRole('link', { name: 'March 2026' })
  expect(link.getAttribute('href')).toBe(`${base}/${idOf(2)}`)
  expect(found[2]!.textContent).toMatch('42')
  expect(found[2]!.textContent).toMatch('Nov 16, 2026')
  expect(within(found[2]!).getAllByText('€119.00')).toHaveLength(2)
  expect(within(found[0]!).queryByRole('button')).toBeNull()
  expect(await within(found[2]!).findByRole('button', { name: 'PDF of invoice 42' })).toBeDefined()
})

test('BILL-028 what is owed is said by currency, with what of it is late', async () => {
  await openList({
    'GET /ui/v1/outstanding-balances': outstanding(
      [owed({ late_cents: 11_900 }), owed({ currency: 'USD', cents: 500, invoices: 1 })],
      true,
    ),
  })
  const card = within(await screen.findByRole('region', { name: 'Balance' }))
  expect(await card.findByText('€238.00')).toBeDefined()
  expect(
    card.getByText('In 2 invoices. €119.00 is overdue, the oldest since Nov 16, 2026.'),
  ).toBeDefined()
  expect(card.getByText('$5.00')).toBeDefined()
  expect(card.getByText('In 1 invoice, due by Nov 16, 2026.')).toBeDefined()
  expect(card.getAllByText('Overdue')).toHaveLength(1)
})

test('the page asks for its invoices once', async () => {
  const { requests } = await openList()
  await rows()
  const count = () => requests.filter(({ path }) => path === '/ui/v1/invoices').length
  expect(count()).toBe(1)
})

test('BILL-029 the CSV is the file that the server names', async () => {
  const saved: string[] = []
  // A real click would leave the page that all files of this worker share.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await openList({
    [`GET /ui/v1/billing/invoices/${idOf(2)}/csv`]: {
      text: 'text/csv',
      body: 'position\r\n1',
      headers: { 'content-disposition': 'attachment; filename="invoice-42.csv"' },
    },
  })
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'CSV of invoice 42' }))
  await waitFor(() => expect(saved).toEqual(['invoice-42.csv']))
  click.mockRestore()
})

test('without invoices the page says when the first one comes', async () => {
  await openList({
    'GET /ui/v1/outstanding-balances': outstanding([]),
    'GET /ui/v1/invoices': { body: { data: [], total_row_count: 0, page: 1, limit: 24 } },
  })
  expect(await screen.findByText('No invoices yet')).toBeDefined()
  expect(await screen.findByText('Nothing is owed.')).toBeDefined()
})

test('balance and invoices fail each for themselves', async () => {
  await openList({ 'GET /ui/v1/outstanding-balances': { status: 500, body: {} } })
  await rows()
  expect(await screen.findByText(loadError)).toBeDefined()
})

test('in showback mode the page says that nothing is charged, and asks for no invoices', async () => {
  const { requests } = await openList({ 'GET /ui/v1/billing/plans': plansIn('showback') })
  expect(await screen.findByText('This server writes no invoices')).toBeDefined()
  expect(requests.map(({ path }) => path)).not.toContain('/ui/v1/invoices')
})

test('BILL-012 a page that cannot load says so', async () => {
  await openList({ 'GET /ui/v1/billing/plans': { status: 500, body: {} } })
  expect(await screen.findByText(loadError)).toBeDefined()
})

test('BILL-022 an invoice shows its lines, taxes and sums, and whom it is from and for', async () => {
  await openDetail()
  expect(await screen.findByText(/Invoice 41/)).toBeDefined()
  const lines = within(screen.getByRole('table', { name: 'Lines of the invoice' }))
    .getAllByRole('row')
    .slice(1)
  expect(lines[0]!.textContent).toMatch(/Pro, by the month.*€42\.00/)
  expect(lines[1]!.textContent).toMatch(
    /Delivered, 1080p.*Production.*123,456\.25 minutes.*100,000.*€0\.00096.*€22\.52/,
  )
  expect(lines[2]!.textContent).toMatch(/Production, September 2026.*-€0\.11/)
  for (const text of [
    'VAT 19 %',
    '€19.00',
    'Northlight GmbH',
    '10999 Berlin',
    'Germany',
    'Tax ID DE2',
  ])
    screen.getByText(text)
  expect(screen.getByText('Please pay by transfer.')).toBeDefined()
  expect(screen.queryByText('Paid')).toBeNull()
})

test('BILL-022 each step of a price has a row below its line; without them the line says that there are some', async () => {
  const steps = [
    { from: 0, upto: 5000, quantity: 5000, unit_micros: 100_000, amount_cents: 500 },
    { from: 5000, upto: null, quantity: 18_456.25, unit_micros: 94_931, amount_cents: 1752 },
  ]
  await openDetail({
    [`GET /ui/v1/invoices/${idOf(1)}`]: {
      body: {
        data: aDetail({
          lines: [
            aLine(1, { unit_micros: null, steps }),
            aLine(2, { unit_micros: null }),
            aLine(3, { kind: 'correction', unit_micros: null, steps: [] }),
          ],
        }),
      },
    },
  })
  const table = await screen.findByRole('table', { name: 'Lines of the invoice' })
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent))
  expect(cells.map((row) => row.slice(1))).toEqual([
    ['123,456.25 minutes', '100,000', '', '€22.52'],
    ['5,000 minutes', '', '€0.001', '€5.00'],
    ['18,456.25 minutes', '', '€0.00094931', '€17.52'],
    ['123,456.25 minutes', '100,000', 'In steps', '€22.52'],
    ['123,456.25 minutes', '100,000', '', '€22.52'],
  ])
  expect(cells.map(([first]) => first).slice(1, 3)).toEqual([
    'First 5,000 minutes',
    'Above 5,000 minutes',
  ])
})

test('an invoice that was paid in part says what is still owed', async () => {
  await openDetail({
    [`GET /ui/v1/invoices/${idOf(1)}`]: {
      body: { data: aDetail({ status: 'late', paid_cents: 1900, balance_cents: 10_000 }) },
    },
  })
  expect(await screen.findByText('-€19.00')).toBeDefined()
  expect(screen.getByText('Owed')).toBeDefined()
  expect(screen.getByText('The invoice is overdue. Please pay it.')).toBeDefined()
})

test('the invoice of the running month says when it is written', async () => {
  await openDetail({
    [`GET /ui/v1/invoices/${idOf(1)}`]: {
      body: {
        data: aDetail({ ...notIssued, status: 'waiting', lines: [], snapshot: null }),
      },
    },
  })
  expect(await screen.findByText(/The month is still running/)).toBeDefined()
  expect(screen.getByText(/October 2026/)).toBeDefined()
})

test('an invoice of another organization is not there', async () => {
  await openDetail({
    [`GET /ui/v1/invoices/${idOf(1)}`]: {
      status: 404,
      body: { error: { type: 'not_found', messages: ['There is no such invoice.'] } },
    },
  })
  expect(await screen.findByText('There is no such invoice.')).toBeDefined()
})

test('BILL-003 BILL-012 an invoice that cannot be loaded is said in the words of billing', async () => {
  globalThis.history.replaceState(null, '', `${base}/${idOf(1)}`)
  await openDetail({
    [`GET /ui/v1/invoices/${idOf(1)}`]: {
      status: 402,
      body: { error: { type: 'payment_required', messages: ['Pay first.'] } },
    },
  })
  expect(await screen.findByText(/having trouble loading this page/)).toBeDefined()
  expect(screen.queryByText('Pay first.')).toBeNull()
})

const openSummaryParts = (given: ApiHandlers) =>
  openScreen(
    () => (
      <>
        <AttentionPart />
        <BalanceCard />
      </>
    ),
    {
      address: '/organizations/$organizationId/account/billing/summary',
      href: `/organizations/${ids.organization}/account/billing/summary`,
      api: api(given),
    },
  )

test('BILL-015 an invoice that needs attention is a notice on Summary that leads to Invoices', async () => {
  await openSummaryParts({
    'GET /ui/v1/outstanding-balances': outstanding([owed({ late_cents: 11_900 })], true),
  })
  const notice = await screen.findByText(/€119\.00 is overdue\./)
  const link = within(notice).getByRole('link', { name: 'See the invoices' })
  expect(link.getAttribute('href')).toBe(base)
})

test('BILL-015 a payment that waits for the payer is said as such', async () => {
  await openSummaryParts({ 'GET /ui/v1/outstanding-balances': outstanding([owed()], true) })
  expect(await screen.findByText(/A payment waits until you confirm it\./)).toBeDefined()
})

test('BILL-015 what is owed but not late needs no notice', async () => {
  await openSummaryParts({})
  expect(await screen.findByText('€238.00')).toBeDefined()
  expect(screen.queryByText('See the invoices')).toBeNull()
})

test('in showback mode Summary asks for no balance', async () => {
  const { requests } = await openSummaryParts({
    'GET /ui/v1/billing/plans': plansIn('showback'),
  })
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/ui/v1/billing/plans'))
  await waitFor(() => expect(screen.queryByText('Balance')).toBeNull())
  expect(requests.map(({ path }) => path)).not.toContain('/ui/v1/outstanding-balances')
})
