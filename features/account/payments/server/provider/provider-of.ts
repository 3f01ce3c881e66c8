import type { App } from '@playhead/server-kit/app.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { CollectingProvider, PaymentProvider } from './provider.ts'
import { openStripe } from './stripe/open-stripe.ts'
import { testProvider } from './test/test-provider.ts'
import { transferProvider } from './transfer-provider.ts'

type OpenedFor = Pick<App, 'settings' | 'postgres' | 'clock'>

const open = async (app: OpenedFor): Promise<PaymentProvider> => {
  if (app.settings.stripe) return openStripe(app.settings.stripe)
  return app.settings.billing === 'test' ? testProvider(app) : transferProvider(app.settings)
}

const opened = new WeakMap<OpenedFor['settings'], Promise<PaymentProvider>>()

/** Loads what the mode needs, once for each program. */
export const providerOf = (app: OpenedFor): Promise<PaymentProvider> => {
  const known = opened.get(app.settings)
  if (known) return known
  const opening = open(app)
  opened.set(app.settings, opening)
  opening.catch(() => opened.delete(app.settings))
  return opening
}

export const collects = (provider: PaymentProvider): provider is CollectingProvider =>
  provider.name !== 'none'

/** For calls that make no sense where invoices are paid by transfer. */
export const collectingProvider = async (app: OpenedFor): Promise<CollectingProvider> => {
  const provider = await providerOf(app)
  if (collects(provider)) return provider
  throw new ApiError('invalid_parameters', {
    messages: ['Invoices on this server are paid by transfer, so it keeps no payment methods.'],
  })
}
