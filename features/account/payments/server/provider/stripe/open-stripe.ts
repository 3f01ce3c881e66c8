import type { Stripe } from 'stripe'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'
import type { CollectingProvider } from '../provider.ts'
import { stripeProvider } from './stripe-provider.ts'

type StripeSettings = NonNullable<Settings['stripe']>

/** The setting asks for a package that is not installed. */
export class PackageMissing extends Error {
  override readonly name = 'PackageMissing'
}

const timeoutMs = 20_000

/** The package is optional, so only this mode imports it. */
const load = async () => {
  try {
    return (await import('stripe')).default
  } catch (cause) {
    throw new PackageMissing(
      'PLAYHEAD_BILLING=stripe needs the optional package stripe, which is not installed: run npm ci --include=optional.',
      { cause },
    )
  }
}

const placeOf = (apiUrl: string) => {
  const { hostname, port, protocol } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/** Throws `PackageMissing`, so that a start is refused rather than each charge. */
export const requireStripe = async ({ stripe }: Pick<Settings, 'stripe'>) => {
  if (stripe) await load()
}

export const openStripe = async (settings: StripeSettings): Promise<CollectingProvider> => {
  const Client = await load()
  const client: Stripe = new Client(settings.secretKey, {
    ...placeOf(settings.apiUrl),
    timeout: timeoutMs,
    // Each retry sends the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return stripeProvider(client, settings)
}
