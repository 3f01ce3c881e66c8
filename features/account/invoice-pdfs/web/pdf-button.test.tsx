import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Part } from './pdf-button.tsx'

const opened: string[] = []

beforeEach(() => {
  toasts.clear()
  opened.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    opened.push(this.href)
  })
})
afterEach(stopScreens)
afterEach(() => vi.restoreAllMocks())

const id = '88888888-8888-4888-8888-888888888882'

const anInvoice = (number: number | null) => ({
  id,
  number,
  status: 'open' as const,
  month: '2026-10',
  currency: 'EUR',
  subtotalCents: 100,
  taxCents: 0,
  totalCents: 100,
  paidCents: 0,
  balanceCents: 100,
  issuedAt: null,
  dueAt: null,
  settledAt: null,
  hasPdf: false,
})

const openButton = (answers: GivenResponse[], number: number | null = 42) =>
  openScreen(
    () => (
      <>
        <Part invoice={anInvoice(number)} />
        <ToastRegion />
        <p>Below</p>
      </>
    ),
    {
      address: '/organizations/$organizationId/account/billing/invoices',
      href: `/organizations/${ids.organization}/account/billing/invoices`,
      api: { [`GET /ui/v1/invoices/${id}/pdf-url`]: () => answers.shift()! },
    },
  )

const answer = (given: object): GivenResponse => ({
  body: { data: { state: 'being_made', url: null, expires_at: null, reason: null, ...given } },
})

const url = 'http://localhost/ui/v1/invoice-pdfs/invoice-42.pdf?token=t'

test('BILL-029 the PDF is opened by its address, once it is written', async () => {
  await openButton([
    answer({}),
    answer({ state: 'ready', url, expires_at: '2026-11-26T10:00:00.000Z' }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'PDF of invoice 42' }))
  await expect.poll(() => opened).toEqual([url])
})

test('BILL-029 a PDF that cannot be written says why', async () => {
  const reason = 'No font has “ש” (U+05E9) of “שלום”.'
  await openButton([answer({ state: 'failed', reason })])
  await userEvent.click(await screen.findByRole('button', { name: 'PDF of invoice 42' }))
  expect(await screen.findByText(reason)).toBeDefined()
  expect(opened).toEqual([])
})

test('a failed call is said like any other, and can be repeated', async () => {
  await openButton([
    { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No PDF yet.'] } } },
    answer({ state: 'ready', url }),
  ])
  const button = await screen.findByRole('button', { name: 'PDF of invoice 42' })
  await userEvent.click(button)
  expect(await screen.findByText('No PDF yet.')).toBeDefined()
  await userEvent.click(button)
  await expect.poll(() => opened).toEqual([url])
})

test('an invoice that is not issued has no button', async () => {
  await openButton([], null)
  expect(await screen.findByText('Below')).toBeDefined()
  expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull()
})
