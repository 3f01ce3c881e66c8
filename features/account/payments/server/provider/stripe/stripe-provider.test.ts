import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { collectInvoices } from '../../charges/collect-invoices.ts'
import { collectingProvider } from '../provider-of.ts'
import { startStripeWorld } from '../../testing-stripe-world.ts'

const { app, call, clock, stripe, makePayer } = await startStripeWorld()
const provider = await collectingProvider(app)

const makeCharge = async () => {
  const organizationId = randomUUID()
  const customerId = await provider.ensureCustomer({ organizationId, name: 'Acme', email: null })
  const paymentId = randomUUID()
  return {
    paymentId,
    organizationId,
    invoiceId: randomUUID(),
    customerId,
    amountCents: 4200,
    currency: 'EUR',
    description: 'Invoice 7',
    key: `invoice of the test ${paymentId}`,
  }
}

const openLink = async () => {
  const charge = await makeCharge()
  const link = await provider.paymentLink({ ...charge, returnUrl: 'http://127.0.0.1/back' })
  return { ...link, charge }
}

test('the same organization is one customer', async () => {
  const name = `東京 Łódź ${'long '.repeat(50)}`
  const payer = { organizationId: randomUUID(), name, email: 'pay@acme.example' }
  const ids = [await provider.ensureCustomer(payer), await provider.ensureCustomer(payer)]
  expect(ids[0]).toBe(ids[1])
  expect(stripe.account.customer(ids[0]!)).toMatchObject({
    name,
    email: 'pay@acme.example',
    metadata: { organization_id: payer.organizationId },
  })
})

test('BILL-028 the setup intent is a page of Stripe, and no card data passes through this server', async () => {
  const { openForm, save, place } = await makePayer(undefined)
  const session = stripe.account.session(await openForm())
  const page = `http://localhost:4000/organizations/${place.organization.id}/account/billing/payment-method`
  expect(session).toMatchObject({
    mode: 'setup',
    currency: 'usd',
    success_url: `${page}?session={CHECKOUT_SESSION_ID}`,
    cancel_url: page,
  })
  const early = await save(session.id)
  expect([early.status, early.body.error.messages]).toEqual([
    400,
    ['No payment method was entered on the page of the payment provider.'],
  ])
  stripe.completeSession(session.id, 'pays')
  const saved = await save(session.id)
  expect(saved.body.data).toMatchObject({ kind: 'card', label: 'Visa', last4: '4242' })
  expect(stripe.received.map(({ body }) => body).join()).not.toMatch(/card|4242/)
})

test('BILL-031 a method of another payer is refused', async () => {
  const one = await makePayer('pays')
  const { organization } = one
  const [method] = [...stripe.account.methods.values()].slice(-1)
  const other = await makePayer(undefined)
  const session = await one.openForm()
  stripe.completeSession(session, 'pays')
  for (const id of [method!.id, session, 'pm_unknown', 'cs_unknown', '../customers']) {
    const { status, body } = await other.save(id)
    expect([id, status]).toEqual([id, 400])
    expect(JSON.stringify(body)).not.toContain(organization.id)
  }
})

test('while Stripe is away, a form says so, and that it can be tried again', async () => {
  const { place } = await makePayer(undefined)
  stripe.refuse('POST /v1/', 503, { times: 2 })
  const { status, body, headers } = await call('/ui/v1/setup-intent', place)
  stripe.calm()
  expect([status, headers.get('retry-after')]).toEqual([503, '60'])
  expect(body.error.messages).toEqual([
    'The payment provider cannot be reached right now. Please try again in a minute.',
  ])
})

test('BILL-030 a link is open until the payer has paid, and says what became of it', async () => {
  const { id, url, charge } = await openLink()
  expect(url).toBe(await provider.openLink(id))
  expect(await provider.stateOf(id)).toEqual({
    id,
    status: 'action_required',
    error: null,
    paymentId: charge.paymentId,
    refundedCents: 0,
  })
  stripe.completeSession(id, 'pays')
  expect(await provider.openLink(id)).toBeUndefined()
  expect(await provider.stateOf(id)).toMatchObject({ id, status: 'succeeded' })
  const [intent] = [...stripe.account.intents.values()].slice(-1)
  expect(intent).toMatchObject({
    amount: 4200,
    currency: 'eur',
    metadata: {
      payment_id: charge.paymentId,
      invoice_id: charge.invoiceId,
      organization_id: charge.organizationId,
      key: charge.key,
    },
  })
  stripe.account.refund(intent!.id, 1000)
  expect(await provider.stateOf(id)).toMatchObject({ status: 'succeeded', refundedCents: 1000 })
})

