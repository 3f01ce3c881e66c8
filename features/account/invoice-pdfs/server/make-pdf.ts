import { findInvoice, setPdfKey } from '@playhead/features/account/invoices/server'
import { UnprintableText, UnusableFont } from '@playhead/invoice-pdf/unprintable-text.ts'
import { writeInvoice } from '@playhead/invoice-pdf/write-invoice.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { job, PermanentFailure, SubjectGone } from '@playhead/server-kit/jobs/job.ts'
import { listLines } from './invoice-pdfs.sql.ts'
import { invoicePdf } from './jobs.ts'
import { printedInvoice } from './printed-invoice.ts'

const keyOf = (organizationId: string, invoiceId: string) =>
  `invoices/${organizationId}/${invoiceId}.pdf`

const bytesOf = async (app: App, invoice: Parameters<typeof writeInvoice>[0]) => {
  try {
    return await writeInvoice(invoice, { fontFile: app.settings.invoiceFont })
  } catch (error) {
    // Another try would find the same letter, and the same fonts.
    if (error instanceof UnprintableText || error instanceof UnusableFont)
      throw new PermanentFailure(error.message)
    throw error
  }
}

/** An invoice never changes, so every run writes the same bytes. */
export const makePdfJob = job(invoicePdf, {
  concurrency: 1,
  attemptsMax: 8,
  takesRoom: true,
  run: async ({ app, payload: { organizationId, invoiceId } }) => {
    const organization = { id: organizationId, postgres: app.postgres }
    const invoice = await findInvoice(organization, invoiceId)
    const printed = invoice && printedInvoice(invoice, await listLines(organization, invoiceId))
    if (!printed) throw new SubjectGone(`There is no issued invoice ${invoiceId}.`)
    const key = keyOf(organizationId, invoiceId)
    await app.storage.write(key, await bytesOf(app, printed))
    await setPdfKey(organization, invoiceId, key)
  },
})
