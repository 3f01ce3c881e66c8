import type { Organization } from '@playhead/server-kit/tenant.ts'
import { informationOf } from '../information/billing-information.sql.ts'
import type { CollectingProvider } from '../provider/provider.ts'
import { addCustomer, customerOf, replaceCustomer } from './payment-customers.sql.ts'

const makeCustomer = async (
  organization: Organization,
  provider: CollectingProvider,
  organizationName: string,
) => {
  const information = await informationOf(organization)
  return provider.ensureCustomer({
    organizationId: organization.id,
    name: information?.name || organizationName,
    email: information?.email ?? null,
  })
}

/** The payer at the provider, who is made with the first form or link. */
export const requireCustomer = async (
  organization: Organization,
  provider: CollectingProvider,
  organizationName: string,
) => {
  const known = await customerOf(organization, provider.name)
  if (known) return known
  const customerId = await makeCustomer(organization, provider, organizationName)
  return addCustomer(organization, provider.name, customerId)
}

/** Instead of a payer that the provider does not know. */
export const renewCustomer = async (
  organization: Organization,
  provider: CollectingProvider,
  { gone, organizationName }: { gone: string; organizationName: string },
) => {
  const customerId = await makeCustomer(organization, provider, organizationName)
  return replaceCustomer(organization, provider.name, { gone, customerId })
}
