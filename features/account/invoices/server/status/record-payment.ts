import { notFound } from '@playhead/contract-kit/errors.ts'
import { isUnpaid } from '@playhead/domain/invoicing/invoice-status.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { addPaid, type InvoiceRow, lockInvoice } from '../invoices.sql.ts'
import { changeStatus } from './change-status.ts'

const lock = async (organization: Organization, invoiceId: string) => {
  const invoice = await lockInvoice(organization, invoiceId)
  if (!invoice) throw notFound('invoice')
  return invoice
}

export interface RecordedPayment {
  invoice: InvoiceRow
  /** What the invoice took: less than was paid if less was owed. The rest is the payer's. */
  takenCents: number
}

/**
 * Notes that something was paid; once nothing is owed, the invoice is paid. Call it once for each payment, in the
 * transaction that notes the payment itself: `organization` is on it.
 */
export const recordPayment = async (
  app: App,
  organization: Organization,
  { invoiceId, cents }: { invoiceId: string; cents: number },
): Promise<RecordedPayment> => {
  const invoice = await lock(organization, invoiceId)
  if (!isUnpaid(invoice.status)) return { invoice, takenCents: 0 }
  const takenCents = Math.min(cents, invoice.total_cents - invoice.paid_cents)
  const paid = await addPaid(organization, invoiceId, takenCents)
  const isWhole = paid.paid_cents === paid.total_cents
  const changed = isWhole ? await changeStatus(app, organization, paid, 'paid') : undefined
  return { invoice: changed ?? paid, takenCents }
}

/** The provider asks the payer. An invoice that is late stays late. Call it inside a transaction. */
export const requirePaymentAction = async (
  app: App,
  organization: Organization,
  invoiceId: string,
): Promise<InvoiceRow> => {
  const invoice = await lock(organization, invoiceId)
  return (await changeStatus(app, organization, invoice, 'action_required')) ?? invoice
}

/** The payer did not confirm, or need not any more. Call it inside a transaction. */
export const endPaymentAction = async (
  app: App,
  organization: Organization,
  invoiceId: string,
): Promise<InvoiceRow> => {
  const invoice = await lock(organization, invoiceId)
  return (await changeStatus(app, organization, invoice, 'action_ended')) ?? invoice
}
