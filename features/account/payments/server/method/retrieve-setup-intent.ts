import { findCurrency } from '@playhead/features/account/usage/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { collects, providerOf } from '../provider/provider-of.ts'
import { requireCustomer } from './customer-of.ts'

/** BILL-028 */
export const retrieveSetupIntent: Handlers<typeof payments>['retrieveSetupIntent'] = async ({
  app,
  organization,
  membership,
}) => {
  const provider = await providerOf(app)
  const none = { url: null, methods: [], transfer_text: null }
  if (!collects(provider))
    return { data: { ...none, provider: provider.name, transfer_text: provider.transferText } }
  const { customer_id: customerId } = await requireCustomer(organization, provider, membership.name)
  const page = `${app.settings.publicUrl}/organizations/${organization.id}/account/billing/payment-method`
  const currency = (await findCurrency(organization, app.clock.now())) ?? 'USD'
  const form = await provider.setupForm({ customerId, currency, returnUrl: page })
  return { data: { ...none, provider: provider.name, ...form } }
}
