import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { paymentsParts } from '@playhead/features/account/payments/parts'
import { plansParts } from '@playhead/features/account/plans/parts'
import { BillingTop } from '@playhead/features/account/usage/web'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part as BalanceCard } from './balance-card.tsx'
import { loadError } from './invoice-texts.ts'
import { Screen as InvoicesScreen } from './invoices-screen.tsx'
import { invoicesParts } from './parts.ts'

afterEach(stopScreens)

const base = `/organizations/${ids.organization}/account/billing`
const below = '/organizations/$organizationId/account/billing'
const marketplaceText =
  'Your billing is managed through Bazaar. Please access their website for more information.'

const anInvoice = (number: number, given: object = {}) => ({
  id: `88888888-8888-4888-8888-8888888888${number}`,
  number,
  status: 'open',
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
  ...given,
})

const owing = [
  anInvoice(40, { status: 'late', month: '2026-09' }),
  anInvoice(41, { paid_cents: 900, balance_cents: 11_000 }),
]

const outstanding = (unpaid: ReturnType<typeof anInvoice>[]) => ({
  body: {
    data: {
      balances: unpaid.length === 0 ? [] : [aBalance(unpaid)],
      invoice_needs_attention: unpaid.length > 0,
      unpaid,
    },
  },
})

const aBalance = (unpaid: ReturnType<typeof anInvoice>[]) => ({
  currency: 'EUR',
  cents: 22_900,
  late_cents: 11_900,
  invoices: unpaid.length,
  due_at: '2026-11-16T03:00:00.000Z',
  oldest: { id: unpaid[0]!.id, number: unpaid[0]!.number },
})

/** Drawn a moment later: parts that are first drawn while the test renders are never shown. */
const Later = ({ children }: { children: ReactNode }) => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true))
    return () => clearTimeout(timer)
  }, [])
  return isDrawn && children
}

const pages = {
  summary: () => (
    <Later>
      <BillingTop />
      <BalanceCard />
      <p>Below</p>
    </Later>
  ),
  invoices: () => (
    <Later>
      <InvoicesScreen />
    </Later>
  ),
}

interface Opened {
  unpaid?: ReturnType<typeof anInvoice>[]
  mode?: string
  marketplaceType?: string | null
  api?: ApiHandlers
  page?: keyof typeof pages
}

const open = ({
  unpaid = owing,
  mode = 'test',
  marketplaceType = 'Bazaar',
  api = {},
  page = 'summary',
}: Opened = {}) =>
  openScreen(pages[page], {
    address: `${below}/${page}`,
    href: `${base}/${page}`,
    session: aSession({ organization: anOrganization({ marketplaceType }) }),
    parts: [...plansParts, ...invoicesParts, ...paymentsParts],
    api: {
      'GET /ui/v1/billing/plans': {
        body: { data: { mode, current: null, plans: [] } },
      },
      'GET /ui/v1/outstanding-balances': outstanding(unpaid),
      'GET /ui/v1/invoices': {
        body: { data: unpaid, total_row_count: unpaid.length, page: 1, limit: 24 },
      },
      ...api,
    },
  })

const table = 'Invoices to be paid here'

test('BILL-010 BILL-030 what was owed before a marketplace took over is listed below its text, with the way to pay', async () => {
  await open()
  expect((await screen.findByText(marketplaceText)).textContent).toBe(marketplaceText)
  expect(await screen.findByText('Issued before Bazaar took over your billing.')).toBeDefined()
  const rows = within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^September 2026Late40.*€119\.00€119\.00/),
    expect.stringMatching(/^October 2026Open41.*€119\.00€110\.00/),
  ])
  for (const { number, id } of owing) {
    expect(await screen.findByRole('button', { name: `Pay invoice ${number}` })).toBeDefined()
    const link = within(rows[owing.findIndex((one) => one.id === id)]!).getByRole('link')
    expect(link.getAttribute('href')).toBe(`${base}/invoices/${id}`)
  }
  // Said once.
  expect(screen.queryByText('See the invoices')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Balance' })).toBeNull()
})

test('BILL-010 without such a debt there is the text alone', async () => {
  const { requests } = await open({ unpaid: [] })
  expect(await screen.findByText(marketplaceText)).toBeDefined()
  await expect.poll(() => requests.map(({ path }) => path)).toContain('/ui/v1/outstanding-balances')
  expect(await screen.findByText('Below')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

test('an organization without a marketplace has its balance and no such list', async () => {
  await open({ marketplaceType: null })
  expect(await screen.findByRole('region', { name: 'Balance' })).toBeDefined()
  expect(await screen.findByText('See the invoices')).toBeDefined()
  expect(screen.queryByRole('table', { name: table })).toBeNull()
})

test('BILL-010 the page of invoices lists them once, and says whose are not there', async () => {
  await open({ page: 'invoices' })
  expect(await screen.findByText(marketplaceText)).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Pay invoice 41' })).toBeDefined()
  expect(screen.queryByRole('table', { name: table })).toBeNull()
  await stopScreens()
  await open({ page: 'invoices', unpaid: [] })
  expect(await screen.findByText('What Bazaar charges is not listed here.')).toBeDefined()
})

test('BILL-012 a list that cannot be loaded says so and is tried again', async () => {
  let isBroken = true
  await open({
    api: {
      'GET /ui/v1/outstanding-balances': () =>
        isBroken ? { status: 500, body: {} } : outstanding(owing),
    },
  })
  expect(await screen.findByText(loadError)).toBeDefined()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('September 2026')).toBeDefined())
})
