import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { invoices } from '../contract.ts'
import { runInvoices } from './course/run-invoices.ts'
import { forgiveInvoice } from './operate/forgive-invoice.ts'
import { listOperated } from './operate/list-operated.ts'
import { payExternally } from './operate/pay-externally.ts'
import { downloadInvoiceCsv } from './read/download-invoice-csv.ts'
import { listInvoices } from './read/list-invoices.ts'
import { retrieveInvoice } from './read/retrieve-invoice.ts'
import { retrieveOutstanding } from './read/retrieve-outstanding.ts'
import { refuseNewMedia } from './refuse-new-media.ts'

export {
  findInvoice,
  invoiceNeedsAttention,
  type InvoiceRow,
  listUnpaid,
  setPdfKey,
} from './invoices.sql.ts'
export { LineSteps } from './line-steps.ts'
export { requireInvoices } from './require-invoices.ts'
export { invoiceListener } from './seams/invoice-listener.ts'
export { invoiceTerms, type Terms } from './seams/invoice-terms.ts'
export {
  endPaymentAction,
  recordPayment,
  type RecordedPayment,
  requirePaymentAction,
} from './status/record-payment.ts'

export const invoicesServer = feature('invoices', {
  endpoints: [
    implement(invoices, {
      outstanding: retrieveOutstanding,
      list: listInvoices,
      retrieve: retrieveInvoice,
      csv: downloadInvoiceCsv,
      operated: listOperated,
      payExternally,
      forgive: forgiveInvoice,
    }),
  ],
  parts: [refuseNewMedia],
  schedules: [runInvoices],
})
