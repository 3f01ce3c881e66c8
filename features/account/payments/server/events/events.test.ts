import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { App } from '@playhead/server-kit/app.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { collectInvoices } from '../charges/collect-invoices.ts'
import { insertPayment } from '../charges/payments.sql.ts'
import { collectingProvider } from '../provider/provider-of.ts'
import { checkSurplus } from '../surplus/check-surplus.ts'
import { startStripeWorld } from '../testing-stripe-world.ts'
import { mountEvents } from './mount-events.ts'
import { clearEvents, handleEvents } from './handle-events.ts'

const { app, call, clock, database, logLines, stripe, makePayer } = await startStripeWorld()
const path = '/ui/v1/billing/provider-events'
const daySeconds = 86_400

type Event = (typeof stripe.account.events)[number]
type Signed = ReturnType<typeof stripe.sign>

const send = async ({ body, headers }: Signed) => {
  const answer = await call(path, { method: 'POST', body, headers })
  await app.afterResponse.settle(20)
  return answer
}

const eventsOf = (intentId: string, type?: string) =>
  stripe.account.events.filter(
    ({ type: of, data }) => data.object.id === intentId && (type === undefined || of === type),
  )

/** The newest event of the payment. */
const lastEventOf = (intentId: string): Event => eventsOf(intentId).at(-1)!

const storedEvent = async ({ id }: Event) =>
  (await readRows(database, 'provider_events', { id }))[0]

test('a debit that succeeds late is known by its event at once', async () => {
  const { intents, invoice, statuses } = await makePayer('waits')
  await collectInvoices(app)
  const { id } = intents()[0]!
  stripe.account.finish(id, true)
  const event = lastEventOf(id)
  const answer = await send(stripe.sign(event))
  expect(answer).toMatchObject({ status: 200, body: { received: true } })
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(await storedEvent(event)).toMatchObject({ subject: id, handled_at: expect.any(Date) })
})

test('an event that comes twice or many times at once counts once', async () => {
  const { intents, invoice, payments } = await makePayer('waits')
  await collectInvoices(app)
  const { id } = intents()[0]!
  stripe.account.finish(id, true)
  const signed = stripe.sign(lastEventOf(id))
  await Promise.all([send(signed), send(signed), send(signed)])
  expect((await send(signed)).status).toBe(200)
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(await payments()).toMatchObject([{ status: 'succeeded', surplus_cents: 0 }])
})

test('events in the wrong order end in the state that Stripe has', async () => {
  const { intents, invoice, statuses } = await makePayer('waits')
  await collectInvoices(app)
  const { id } = intents()[0]!
  stripe.account.finish(id, true)
  for (const event of eventsOf(id).toReversed()) await send(stripe.sign(event))
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
})

test('an event that comes before the answer of its own call counts once', async () => {
  const { intents, invoice, payments, charges } = await makePayer('pays')
  const { arrived, release } = stripe.hold('POST /v1/payment_intents', { isDone: true })
  const collecting = collectInvoices(app)
  await arrived
  expect((await payments())[0]).toMatchObject({ status: 'started', provider_id: null })
  const { id } = intents()[0]!
  await send(stripe.sign(lastEventOf(id)))
  expect(await payments()).toMatchObject([{ status: 'succeeded', provider_id: id }])
  release()
  await collecting
  expect(await payments()).toMatchObject([{ status: 'succeeded', surplus_cents: 0 }])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(charges()).toHaveLength(1)
})

test('an answer that is older than what is known changes nothing', async () => {
  const { intents, invoice, statuses } = await makePayer('waits')
  await collectInvoices(app)
  const { id } = intents()[0]!
  const { arrived, release } = stripe.hold('GET /v1/payment_intents/', { isDone: true })
  const polling = collectInvoices(app)
  await arrived
  stripe.account.finish(id, true)
  await send(stripe.sign(lastEventOf(id)))
  expect(await statuses()).toEqual(['succeeded'])
  release()
  await polling
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
})

