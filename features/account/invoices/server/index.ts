export {
  findInvoice,
  invoiceNeedsAttention,
  type InvoiceRow,
  listUnpaid,
  setPdfKey,
} from './invoices.sql.ts'
export { invoiceListener } from './seams/invoice-listener.ts'
export { invoiceTerms, type Terms } from './seams/invoice-terms.ts'
export {
  endPaymentAction,
  recordPayment,
  type RecordedPayment,
  requirePaymentAction,
} from './status/record-payment.ts'
