import { findInvoice, requireInvoices } from '@playhead/features/account/invoices/server'
import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { requireCustomer } from '../method/customer-of.ts'
import { collects, providerOf } from '../provider/provider-of.ts'
import { openPaymentLink } from './open-payment-link.ts'

/** BILL-030 */
export const retrievePaymentLink: Handlers<typeof payments>['retrieveLink'] = async ({
  app,
  organization,
  membership,
  params: { id: invoiceId },
}) => {
  requireInvoices(app)
  if (!(await findInvoice(organization, invoiceId))) throw notFound('invoice')
  const provider = await providerOf(app)
  if (!collects(provider))
    throw new ApiError('invalid_parameters', {
      messages: [
        'Invoices on this server are paid by transfer.',
        provider.transferText ?? '',
      ].filter(Boolean),
    })
  const { customer_id: customerId } = await requireCustomer(organization, provider, membership.name)
  const page = `${app.settings.publicUrl}/organizations/${organization.id}/account/billing/invoices/${invoiceId}`
  const url = await openPaymentLink({
    app,
    organization,
    provider,
    invoiceId,
    customerId,
    returnUrl: `${page}?payment=returned`,
  })
  return { data: { url } }
}
