import { describe, expect, test } from 'vitest'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { paymentsServer } from '../index.ts'
import { collectInvoices } from '../charges/collect-invoices.ts'
import { insertLink } from './payment-links.sql.ts'

const features = [organizationsServer, operatorServer, invoicesServer, paymentsServer]
const { app, call, database, clock } = await startTestApp(features, {
  settings: { PLAYHEAD_BILLING: 'test' },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const daySeconds = 86_400

const setUp = async (given: Parameters<typeof insertInvoice>[2] = {}) => {
  const { admin, member, organization } = await make.world()
  const place = { as: admin, organization }
  const id = await insertInvoice(database, organization, { subtotal_cents: 4200, ...given })
  const link = (as = admin) => call(`/ui/v1/invoices/${id}/payment-link`, { as, organization })
  const open = async () => {
    const { status, body } = await link()
    expect([status, body.error]).toEqual([200, undefined])
    return body.data.url as string
  }
  const end = (url: string, outcome: string) =>
    call(`/ui/v1/billing/test-payments/${url.split('/').at(-1)}`, { ...place, body: { outcome } })
  const save = (method: string) =>
    call('/ui/v1/billing/payment-method', { ...place, body: { payment_method: { id: method } } })
  const invoice = async () => (await readRows(database, 'invoices', { id }))[0]!
  const payments = async () =>
    (await readRows(database, 'payments', { invoice_id: id })).toSorted(
      (one, other) => Number(one['attempt']) - Number(other['attempt']),
    )
  const statuses = async () => (await payments()).map(({ status }) => status)
  const charged = async (method: string) => {
    expect((await save(method)).status).toBe(200)
    await collectInvoices(app)
  }
  return { member, organization, place, id, link, open, end, save, invoice, statuses, charged }
}

describe('200', () => {
  test('BILL-030 the link is for what is still owed, and the invoice is paid by it', async () => {
    const { id, organization, place, open, end, invoice } = await setUp({ paid_cents: 200 })
    const url = await open()
    expect(url).toContain(`/organizations/${organization.id}/account/billing/test-payments/`)
    const page = await call(`/ui/v1/billing/test-payments/${url.split('/').at(-1)}`, place)
    expect(page.body.data).toMatchObject({
      invoice_id: id,
      status: 'action_required',
      amount_cents: 4000,
      currency: 'USD',
    })
    expect(await invoice()).toMatchObject({ status: 'open' })
    expect((await end(url, 'succeed')).body.data.status).toBe('succeeded')
    expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
    const tried = await call(`/ui/v1/invoices/${id}/payments`, place)
    expect(tried.body.data).toMatchObject([
      { is_by_link: true, status: 'succeeded', amount_cents: 4000 },
    ])
  })

  test('BILL-030 a link that is open is given again, also to two at once', async () => {
    const { open, statuses } = await setUp()
    const urls = [...(await Promise.all([open(), open(), open()])), await open()]
    expect(new Set(urls).size).toBe(1)
    expect(await statuses()).toEqual(['action_required'])
  })

  test('BILL-030 a link for another amount than is owed now is replaced', async () => {
    const { id, open, end, statuses, invoice } = await setUp()
    await open()
    await setColumn(database, 'invoices', 'paid_cents', 1000, { id })
    await end(await open(), 'succeed')
    expect(await statuses()).toEqual(['canceled', 'succeeded'])
    expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  })

  test('a program that was killed before its call makes the same link', async () => {
    const { id, organization, open, statuses } = await setUp()
    await insertLink({ id: organization.id, postgres: database }, 'test', {
      invoiceId: id,
      customerId: 'test',
      returnUrl: 'http://127.0.0.1/',
      now: clock.now(),
    })
    await open()
    expect(await statuses()).toEqual(['action_required'])
  })

  test('BILL-030 after a declined payment there is a new link', async () => {
    const { open, end, statuses, invoice } = await setUp()
    const first = await open()
    expect((await end(first, 'decline')).body.data.status).toBe('failed')
    expect(await invoice()).toMatchObject({ status: 'open', paid_cents: 0 })
    // The page of the first one pays no more.
    await end(first, 'succeed')
    const second = await open()
    expect(second).not.toBe(first)
    await end(second, 'succeed')
    expect(await statuses()).toEqual(['failed', 'succeeded'])
    expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  })

  test('BILL-015 BILL-030 a charge that waits for the payer ends before its link opens, and stays a matter of attention', async () => {
    const { charged, open, end, statuses, invoice } = await setUp()
    await charged('test_action')
    expect(await invoice()).toMatchObject({ status: 'payment_action_required' })
    const url = await open()
    expect(await statuses()).toEqual(['canceled', 'action_required'])
    expect(await invoice()).toMatchObject({ status: 'payment_action_required' })
    await end(url, 'succeed')
    expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  })

  test('while a link is open nothing is charged; after a day it ends', async () => {
    const { charged, open, statuses } = await setUp()
    await charged('test_declines')
    clock.advance(2 * daySeconds)
    await open()
    clock.advance(daySeconds - 60)
    await collectInvoices(app)
    expect(await statuses()).toEqual(['failed', 'action_required'])
    // The retry of the third day is due as if there had been no link.
    clock.advance(120)
    await collectInvoices(app)
    expect(await statuses()).toEqual(['failed', 'canceled', 'failed'])
    clock.advance(3.9 * daySeconds)
    await collectInvoices(app)
    expect(await statuses()).toEqual(['failed', 'canceled', 'failed'])
    clock.advance(0.2 * daySeconds)
    await collectInvoices(app)
    expect(await statuses()).toEqual(['failed', 'canceled', 'failed', 'failed'])
  })

  test('a new payment method ends an open link, and is charged at once', async () => {
    const { open, save, statuses, invoice } = await setUp()
    await open()
    clock.advance(1)
    await save('test_succeeds')
    await collectInvoices(app)
    expect(await statuses()).toEqual(['canceled', 'succeeded'])
    expect(await invoice()).toMatchObject({ status: 'paid', paid_cents: 4200 })
  })

  test('a method that was saved just before a link is charged at once when the link has ended', async () => {
    const { charged, save, open, statuses } = await setUp()
    await charged('test_declines')
    clock.advance(1)
    await save('test_succeeds')
    clock.advance(1)
    await open()
    clock.advance(daySeconds + 60)
    await collectInvoices(app)
    expect(await statuses()).toEqual(['failed', 'canceled', 'succeeded'])
  })

  test('a link that the payer left is not what became of the last charge', async () => {
    const { place, charged, open, end } = await setUp()
    const last = async () =>
      (await call('/ui/v1/billing/payment-method', place)).body.data.last_payment
    await charged('test_declines')
    clock.advance(1)
    const url = await open()
    expect(await last()).toMatchObject({ is_by_link: false, status: 'failed' })
    await end(url, 'succeed')
    expect(await last()).toMatchObject({ is_by_link: true, status: 'succeeded' })
  })

  test('BILL-030 a cancelled organization can still pay, also in read-only mode', async () => {
    const { organization, place, open, end, save, invoice } = await setUp()
    await setColumn(database, 'organizations', 'cancelled_at', new Date(), { id: organization.id })
    const setReadOnly = (isOn: boolean) =>
      call('/ui/v1/operator/read-only', { as: staff, method: 'PUT', body: { read_only: isOn } })
    expect((await setReadOnly(true)).status).toBe(200)
    const information = { billing_country: 'DE' }
    const saved = await call('/ui/v1/billing/information', {
      ...place,
      method: 'PUT',
      body: { billing_information: information },
    })
    expect(saved.status).toBe(200)
    expect((await save('test_declines')).status).toBe(200)
    await end(await open(), 'succeed')
    expect(await invoice()).toMatchObject({ status: 'paid' })
    expect((await setReadOnly(false)).status).toBe(200)
  })
})

describe('400', () => {
  const refusal = async (given: Parameters<typeof insertInvoice>[2]) => {
    const { link } = await setUp(given)
    const { status, body } = await link()
    return [status, ...(body.error?.messages ?? [])]
  }

  test('BILL-030 where nothing is owed, in words', async () => {
    const nothing = [400, 'Nothing is owed on this invoice.']
    for (const status of ['paid', 'external_paid', 'forgiven'] as const)
      expect(await refusal({ status })).toEqual(nothing)
    expect(await refusal({ paid_cents: 4200 })).toEqual(nothing)
    for (const status of ['waiting', 'pending'] as const)
      expect(await refusal({ status })).toEqual([
        400,
        'This invoice is not issued yet, so there is nothing to pay.',
      ])
    expect(await refusal({ currency: 'JPY' })).toEqual([
      400,
      'Invoices in JPY cannot be paid by a link. Please pay by transfer.',
    ])
  })

  test('BILL-030 while a payment is on its way, until it has failed or arrived', async () => {
    const { charged, link, statuses } = await setUp()
    await charged('test_late')
    const { status, body } = await link()
    expect([status, body.error.messages]).toEqual([
      400,
      ['A payment for this invoice is being processed. Please wait until it arrives.'],
    ])
    expect(await statuses()).toEqual(['processing'])
    clock.advance(60)
    expect((await link()).body.error.messages).toEqual(['Nothing is owed on this invoice.'])
    expect(await statuses()).toEqual(['succeeded'])
  })
})

test('403 for members, and 404 for the invoices and payments of others', async () => {
  const { member, place, open, link } = await setUp()
  const other = await setUp()
  expect((await link(member)).status).toBe(403)
  const url = await open()
  const payment = `/ui/v1/billing/test-payments/${url.split('/').at(-1)}`
  expect((await call(payment, place)).status).toBe(200)
  for (const path of [
    `/ui/v1/invoices/${other.id}/payment-link`,
    `/ui/v1/invoices/${other.id}/payments`,
  ])
    expect((await call(path, place)).status).toBe(404)
  expect((await call(payment, other.place)).status).toBe(404)
  expect((await call(payment, { ...other.place, body: { outcome: 'succeed' } })).status).toBe(404)
})
