import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { isIssued } from '@playhead/domain/invoicing/invoice-status.ts'
import { findInvoice, type InvoiceRow } from '@playhead/features/account/invoices/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { invoicePdfLimits, type invoicePdfs } from '../contract.ts'
import { askedPriority, enqueuePdf } from './enqueue-pdf.ts'
import { findFreshFailure } from './invoice-pdfs.sql.ts'

const { urlSeconds } = invoicePdfLimits
const noFont = 'No font has '

const nameOf = ({ number }: InvoiceRow) => `invoice-${number}.pdf`

const isStored = async (app: App, { pdf_key: key }: InvoiceRow) =>
  key !== null && (await app.storage.stat(key)) !== undefined

/** A letter that no font has is for everyone to read; other errors are for the operator. */
const reasonOf = (error: string | null) =>
  error?.startsWith(noFont)
    ? error
    : 'The PDF could not be created. The operator can find the reason in the log.'

const make = async (organization: Organization, { id }: InvoiceRow) => {
  // Those who ask again at once do not repeat it; the operator may have named a font since.
  const failure = await findFreshFailure(organization, id)
  const none = { url: null, expires_at: null }
  if (failure) return { state: 'failed' as const, ...none, reason: reasonOf(failure.last_error) }
  await enqueuePdf(organization, id, askedPriority)
  return { state: 'being_made' as const, ...none, reason: null }
}

/** BILL-029 */
export const retrievePdfUrl: Handlers<typeof invoicePdfs>['url'] = async ({
  app,
  organization,
  params,
}) => {
  const isShowback = app.settings.billing === 'showback'
  const invoice = isShowback ? undefined : await findInvoice(organization, params.id)
  if (!invoice) throw notFound('invoice')
  if (!isIssued(invoice.status))
    throw new ApiError('invalid_parameters', {
      messages: ['This invoice is not issued yet, so it has no PDF.'],
    })
  if (!(await isStored(app, invoice))) return { data: await make(organization, invoice) }
  const now = app.clock.now()
  const statement = { organization: organization.id, invoice: invoice.id }
  const token = app.vault.sign('invoice-pdf', statement, urlSeconds, now)
  return {
    data: {
      state: 'ready' as const,
      url: `${app.settings.publicUrl}/ui/v1/invoice-pdfs/${nameOf(invoice)}?token=${token}`,
      expires_at: new Date((Math.floor(now.getTime() / 1000) + urlSeconds) * 1000).toISOString(),
      reason: null,
    },
  }
}
