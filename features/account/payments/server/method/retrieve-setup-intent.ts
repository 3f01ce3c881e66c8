import { findCurrency } from '@playhead/features/account/usage/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { PayerGone } from '../provider/provider.ts'
import { collects, providerOf } from '../provider/provider-of.ts'
import { renewCustomer, requireCustomer } from './customer-of.ts'
import { openSetupForm } from './open-setup-form.ts'

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
  const customer = await requireCustomer(organization, provider, membership.name)
  const page = `${app.settings.publicUrl}/organizations/${organization.id}/account/billing/payment-method`
  const currency = (await findCurrency(organization, app.clock.now())) ?? 'USD'
  const asked = { currency, returnUrl: page }
  const form = await openSetupForm(organization, provider, customer, asked).catch(
    async (error: unknown) => {
      if (!(error instanceof PayerGone)) throw error
      const given = { gone: customer.customer_id, organizationName: membership.name }
      const renewed = await renewCustomer(organization, provider, given)
      return openSetupForm(organization, provider, renewed, asked)
    },
  )
  return { data: { ...none, provider: provider.name, ...form } }
}
