import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './test-payment-screen.tsx'
import { base, below, invoiceId } from './testing-payments.ts'

afterEach(stopScreens)

const id = '99999999-9999-4999-8999-999999999999'
const address = `/ui/v1/billing/test-payments/${id}`

const answerOf = (status: string) => ({
  body: {
    data: {
      id,
      invoice_id: invoiceId,
      status,
      description: 'Invoice 42',
      amount_cents: 11_900,
      currency: 'EUR',
    },
  },
})

const open = (status: string, given: ApiHandlers = {}) =>
  openScreen(Screen, {
    address: `${below}/test-payments/$paymentId`,
    href: `${base}/test-payments/${id}`,
    api: { [`GET ${address}`]: answerOf(status), ...given },
  })

test.each([
  ['Pay €119.00', 'succeed'],
  ['Decline', 'decline'],
])('BILL-030 %s ends the payment, and leads back to the invoice', async (name, outcome) => {
  const { requests, router } = await open('action_required', {
    [`POST ${address}`]: answerOf('succeeded'),
  })
  await userEvent.click(await screen.findByRole('button', { name }))
  await expect
    .poll(() => router.state.location.href)
    .toBe(`${base}/invoices/${invoiceId}?payment=returned`)
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ outcome })
})

test('BILL-030 Pay later leads back without ending the payment', async () => {
  const { requests } = await open('action_required')
  const link = await screen.findByRole('link', { name: 'Pay later' })
  expect(link.getAttribute('href')).toBe(`${base}/invoices/${invoiceId}?payment=returned`)
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a payment that is over says so, and a failed choice can be repeated', async () => {
  await open('canceled')
  expect(await screen.findByText('This payment is over: cancelled.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
  await stopScreens()
  await open('action_required', {
    [`POST ${address}`]: {
      status: 503,
      body: { error: { type: 'unavailable', messages: ['Not right now.'] } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('Not right now.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Decline' })).toHaveProperty('disabled', false)
})

test('in other modes there is no such payment', async () => {
  await open('action_required', {
    [`GET ${address}`]: {
      status: 404,
      body: { error: { type: 'not_found', messages: ['There is no such payment.'] } },
    },
  })
  expect(await screen.findByText('There is no such payment.')).toBeDefined()
})
