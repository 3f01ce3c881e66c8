import { expect, test } from 'vitest'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { collectInvoices } from '../charges/collect-invoices.ts'
import { paymentsServer } from '../index.ts'

const { app, call, database } = await startTestApp(
  [
    assetsServer,
    invoicesServer,
    operatorServer,
    organizationsServer,
    paymentsServer,
    playbackIdsServer,
    processingServer,
  ],
  { settings: { PLAYHEAD_BILLING: 'test' } },
)
const make = aFactory(database)
const staff = await make.person({ isStaff: true })

/** An organization with an invoice that is long overdue, and then a marketplace. */
const setUp = async () => {
  const { admin, organization, environment } = await make.world()
  const place = { as: admin, organization }
  const id = await insertInvoice(database, organization, { status: 'delinquent' })
  const managed = await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { marketplace_type: 'Bazaar' } },
  })
  expect(managed.status).toBe(200)
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const add = () =>
    call('/video/v1/assets', { token, body: { inputs: [{ url: 'https://x.example/a.mp4' }] } })
  const outstanding = async () => (await call('/ui/v1/outstanding-balances', place)).body.data
  return { place, id, add, outstanding }
}

test('BILL-010 BILL-030 an invoice from before a marketplace took over is listed, paid by its link, and refuses new media until then', async () => {
  const { place, id, add, outstanding } = await setUp()
  expect(await outstanding()).toMatchObject({
    balances: [{ cents: 4200, late_cents: 4200, invoices: 1, oldest: { id } }],
    invoice_needs_attention: true,
    unpaid: [{ id, status: 'delinquent', balance_cents: 4200 }],
  })
  expect((await call('/ui/v1/invoices', place)).body.data).toMatchObject([{ id }])
  expect(await add()).toMatchObject({
    status: 402,
    body: {
      error: {
        name: 'invoice_overdue',
        messages: [expect.stringContaining('An admin can pay it under Billing and Payments.')],
      },
    },
  })
  const { url } = (await call(`/ui/v1/invoices/${id}/payment-link`, place)).body.data
  const payment = (url as string).split('/').at(-1)
  await call(`/ui/v1/billing/test-payments/${payment}`, { ...place, body: { outcome: 'succeed' } })
  expect(await outstanding()).toEqual({
    balances: [],
    invoice_needs_attention: false,
    unpaid: [],
  })
  expect((await add()).status).toBe(201)
})

test('a method that was entered before it is still charged for what was owed then', async () => {
  const { place, outstanding } = await setUp()
  const body = { payment_method: { id: 'test_succeeds' } }
  expect((await call('/ui/v1/billing/payment-method', { ...place, body })).status).toBe(200)
  await collectInvoices(app)
  expect((await outstanding()).balances).toEqual([])
})
