import type { Stripe } from 'stripe'
import { ForgedEvent, type ProviderEvent, type SentEvent } from '../provider.ts'

const subjectOf = ({ data }: Stripe.Event): string | undefined => {
  const about = data.object as Record<'object' | 'id' | 'payment_intent' | 'mode', unknown>
  const id = about.object === 'charge' ? about.payment_intent : about.id
  const isPayment =
    about.object === 'payment_intent' ||
    about.object === 'charge' ||
    (about.object === 'checkout.session' && about.mode === 'payment')
  return isPayment && typeof id === 'string' ? id : undefined
}

/** Throws unless Stripe signed the body within the last five minutes. */
export const readStripeEvent = (
  client: Stripe,
  webhookSecret: string,
  { body, signature, at }: SentEvent,
): ProviderEvent => {
  try {
    const event = client.webhooks.constructEvent(
      body,
      signature ?? '',
      webhookSecret,
      undefined,
      undefined,
      at.getTime(),
    )
    return { id: event.id, subject: subjectOf(event) }
  } catch (cause) {
    throw new ForgedEvent('The signature does not match.', { cause })
  }
}
