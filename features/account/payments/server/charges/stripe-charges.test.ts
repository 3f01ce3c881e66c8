import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import type { StripeOutcome } from '@playhead/testing/stripe/stripe-objects.ts'
import { collectingProvider } from '../provider/provider-of.ts'
import { startStripeWorld } from '../testing-stripe-world.ts'
import { collectInvoices } from './collect-invoices.ts'

const { app, clock, database, logLines, stripe, makePayer } = await startStripeWorld()
const hourSeconds = 3600
const charging = 'POST /v1/payment_intents'

interface Outcome {
  outcome: StripeOutcome
  /** Of the payment, the invoice, and what Stripe took. */
  ends: [string, string, string]
  error: string | null
  /** What the bank says later about a debit. */
  isPaidLate?: boolean
}

const outcomes: Outcome[] = [
  { outcome: 'pays', ends: ['succeeded', 'paid', 'succeeded'], error: null },
  { outcome: 'declines', ends: ['failed', 'open', 'failed'], error: 'Your card was declined.' },
  {
    outcome: 'acts',
    ends: ['action_required', 'payment_action_required', 'failed'],
    error: 'Your bank asks you to confirm this payment.',
  },
  { outcome: 'waits', isPaidLate: true, ends: ['succeeded', 'paid', 'succeeded'], error: null },
  {
    outcome: 'waits',
    isPaidLate: false,
    ends: ['failed', 'open', 'failed'],
    error: 'The payment failed.',
  },
]

/** Each is for the two calls of one run: the package repeats a call once. */
const disturbances: { what: string; disturb: () => void }[] = [
  { what: 'nothing', disturb: () => {} },
  { what: 'no connection', disturb: () => stripe.cut(charging, { times: 2 }) },
  {
    what: 'a connection that ends after the charge',
    disturb: () => stripe.cut(charging, { isDone: true, times: 2 }),
  },
  { what: '503', disturb: () => stripe.refuse(charging, 503, { times: 2 }) },
  { what: '429', disturb: () => stripe.refuse(charging, 429) },
  { what: '409', disturb: () => stripe.refuse(charging, 409, { times: 2 }) },
  {
    what: '500 although Stripe charged',
    disturb: () => stripe.refuse(charging, 500, { isDone: true, times: 2 }),
  },
]

const table = outcomes.flatMap((one) => disturbances.map((other) => ({ ...one, ...other })))
const nameOf = ({ outcome, isPaidLate }: Outcome) =>
  isPaidLate === undefined ? outcome : `${outcome} and ${isPaidLate ? 'pays' : 'declines'} late`

test.for(someOf('charges-at-stripe', table, 6).map((one) => ({ ...one, name: nameOf(one) })))(
  'BILL-020 one charge for a method that $name, with $what',
  async ({ outcome, isPaidLate, ends, error, disturb }) => {
    const { invoice, intents, charges, payments, statuses, last } = await makePayer(outcome)
    disturb()
    await collectInvoices(app)
    stripe.calm()
    await collectInvoices(app)
    await collectInvoices(app)
    const atOnce = await statuses()
    if (isPaidLate !== undefined) stripe.account.finish(intents()[0]!.id, isPaidLate)
    await Promise.all([collectInvoices(app), collectInvoices(app)])
    const [status, invoiceStatus, charged] = ends
    expect(await payments()).toMatchObject([
      { status, error, provider_id: intents()[0]!.id, amount_cents: 4200 },
    ])
    expect(await invoice()).toMatchObject({
      status: invoiceStatus,
      paid_cents: status === 'succeeded' ? 4200 : 0,
    })
    expect(atOnce).toEqual([isPaidLate === undefined ? status : 'processing'])
    expect(intents()).toHaveLength(1)
    expect(charges()).toMatchObject([{ status: charged, amount: 4200, currency: 'usd' }])
    expect(await last()).toMatchObject({ status, error, amount_cents: 4200 })
  },
)

test('after an older backup was restored, what was charged since is found and not charged again', async () => {
  const { id, organization, invoice, charges, statuses } = await makePayer('pays')
  const [customer] = await readRows(database, 'payment_customers', {
    organization_id: organization.id,
  })
  const provider = await collectingProvider(app)
  // Of the row that the backup does not have.
  await provider.charge({
    paymentId: randomUUID(),
    organizationId: organization.id,
    invoiceId: id,
    customerId: String(customer!['customer_id']),
    methodId: (customer!['method'] as { id: string }).id,
    amountCents: 4200,
    currency: 'USD',
    description: 'Invoice 1',
    key: `invoice ${id} attempt 1`,
  })
  // Stripe has forgotten the key.
  clock.advance(48 * hourSeconds)
  await collectInvoices(app)
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(charges()).toHaveLength(1)
})

test('a charge that hangs does not hold up the others', async () => {
  // One after the other: at once, two invoices may get one number.
  const payers: Awaited<ReturnType<typeof makePayer>>[] = []
  while (payers.length < 7) payers.push(await makePayer('pays'))
  const { arrived, release } = stripe.hold(charging)
  const collecting = collectInvoices(app)
  await arrived
  const paid = async () =>
    (await Promise.all(payers.map(({ invoice }) => invoice()))).filter(
      ({ status }) => status === 'paid',
    )
  await expect.poll(paid, { timeout: 20_000 }).toHaveLength(6)
  release()
  await collecting
  expect(await paid()).toHaveLength(7)
  for (const { charges } of payers) expect(charges()).toHaveLength(1)
})

