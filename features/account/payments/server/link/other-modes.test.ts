import { expect, test } from 'vitest'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { insertTestLink } from '@playhead/testing/rows/payment-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { paymentsServer } from '../index.ts'

const features = [organizationsServer, invoicesServer, paymentsServer]

const startIn = async (settings: Record<string, string>) => {
  const { call, database } = await startTestApp(features, { settings })
  const { admin, organization } = await aFactory(database).world()
  const invoice = await insertInvoice(database, organization)
  const payment = await insertTestLink(database, organization, invoice)
  const ask = (path: string, body?: object) =>
    call(path, { as: admin, organization, ...(body && { body }) })
  return { ask, invoice, payment }
}

test('BILL-030 400 where invoices are paid by transfer, with how', async () => {
  const text = 'IBAN DE12'
  const { ask, invoice, payment } = await startIn({
    PLAYHEAD_BILLING: 'invoice',
    PLAYHEAD_TRANSFER_TEXT: text,
  })
  const { status, body } = await ask(`/ui/v1/invoices/${invoice}/payment-link`)
  expect([status, body.error.messages]).toEqual([
    400,
    ['Invoices on this server are paid by transfer.', text],
  ])
  const page = `/ui/v1/billing/test-payments/${payment}`
  expect((await ask(page)).status).toBe(404)
  expect((await ask(page, { outcome: 'succeed' })).status).toBe(404)
})

test('404 where this server writes no invoices', async () => {
  const { ask, invoice } = await startIn({ PLAYHEAD_BILLING: 'showback' })
  expect((await ask(`/ui/v1/invoices/${invoice}/payment-link`)).status).toBe(404)
  expect((await ask(`/ui/v1/invoices/${invoice}/payments`)).status).toBe(404)
})
