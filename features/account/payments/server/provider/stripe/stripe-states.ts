import type { Stripe } from 'stripe'
import type { ProviderState } from '../provider.ts'

export const actionText = 'Your bank asks you to confirm this payment.'

/** A charge that needs the payer fails without them, and is paid by a link. */
export const isForPayer = (code: string | undefined) => code === 'authentication_required'

export const stateOfIntent = (intent: Stripe.PaymentIntent): ProviderState => {
  const { id, status, last_payment_error: failure } = intent
  switch (status) {
    case 'succeeded':
      return { id, status: 'succeeded', error: null }
    case 'canceled':
      return { id, status: 'canceled', error: null }
    case 'requires_action':
    case 'requires_confirmation':
      return { id, status: 'action_required', error: actionText }
    case 'requires_payment_method':
      return isForPayer(failure?.code)
        ? { id, status: 'action_required', error: actionText }
        : { id, status: 'failed', error: failure?.message ?? 'The payment failed.' }
    default:
      return { id, status: 'processing', error: null }
  }
}

/** Of a link: the payment in it, once the payer has sent it. */
export const stateOfSession = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | undefined,
): ProviderState => {
  const { id, status } = session
  if (status === 'open') return { id, status: 'action_required', error: null }
  if (status === 'expired') return { id, status: 'canceled', error: null }
  if (session.payment_status === 'paid') return { id, status: 'succeeded', error: null }
  return intent ? { ...stateOfIntent(intent), id } : { id, status: 'processing', error: null }
}