test('a charge that was given up is noted when its event comes', async () => {
  const { id, intents, invoice, statuses } = await makePayer('pays')
  // Stripe charged, and says 500 to every repetition.
  stripe.refuse('POST /v1/payment_intents', 500, { isDone: true })
  await collectInvoices(app)
  expect(await statuses()).toEqual(['started'])
  await setColumn(database, 'payments', 'status', 'canceled', { invoice_id: id })
  await send(stripe.sign(lastEventOf(intents()[0]!.id)))
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
})

test('forged, changed, old and unsigned events are 400 and leave nothing', async () => {
  const { intents, statuses } = await makePayer('waits')
  await collectInvoices(app)
  const { id } = intents()[0]!
  stripe.account.finish(id, true)
  const event = lastEventOf(id)
  const good = stripe.sign(event)
  const old = new Date(clock.now().getTime() - 301_000)
  const forged: Signed[] = [
    stripe.sign(event, { secret: 'whsec_another' }),
    stripe.sign(event, { at: old }),
    { ...good, body: good.body.replace('"livemode": false', '"livemode": true') },
    { ...good, headers: {} },
    { ...good, headers: { 'stripe-signature': '' } },
    { ...good, headers: { 'stripe-signature': 't=1,v1=' } },
    { ...good, body: '' },
    { ...good, body: 'no JSON' },
  ]
  for (const one of forged) {
    const { status, body } = await send(one)
    expect([status, body.error?.type]).toEqual([400, 'invalid_parameters'])
    // Nothing of the secret, of the body or of the expected signature is said.
    expect(JSON.stringify(body)).not.toMatch(/whsec|payment_intent|v1=/)
  }
  expect(await storedEvent(event)).toBeUndefined()
  expect(await statuses()).toEqual(['processing'])
})

test('a body that is too large is refused before it is read', async () => {
  const { status, body } = await call(path, {
    method: 'POST',
    body: 'x'.repeat(300_000),
    headers: { 'stripe-signature': 't=1,v1=00' },
  })
  expect([status, body.error.type]).toEqual([413, 'payload_too_large'])
})

test('events about anything else, and about payments of other servers, are kept and change nothing', async () => {
  const { intents, statuses } = await makePayer('pays')
  await collectInvoices(app)
  const base = lastEventOf(intents()[0]!.id)
  const other = stripe.account.makeIntent({
    amount: 4200,
    currency: 'usd',
    customer: 'cus_other',
    description: null,
    metadata: { payment_id: 'another server', organization_id: 'another' },
  })
  const events: Event[] = [
    { ...base, id: 'evt_customer', data: { object: { id: 'cus_1', object: 'customer' } } },
    { ...base, id: 'evt_gone', data: { object: { id: 'pi_gone', object: 'payment_intent' } } },
    lastEventOf(other.id),
  ]
  const before = await readRows(database, 'payments', {})
  for (const event of events) {
    expect((await send(stripe.sign(event))).status).toBe(200)
    expect(await storedEvent(event)).toMatchObject({ handled_at: expect.any(Date) })
  }
  expect(await readRows(database, 'payments', {})).toEqual(before)
  expect(await statuses()).toEqual(['succeeded'])
})

test('an event about the payment in a link notes the state of the link', async () => {
  const { id, organization, invoice, payments } = await makePayer('pays')
  const due = { id, organization_id: organization.id, attempts: 0 }
  const row = (await insertPayment(database, 'stripe', due, clock.now()))!
  const link = await (
    await collectingProvider(app)
  ).paymentLink({
    paymentId: row.id,
    organizationId: organization.id,
    invoiceId: id,
    customerId: row.customer_id,
    amountCents: 4200,
    currency: 'USD',
    description: row.description,
    key: row.idempotency_key,
    returnUrl: 'http://127.0.0.1/back',
  })
  await setColumn(database, 'payments', 'provider_id', link.id, { id: row.id })
  await setColumn(database, 'payments', 'status', 'action_required', { id: row.id })
  stripe.completeSession(link.id, 'pays')
  const { payment_intent: intent } = stripe.account.session(link.id)
  await send(stripe.sign(lastEventOf(intent!)))
  expect(await payments()).toMatchObject([{ status: 'succeeded', provider_id: link.id }])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
})