test('of two servers that charge at once, one charges', async () => {
  const { invoice, charges, statuses } = await makePayer('pays')
  const { arrived, release } = stripe.hold(charging)
  const first = collectInvoices(app)
  await arrived
  // The key is in use.
  await collectInvoices(app)
  expect(await statuses()).toEqual(['started'])
  release()
  await first
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid' })
  expect(charges()).toHaveLength(1)
})

test('while Stripe is away, a charge is tried for a day with one key, and then with the next', async () => {
  const { id, invoice, charges, payments, statuses } = await makePayer('pays')
  const before = stripe.received.length
  stripe.cut(charging, { times: 1000 })
  const runAfter = async (hours: number) => {
    clock.advance(hours * hourSeconds)
    await collectInvoices(app)
  }
  for (const hours of [0, 1, 21.9]) await runAfter(hours)
  const calls = stripe.received.slice(before).filter(({ path }) => charging.endsWith(path))
  const keys = new Set(calls.map(({ key }) => key))
  expect([...keys]).toEqual([`invoice ${id} attempt 1`])
  expect(await invoice()).toMatchObject({ status: 'open' })
  // A call of the last moment may still be under way, so that a search that finds nothing proves nothing yet.
  await runAfter(0.15)
  expect(await statuses()).toEqual(['started'])
  await runAfter(0.15)
  expect(await statuses()).toEqual(['canceled', 'started'])
  stripe.calm()
  await runAfter(0)
  expect(await payments()).toMatchObject([
    { error: 'The payment did not reach the provider.', provider_id: null },
    { status: 'succeeded', idempotency_key: `invoice ${id} attempt 2` },
  ])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(charges()).toHaveLength(1)
})

test.for([
  ['declines', 'failed', 'failed'],
  ['acts', 'action_required', 'canceled'],
] as const)(
  'what never reached Stripe does not put off the days after which a method that %s is tried again',
  async ([outcome, first, later]) => {
    const { statuses } = await makePayer(outcome)
    const runAfter = async (days: number) => {
      clock.advance(days * 24 * hourSeconds)
      await collectInvoices(app)
      return statuses()
    }
    stripe.cut(charging, { times: 1000 })
    await runAfter(0)
    await runAfter(1)
    stripe.calm()
    expect(await runAfter(0)).toEqual(['canceled', first])
    expect(await runAfter(2.9)).toEqual(['canceled', first])
    expect(await runAfter(0.2)).toEqual(['canceled', later, first])
  },
)

test('BILL-015 a charge that waits for the payer is cancelled at Stripe before a new method is charged', async () => {
  const { enter, invoice, intents, statuses, charges } = await makePayer('acts')
  await collectInvoices(app)
  clock.advance(1)
  await enter('pays')
  await collectInvoices(app)
  expect(await statuses()).toEqual(['canceled', 'succeeded'])
  expect(intents().map(({ status }) => status)).toEqual(['canceled', 'succeeded'])
  expect(charges().filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
})

test('the same method, saved again, is not charged again', async () => {
  const { openForm, save, statuses } = await makePayer(undefined)
  const session = await openForm()
  stripe.completeSession(session, 'declines')
  await save(session)
  await collectInvoices(app)
  clock.advance(1)
  // As a browser does that loads the page once more.
  expect((await save(session)).status).toBe(200)
  await collectInvoices(app)
  expect(await statuses()).toEqual(['failed'])
})

test('an amount that Stripe does not charge is said in words', async () => {
  const { last } = await makePayer('pays', { subtotal_cents: 30 })
  await collectInvoices(app)
  expect(await last()).toMatchObject({
    status: 'failed',
    error: 'The payment provider does not charge amounts as small as this one.',
  })
})

test('a charge that succeeds although its invoice was settled elsewhere is said to the operator', async () => {
  const { id, intents, invoice, payments } = await makePayer('waits')
  await collectInvoices(app)
  await setColumn(database, 'invoices', 'status', 'external_paid', { id })
  stripe.account.finish(intents()[0]!.id, true)
  await collectInvoices(app)
  expect(await payments()).toMatchObject([
    { status: 'succeeded', surplus_cents: 4200, refunded_cents: 0 },
  ])
  expect(await invoice()).toMatchObject({ status: 'external_paid', paid_cents: 0 })
  expect(logLines.filter((line) => line.includes(id)).join('')).toContain('refund the rest')
})

test('neither keys nor numbers of cards are logged or stored', async () => {
  stripe.refuse(charging, 401)
  const { organization } = await makePayer('pays')
  await collectInvoices(app)
  await collectInvoices(app)
  const secrets = [stripe.settings.STRIPE_SECRET_KEY, stripe.settings.STRIPE_WEBHOOK_SECRET]
  for (const secret of secrets) expect(logLines.join('')).not.toContain(secret)
  expect(logLines.join('')).toContain('a payment could not be processed')
  const [customer] = await readRows(database, 'payment_customers', {
    organization_id: organization.id,
  })
  expect(customer!['method']).toEqual({
    id: expect.stringMatching(/^pm_/),
    kind: 'card',
    label: 'Visa',
    last4: '4242',
    expires: '2042-04',
  })
})
