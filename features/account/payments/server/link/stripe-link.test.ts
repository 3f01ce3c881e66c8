import { expect, test } from 'vitest'
import { collectInvoices } from '../charges/collect-invoices.ts'
import { startStripeWorld } from '../testing-stripe-world.ts'

const { app, call, stripe, makePayer } = await startStripeWorld()

const setUp = async () => {
  const payer = await makePayer(undefined)
  const open = async () =>
    (await call(`/ui/v1/invoices/${payer.id}/payment-link`, payer.place)).body.data?.url as string
  return { ...payer, open }
}

const sessionOf = (url: string) => url.split('/').at(-1)!

test('BILL-030 an invoice is paid on the page of Stripe, once', async () => {
  const { open, statuses, invoice, charges } = await setUp()
  const url = await open()
  expect(url).toContain(stripe.settings.STRIPE_API_URL)
  expect(await open()).toBe(url)
  await collectInvoices(app)
  expect(await statuses()).toEqual(['action_required'])
  stripe.completeSession(sessionOf(url), 'pays')
  await Promise.all([collectInvoices(app), collectInvoices(app)])
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(charges()).toHaveLength(1)
})

test('BILL-030 a call that failed can be repeated at once, whatever Stripe made of it', async () => {
  const { place, id, open, statuses } = await setUp()
  const making = 'POST /v1/checkout/sessions'
  for (const disturb of [
    () => stripe.cut(making, { times: 2 }),
    () => stripe.refuse(making, 500, { isDone: true, times: 2 }),
  ]) {
    disturb()
    expect((await call(`/ui/v1/invoices/${id}/payment-link`, place)).status).toBe(503)
    stripe.calm()
  }
  expect(sessionOf(await open())).toMatch(/^cs_/)
  expect(await statuses()).toEqual(['canceled', 'canceled', 'action_required'])
})

test('BILL-030 a page that has expired is replaced by a new one', async () => {
  const { open, statuses } = await setUp()
  const url = await open()
  stripe.account.expireSession(sessionOf(url))
  expect(await open()).not.toBe(url)
  expect(await statuses()).toEqual(['canceled', 'action_required'])
})
