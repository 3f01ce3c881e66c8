import { expect, test } from 'vitest'
import { feature } from '@playhead/server-kit/feature.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import {
  endPaymentAction,
  findInvoice,
  invoiceListener,
  invoiceNeedsAttention,
  listUnpaid,
  recordPayment,
  requirePaymentAction,
} from '../index.ts'
import { refreshBanner } from './refresh-banner.ts'

const heard: string[] = []
const listening = feature('listening', {
  parts: [
    invoiceListener({
      order: 10,
      settled: async (_app, _organization, { number, status }) =>
        heard.push(`${number} is ${status}`),
    }),
  ],
})

const { app, database } = await startTestApp([listening], {
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)

const setUp = async (given: Parameters<typeof insertInvoice>[2] = {}) => {
  const { organization } = await make.world()
  const tenant = { id: organization.id, postgres: database }
  const id = await insertInvoice(database, organization, given)
  const inside = <Result>(work: (inTransaction: typeof tenant) => Promise<Result>) =>
    database.transaction((transaction) => work(within(tenant, transaction)))
  const pay = (cents: number) => inside((one) => recordPayment(app, one, { invoiceId: id, cents }))
  const notices = async () =>
    (await readRows(database, 'organizations', { id: organization.id }))[0]!['usage_notices']
  return { tenant, id, inside, pay, notices }
}

test('an invoice that is paid in parts is paid with the last one, and takes no more than is owed', async () => {
  const { tenant, id, pay } = await setUp({ subtotal_cents: 1000, number: 71 })
  expect(await pay(400)).toMatchObject({ takenCents: 400, invoice: { status: 'open' } })
  expect(await invoiceNeedsAttention(tenant)).toBe(false)
  const last = await pay(700)
  expect(last).toMatchObject({ takenCents: 600, invoice: { status: 'paid', paid_cents: 1000 } })
  expect(last.invoice.settled_at).not.toBe(null)
  expect(await pay(100)).toMatchObject({ takenCents: 0, invoice: { paid_cents: 1000 } })
  expect(await findInvoice(tenant, id)).toMatchObject({ status: 'paid', paid_cents: 1000 })
  expect(await listUnpaid(tenant)).toEqual([])
  expect(heard).toEqual(['71 is paid'])
})

test('two payments at once never take more than the invoice is about', async () => {
  const { pay } = await setUp({ subtotal_cents: 1000, number: 81 })
  const taken = (await Promise.all([pay(800), pay(800)])).map(({ takenCents }) => takenCents)
  expect(taken.toSorted((one, other) => one - other)).toEqual([200, 800])
})

test('BILL-015 a payment that waits for the payer needs attention until it ends', async () => {
  const { tenant, id, inside } = await setUp()
  const asked = await inside((one) => requirePaymentAction(app, one, id))
  expect(asked.status).toBe('payment_action_required')
  expect(await invoiceNeedsAttention(tenant)).toBe(true)
  expect((await inside((one) => endPaymentAction(app, one, id))).status).toBe('open')
  expect(await invoiceNeedsAttention(tenant)).toBe(false)
})

test('a late invoice stays late while the provider asks, and a payment ends the banner of a delinquent one', async () => {
  const late = await setUp({ status: 'late' })
  const asked = await late.inside((one) => requirePaymentAction(app, one, late.id))
  expect(asked.status).toBe('late')
  const { tenant, pay, notices } = await setUp({ status: 'delinquent', subtotal_cents: 10 })
  await refreshBanner(tenant)
  await pay(4)
  expect(await notices()).toMatchObject([{ type: 'invoice_overdue', source: 'invoices' }])
  expect((await pay(6)).invoice.status).toBe('paid')
  expect(await notices()).toEqual([])
})

test('another organization has no such invoice', async () => {
  const { id } = await setUp()
  const { inside } = await setUp()
  await expect(
    inside((one) => recordPayment(app, one, { invoiceId: id, cents: 1 })),
  ).rejects.toThrow('There is no such invoice.')
})