test('an event of one organization changes nothing of another', async () => {
  const one = await makePayer('waits')
  const other = await makePayer('waits')
  await collectInvoices(app)
  stripe.account.finish(one.intents()[0]!.id, true)
  stripe.account.finish(other.intents()[0]!.id, true)
  await send(stripe.sign(lastEventOf(one.intents()[0]!.id)))
  expect(await one.statuses()).toEqual(['succeeded'])
  expect(await other.statuses()).toEqual(['processing'])
  expect(await other.invoice()).toMatchObject({ status: 'open', paid_cents: 0 })
})

test('an event that could not be handled is handled by the next run, also after a kill', async () => {
  const { intents, statuses } = await makePayer('waits')
  await collectInvoices(app)
  const { id } = intents()[0]!
  stripe.account.finish(id, true)
  stripe.refuse('GET /v1/payment_intents/', 503, { times: 2 })
  const event = lastEventOf(id)
  expect((await send(stripe.sign(event))).status).toBe(200)
  expect(await storedEvent(event)).toMatchObject({ handled_at: null })
  expect(await statuses()).toEqual(['processing'])
  await handleEvents(app)
  expect(await storedEvent(event)).toMatchObject({ handled_at: expect.any(Date) })
  expect(await statuses()).toEqual(['succeeded'])
})

test('more than was owed is shown to the operator until it is paid back at Stripe', async () => {
  const { id, intents, payments } = await makePayer('waits', { number: 917 })
  await collectInvoices(app)
  await setColumn(database, 'invoices', 'status', 'external_paid', { id })
  const intent = intents()[0]!.id
  stripe.account.finish(intent, true)
  await send(stripe.sign(lastEventOf(intent)))
  expect(await checkSurplus(app)).toEqual({
    level: 'warning',
    sentence: 'Customers paid more than they owed: refund $42.00 of invoice 917.',
  })
  const later = new Date(clock.now().getTime() + 31 * daySeconds * 1000)
  expect((await checkSurplus({ ...app, clock: { now: () => later } })).level).toBe('well')
  const refund = async (cents: number) => {
    stripe.account.refund(intent, cents)
    await send(stripe.sign(stripe.account.events.at(-1)!))
  }
  await refund(2000)
  expect((await checkSurplus(app)).sentence).toContain('$22.00 of invoice 917')
  await refund(2200)
  expect(await payments()).toMatchObject([{ surplus_cents: 4200, refunded_cents: 4200 }])
  expect((await checkSurplus(app)).level).toBe('well')
})

/** The address alone, of another app. */
const startEvents = (given: App) => {
  const server = new Hono()
  mountEvents(server, given)
  return server
}

test.for(['showback', 'invoice', 'test'])(
  'there is no such address in the mode %s',
  async (mode) => {
    const settings = readSettings({ PLAYHEAD_BILLING: mode })
    const answer = await startEvents({ ...app, settings }).request(path, { method: 'POST' })
    expect(answer.status).toBe(404)
  },
)

test('what goes wrong with the database makes Stripe send the event again', async () => {
  const { intents } = await makePayer('pays')
  await collectInvoices(app)
  const { body, headers } = stripe.sign(lastEventOf(intents()[0]!.id))
  const postgres = { ...database, run: () => Promise.reject(new Error('It is full.')) }
  const answer = await startEvents({ ...app, postgres }).request(path, {
    method: 'POST',
    body,
    headers,
  })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('full')
  expect(logLines.at(-1)).toContain('It is full.')
})

test('handled events are forgotten after 40 days', async () => {
  const { intents } = await makePayer('pays')
  await collectInvoices(app)
  const event = lastEventOf(intents()[0]!.id)
  await send(stripe.sign(event))
  clock.advance(39 * daySeconds)
  await clearEvents.run(app)
  expect(await storedEvent(event)).toBeDefined()
  clock.advance(2 * daySeconds)
  await clearEvents.run(app)
  expect(await storedEvent(event)).toBeUndefined()
})

test('nothing of an event is logged', () => {
  expect(logLines.join('')).not.toMatch(/client_secret|whsec|sk_test/)
})
