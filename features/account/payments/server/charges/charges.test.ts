import { expect, test } from 'vitest'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { paymentsServer } from '../index.ts'
import { setMethod } from '../method/payment-customers.sql.ts'
import { collectingProvider } from '../provider/provider-of.ts'
import { collectInvoices } from './collect-invoices.ts'
import { insertPayment } from './payments.sql.ts'

const { app, call, database, clock } = await startTestApp(
  [organizationsServer, invoicesServer, paymentsServer],
  { settings: { PLAYHEAD_BILLING: 'test' } },
)
const make = aFactory(database)
const provider = await collectingProvider(app)
const daySeconds = 86_400

const setUp = async (method: string, given: Parameters<typeof insertInvoice>[2] = {}) => {
  const { admin, organization } = await make.world()
  const place = { as: admin, organization }
  const save = async (id: string) => {
    await call('/ui/v1/setup-intent', place)
    const saved = await call('/ui/v1/billing/payment-method', {
      ...place,
      body: { payment_method: { id } },
    })
    expect(saved.status).toBe(200)
  }
  await save(method)
  const id = await insertInvoice(database, organization, { subtotal_cents: 4200, ...given })
  const invoice = async () => (await readRows(database, 'invoices', { id }))[0]!
  const payments = async () =>
    (await readRows(database, 'payments', { invoice_id: id })).toSorted(
      (one, other) => Number(one['attempt']) - Number(other['attempt']),
    )
  const statuses = async () => (await payments()).map((row) => row['status'])
  /** What the provider was asked to charge. */
  const charged = () => readRows(database, 'test_payments', { organization_id: organization.id })
  const due = { id, organization_id: organization.id, attempts: 0 }
  const last = async (as = admin, of = organization) =>
    (await call('/ui/v1/billing/payment-method', { as, organization: of })).body.data.last_payment
  return { admin, organization, id, save, invoice, payments, statuses, charged, due, last }
}

test('BILL-020 an invoice is charged once to the stored method, and is paid', async () => {
  const { invoice, statuses, charged, last } = await setUp('test_succeeds', { paid_cents: 200 })
  await Promise.all([collectInvoices(app), collectInvoices(app), collectInvoices(app)])
  await collectInvoices(app)
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  expect(await statuses()).toEqual(['succeeded'])
  expect(await charged()).toMatchObject([{ amount_cents: 4000, currency: 'USD' }])
  expect(await last()).toMatchObject({ status: 'succeeded', error: null, amount_cents: 4000 })
})

test('a program that was killed before or after its call charges once', async () => {
  const now = clock.now()
  // So long that the key is forgotten: the charge is searched for instead.
  const longAgo = new Date(now.getTime() - 2 * daySeconds * 1000)
  const killed = async (begun: Date, hasCalled: boolean) => {
    const one = await setUp('test_succeeds')
    const row = (await insertPayment(database, 'test', one.due, begun))!
    if (hasCalled)
      await provider.charge({
        paymentId: row.id,
        organizationId: row.organization_id,
        invoiceId: row.invoice_id,
        customerId: row.customer_id,
        methodId: row.method_id ?? '',
        amountCents: row.amount_cents,
        currency: row.currency,
        description: row.description,
        key: row.idempotency_key,
      })
    return one
  }
  const cases = [
    await killed(now, false),
    await killed(now, true),
    await killed(longAgo, false),
    await killed(longAgo, true),
  ]
  await collectInvoices(app)
  await collectInvoices(app)
  for (const { invoice, charged } of cases) {
    expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
    expect(await charged()).toHaveLength(1)
  }
  expect(await Promise.all(cases.map(({ statuses }) => statuses()))).toEqual([
    ['succeeded'],
    ['succeeded'],
    ['canceled', 'succeeded'],
    ['succeeded'],
  ])
})

test('BILL-015 a charge that waits for the payer ends with a new method, and is never charged beside it', async () => {
  const { invoice, statuses, save } = await setUp('test_action')
  await collectInvoices(app)
  expect(await invoice()).toMatchObject({ status: 'payment_action_required' })
  await collectInvoices(app)
  expect(await statuses()).toEqual(['action_required'])
  clock.advance(1)
  await save('test_succeeds')
  await collectInvoices(app)
  expect(await statuses()).toEqual(['canceled', 'succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
})

test('a debit that succeeds late is not charged again meanwhile', async () => {
  const { invoice, statuses } = await setUp('test_late')
  await collectInvoices(app)
  await collectInvoices(app)
  expect(await statuses()).toEqual(['processing'])
  expect(await invoice()).toMatchObject({ status: 'open' })
  clock.advance(60)
  await collectInvoices(app)
  expect(await statuses()).toEqual(['succeeded'])
  expect(await invoice()).toMatchObject({ status: 'paid' })
})

test('what was settled elsewhere is not charged any more', async () => {
  const { id, statuses, charged, due } = await setUp('test_succeeds')
  await insertPayment(database, 'test', due, clock.now())
  await setColumn(database, 'invoices', 'status', 'forgiven', { id })
  await collectInvoices(app)
  expect(await statuses()).toEqual(['canceled'])
  expect(await charged()).toEqual([])
})

test('amounts of currencies without hundredths are never charged by themselves', async () => {
  const { statuses } = await setUp('test_succeeds', { currency: 'JPY' })
  await collectInvoices(app)
  expect(await statuses()).toEqual([])
})

test('another organization sees nothing of a payment', async () => {
  const { last } = await setUp('test_declines')
  await collectInvoices(app)
  const other = await make.world()
  expect(await last()).not.toBeNull()
  expect(await last(other.admin, other.organization)).toBeNull()
})

test('BILL-020 a declined charge is tried again after 3, 7 and 14 days, and a new method at once', async () => {
  const { organization, invoice, statuses, charged, last } = await setUp('test_declines')
  const attemptsAfter = async (days: number) => {
    clock.advance(days * daySeconds)
    await collectInvoices(app)
    return (await statuses()).length
  }
  expect(await attemptsAfter(0)).toBe(1)
  expect(await last()).toMatchObject({ status: 'failed', error: 'Your card was declined.' })
  expect(await attemptsAfter(2.9)).toBe(1)
  expect(await attemptsAfter(0.2)).toBe(2)
  expect(await attemptsAfter(3.8)).toBe(2)
  expect(await attemptsAfter(0.2)).toBe(3)
  expect(await attemptsAfter(7)).toBe(4)
  expect(await attemptsAfter(60)).toBe(4)
  expect(await invoice()).toMatchObject({ paid_cents: 0 })
  // The session has ended by now.
  const method = await provider.attach('', 'test_succeeds')
  const tenant = { id: organization.id, postgres: database }
  await setMethod(tenant, 'test', { method, now: clock.now() })
  expect(await attemptsAfter(0)).toBe(5)
  expect(await invoice()).toMatchObject({ status: 'paid' })
  expect(await charged()).toHaveLength(5)
})
