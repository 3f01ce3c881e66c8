import type { Organization } from '@playhead/server-kit/tenant.ts'
import { informationOf } from '../information/billing-information.sql.ts'
import type { CollectingProvider } from '../provider/provider.ts'
import { addCustomer, customerOf } from './payment-customers.sql.ts'

/** The payer at the provider, who is made with the first form or link. */
export const requireCustomer = async (
  organization: Organization,
  provider: CollectingProvider,
  organizationName: string,
) => {
  const known = await customerOf(organization, provider.name)
  if (known) return known
  const information = await informationOf(organization)
  const customerId = await provider.ensureCustomer({
    organizationId: organization.id,
    name: information?.name || organizationName,
    email: information?.email ?? null,
  })
  return addCustomer(organization, provider.name, customerId)
}
