import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { CollectingProvider } from '../provider/provider.ts'
import { type CustomerRow, setSetupForm } from './payment-customers.sql.ts'

interface Asked {
  currency: string
  returnUrl: string
}

/** The page that was given before, while the payer can still enter a method on it. */
const openPage = async (
  provider: CollectingProvider,
  { setup_form: form }: CustomerRow,
  { currency, returnUrl }: Asked,
) => {
  if (form?.currency !== currency || form.return_url !== returnUrl) return undefined
  // Of another account of the provider: a new page says what is wrong, if anything is.
  return provider.openLink(form.id).catch(() => undefined)
}

/** How a method is entered. A page that is still open is given again: reading this twice makes nothing new at the provider. */
export const openSetupForm = async (
  organization: Organization,
  provider: CollectingProvider,
  customer: CustomerRow,
  asked: Asked,
) => {
  const known = await openPage(provider, customer, asked)
  if (known !== undefined) return { url: known, methods: [] }
  const form = await provider.setupForm({
    customerId: customer.customer_id,
    after: customer.setup_form?.id ?? null,
    ...asked,
  })
  if (form.page)
    await setSetupForm(organization, provider.name, {
      id: form.page.id,
      currency: asked.currency,
      return_url: asked.returnUrl,
    })
  return { url: form.page?.url ?? null, methods: form.methods }
}
