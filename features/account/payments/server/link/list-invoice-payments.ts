import { findInvoice, requireInvoices } from '@playhead/features/account/invoices/server'
import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { listPaymentsOf } from '../charges/payments.sql.ts'
import { presentPayment } from '../charges/present-payment.ts'

export const listInvoicePayments: Handlers<typeof payments>['listOfInvoice'] = async ({
  app,
  organization,
  params,
}) => {
  requireInvoices(app)
  const [invoice, rows] = await Promise.all([
    findInvoice(organization, params.id),
    listPaymentsOf(organization, params.id),
  ])
  if (!invoice) throw notFound('invoice')
  return { data: rows.map(presentPayment) }
}