test('the same charge asked for twice is one link', async () => {
  const { id, charge } = await openLink()
  const again = await provider.paymentLink({ ...charge, returnUrl: 'http://127.0.0.1/back' })
  expect(again.id).toBe(id)
})

test('a debit by a link is on its way, and succeeds or fails later', async () => {
  for (const isPaid of [true, false]) {
    const { id } = await openLink()
    stripe.completeSession(id, 'waits')
    expect(await provider.stateOf(id)).toMatchObject({ status: 'processing' })
    stripe.account.finish(stripe.account.session(id).payment_intent!, isPaid)
    expect(await provider.stateOf(id)).toMatchObject(
      isPaid
        ? { status: 'succeeded', error: null }
        : { status: 'failed', error: 'The payment failed.' },
    )
  }
})

test('a link that was cancelled can no longer be paid', async () => {
  const { id } = await openLink()
  expect(await provider.cancel(id)).toMatchObject({ id, status: 'canceled' })
  expect(await provider.openLink(id)).toBeUndefined()
  expect(await provider.cancel(id)).toMatchObject({ status: 'canceled' })
})

test('a link that is paid while it is cancelled is paid', async () => {
  const { id } = await openLink()
  const { arrived, release } = stripe.hold('POST /v1/checkout/sessions/')
  const cancelling = provider.cancel(id)
  await arrived
  stripe.completeSession(id, 'pays')
  release()
  expect(await cancelling).toMatchObject({ status: 'succeeded' })
})

test('a charge is found by its key among hundreds', async () => {
  const charge = await makeCharge()
  const method = stripe.account.makeMethod('pays', charge.customerId)
  await provider.charge({ ...charge, methodId: method.id })
  for (let index = 0; index < 201; index += 1)
    stripe.account.makeIntent({
      amount: 1,
      currency: 'eur',
      customer: charge.customerId,
      description: null,
      metadata: { key: `another ${index}` },
    })
  expect(await provider.find(charge)).toMatchObject({
    status: 'succeeded',
    paymentId: charge.paymentId,
  })
  expect(await provider.find({ ...charge, key: 'of no charge' })).toBeUndefined()
})

test('BILL-028 reading the setup intent again makes nothing new at Stripe while its page is open', async () => {
  const { openForm, save } = await makePayer(undefined)
  const made = () =>
    stripe.received.filter(
      ({ method, path }) =>
        method === 'POST' && /^\/v1\/(customers|checkout\/sessions)$/.test(path),
    ).length
  const before = made()
  const atOnce = await Promise.all([openForm(), openForm(), openForm()])
  expect(new Set(atOnce).size).toBe(1)
  const begun = made()
  const first = await openForm()
  expect([first, made()]).toEqual([atOnce[0], begun])
  expect(begun - before).toBeLessThanOrEqual(6)
  stripe.completeSession(first, 'pays')
  expect((await save(first)).status).toBe(200)
  const second = await openForm()
  expect(second).not.toBe(first)
  expect(await openForm()).toBe(second)
  stripe.account.expireSession(second)
  expect(await openForm()).not.toBe(second)
})

test('BILL-031 after a change to another account at Stripe a method is entered anew, and invoices are charged to it', async () => {
  const { organization, place, openForm, enter, statuses } = await makePayer('pays')
  stripe.account.customers.clear()
  // The other account remembers none of the keys.
  clock.advance(2 * 86_400)
  const [first, second] = await Promise.all([openForm(), openForm()])
  expect(first).toBe(second)
  const { body } = await call('/ui/v1/billing/payment-method', place)
  expect(body.data.payment_method).toBeNull()
  await enter('pays')
  await collectInvoices(app)
  expect(await statuses()).toEqual(['succeeded'])
  const customers = [...stripe.account.customers.values()]
  expect(customers.map(({ metadata }) => metadata)).toEqual([{ organization_id: organization.id }])
})
