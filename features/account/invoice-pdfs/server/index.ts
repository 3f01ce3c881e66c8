import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { invoicePdfs } from '../contract.ts'
import { downloadPdf } from './download-pdf.ts'
import { followInvoices } from './follow-invoices.ts'
import { makePdfJob } from './make-pdf.ts'
import { retrievePdfUrl } from './retrieve-pdf-url.ts'

export const invoicePdfsServer = feature('invoice-pdfs', {
  endpoints: [implement(invoicePdfs, { url: retrievePdfUrl, download: downloadPdf })],
  jobs: [makePdfJob],
  parts: [followInvoices],
})
