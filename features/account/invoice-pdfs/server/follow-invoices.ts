import { invoiceListener } from '@playhead/features/account/invoices/server'
import { enqueuePdf, issuedPriority } from './enqueue-pdf.ts'

export const followInvoices = invoiceListener({
  order: 50,
  issued: (_app, organization, { id }) => enqueuePdf(organization, id, issuedPriority),
})
