import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InvoiceActionProps } from '@playhead/features/account/invoices/slots'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { anOrganization, aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part as Notice } from './invoice-notice-part.tsx'
import { Part as PaymentsCard } from './invoice-payments-part.tsx'
import { Part as PayOldest } from './pay-oldest-part.tsx'
import { Part as Pay } from './pay-part.tsx'
import { aPayment, base, below, invoiceId, aPlansAnswer } from './testing-payments.ts'

const opened: string[] = []

beforeEach(() => {
  toasts.clear()
  opened.length = 0
  // A real click would leave the page that all files of this worker share.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    opened.push(this.href)
  })
})
afterEach(stopScreens)
afterEach(() => vi.restoreAllMocks())

const anInvoice = (given: object = {}): InvoiceActionProps['invoice'] => ({
  id: invoiceId,
  number: 42,
  status: 'open',
  month: '2026-10',
  currency: 'EUR',
  subtotalCents: 10_000,
  taxCents: 1900,
  totalCents: 11_900,
  paidCents: 0,
  balanceCents: 11_900,
  issuedAt: null,
  dueAt: null,
  settledAt: null,
  hasPdf: false,
  ...given,
})

const url = 'https://pay.example/1'
const link = `GET /ui/v1/invoices/${invoiceId}/payment-link`

interface Opened {
  invoice?: object
  mode?: string
  payments?: object[]
  api?: ApiHandlers
  search?: string
  session?: ReturnType<typeof aSession>
}

const open = ({ invoice, mode = 'test', payments = [], api = {}, search = '', session }: Opened) =>
  openScreen(
    () => (
      <>
        <Notice invoice={anInvoice(invoice)} />
        <Pay invoice={anInvoice(invoice)} />
        <PayOldest oldest={{ id: invoiceId, number: 41 }} />
        <PaymentsCard invoice={anInvoice(invoice)} />
        <ToastRegion />
        <p>Below</p>
      </>
    ),
    {
      address: `${below}/invoices/$invoiceId`,
      href: `${base}/invoices/${invoiceId}${search}`,
      ...(session && { session }),
      api: {
        'GET /ui/v1/billing/plans': aPlansAnswer(mode),
        [`GET /ui/v1/invoices/${invoiceId}/payments`]: { body: { data: payments } },
        [link]: { body: { data: { url } } },
        ...api,
      },
    },
  )

test('BILL-030 Pay leads to the page of the link, on the invoice and beside the balance', async () => {
  await open({})
  await userEvent.click(await screen.findByRole('button', { name: 'Pay invoice 42' }))
  await expect.poll(() => opened).toEqual([url])
  await userEvent.click(screen.getByRole('button', { name: 'Pay invoice 41' }))
  await expect.poll(() => opened).toEqual([url, url])
})

test('BILL-010 BILL-030 what was owed before a marketplace took over is paid as before', async () => {
  await open({ session: aSession({ organization: anOrganization({ marketplaceType: 'Vercel' }) }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Pay invoice 42' }))
  await expect.poll(() => opened).toEqual([url])
})

test('BILL-030 a link that is refused says why, and can be asked for again', async () => {
  const message = 'A payment for this invoice is being processed. Please wait until it arrives.'
  const answers = [
    { status: 400, body: { error: { type: 'invalid_parameters', messages: [message] } } },
    { body: { data: { url } } },
  ]
  await open({ api: { [link]: () => answers.shift()! } })
  const button = await screen.findByRole('button', { name: 'Pay invoice 42' })
  await userEvent.click(button)
  expect(await screen.findByText(message)).toBeDefined()
  expect(opened).toEqual([])
  await userEvent.click(button)
  await expect.poll(() => opened).toEqual([url])
})

test('BILL-030 what is not owed, not issued or not paid here has no button', async () => {
  for (const given of [
    { invoice: { balanceCents: 0, status: 'paid' } },
    { invoice: { balanceCents: 0, number: null, status: 'waiting' } },
    { mode: 'invoice' },
    { mode: 'showback' },
  ]) {
    const { requests } = await open(given)
    await screen.findByText('Below')
    await expect.poll(() => requests.map(({ path }) => path)).toContain('/ui/v1/billing/plans')
    expect(screen.queryByRole('button', { name: 'Pay invoice 42' })).toBeNull()
    await stopScreens()
  }
})

test('what was tried is listed, and a failure is said above an invoice that is owed', async () => {
  const error = 'Your card was declined.'
  await open({
    payments: [
      aPayment({ status: 'failed', error }),
      aPayment({ id: invoiceId, is_by_link: true, status: 'canceled' }),
    ],
  })
  expect(await screen.findByText(`The payment of €119.00 failed. ${error}`)).toBeDefined()
  expect(screen.getByText('Failed')).toBeDefined()
  expect(screen.getByText('€119.00 by link')).toBeDefined()
  expect(screen.getByText('Cancelled')).toBeDefined()
})

test('BILL-015 a charge that waits for the payer is said with what to do', async () => {
  await open({
    payments: [
      aPayment({ status: 'action_required', error: 'Your bank asks you to confirm this payment.' }),
    ],
  })
  expect(
    await screen.findByText(
      'A charge of €119.00 waits for you. Your bank asks you to confirm this payment. Please pay the invoice here.',
    ),
  ).toBeDefined()
})

test('after the payer has come back, the page asks until it knows what became of the payment', async () => {
  const answers = [
    [aPayment({ is_by_link: true, status: 'action_required' })],
    [aPayment({ is_by_link: true, status: 'succeeded' })],
  ]
  const { requests } = await open({
    search: '?payment=returned',
    invoice: { balanceCents: 0, status: 'paid' },
    api: {
      [`GET /ui/v1/invoices/${invoiceId}/payments`]: () => ({
        body: { data: answers.length > 1 ? answers.shift() : answers[0] },
      }),
    },
  })
  expect(await screen.findByText(/Nothing has been paid yet\./)).toBeDefined()
  expect(
    await screen.findByText('Thank you. €119.00 was paid.', {}, { timeout: 10_000 }),
  ).toBeDefined()
  expect(requests.filter(({ path }) => path.endsWith('/payments')).length).toBeLessThan(5)
})

test('where nothing is collected, nothing is asked about payments', async () => {
  const { requests } = await open({ mode: 'invoice' })
  await screen.findByText('Below')
  await expect.poll(() => requests.map(({ path }) => path)).toContain('/ui/v1/billing/plans')
  expect(requests.map(({ path }) => path)).toEqual(['/ui/v1/billing/plans'])
})
