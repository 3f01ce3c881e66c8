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
  const none = { client_secret: null, publishable_key: null, methods: [], transfer_text: null }
  if (!collects(provider))
    return { data: { ...none, provider: provider.name, transfer_text: provider.transferText } }
  const { customer_id: customerId } = await requireCustomer(organization, provider, membership.name)
  const { clientSecret, publishableKey, methods } = await provider.setupIntent(customerId)
  return {
    data: {
      ...none,
      provider: provider.name,
      client_secret: clientSecret,
      publishable_key: publishableKey,
      methods,
    },
  }
}
