import { notFound } from '@playhead/contract-kit/errors.ts'
import { findInvoice } from '@playhead/features/account/invoices/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import type { invoicePdfs } from '../contract.ts'

/** Forged and expired tokens get the same response as an invoice without a PDF. */
export const downloadPdf: Handlers<typeof invoicePdfs>['download'] = async ({
  app,
  params,
  query,
}) => {
  const { organization, invoice: id } =
    app.vault.verify('invoice-pdf', query.token, app.clock.now()) ?? {}
  const invoice =
    typeof organization === 'string' && typeof id === 'string'
      ? await findInvoice({ id: organization, postgres: app.postgres }, id)
      : undefined
  const name = `invoice-${invoice?.number}.pdf`
  if (!invoice?.pdf_key || params.file !== name) throw notFound('PDF')
  try {
    const { totalBytes, bytes } = await app.storage.read(invoice.pdf_key)
    return { name, size: totalBytes, bytes: ReadableStream.from(bytes) }
  } catch (error) {
    if (error instanceof StoredObjectMissing) throw notFound('PDF')
    throw error
  }
}
