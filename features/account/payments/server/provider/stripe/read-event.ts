import type { Stripe } from 'stripe'
import { ForgedEvent, type ProviderEvent } from '../provider.ts'

const subjectOf = ({ data }: Stripe.Event): string | undefined => {
  const about = data.object as { object?: unknown; id?: unknown; payment_intent?: unknown }
  const id = about.object === 'charge' ? about.payment_intent : about.id
  const isPayment = ['payment_intent', 'checkout.session', 'charge'].includes(String(about.object))
  return isPayment && typeof id === 'string' ? id : undefined
}

/** Throws unless Stripe signed the body within the last five minutes. */
export const readStripeEvent = (
  client: Stripe,
  webhookSecret: string,
  { body, signature }: { body: string; signature: string | undefined },
): ProviderEvent => {
  try {
    const event = client.webhooks.constructEvent(body, signature ?? '', webhookSecret)
    return { id: event.id, subject: subjectOf(event) }
  } catch (cause) {
    throw new ForgedEvent('The signature does not fit.', { cause })
  }
}
