import type { Stripe } from 'stripe'
import type { ProviderState } from '../provider.ts'

export const actionText = 'Your bank asks you to confirm this payment.'

/** A charge that needs the payer fails without them, and is paid by a link. */
export const isForPayer = (code: string | undefined) => code === 'authentication_required'

const statusOfIntent = (intent: Stripe.PaymentIntent): Pick<ProviderState, 'status' | 'error'> => {
  const { status, last_payment_error: failure } = intent
  switch (status) {
    case 'succeeded':
      return { status: 'succeeded', error: null }
    case 'canceled':
      return { status: 'canceled', error: null }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'action_required', error: actionText }
    case 'requires_payment_method':
      return isForPayer(failure?.code)
        ? { status: 'action_required', error: actionText }
        : { status: 'failed', error: failure?.message ?? 'The payment failed.' }
    default:
      return { status: 'processing', error: null }
  }
}

const paymentIdOf = (metadata: Stripe.Metadata | null) => metadata?.['payment_id'] ?? null

/** What was paid back is known where the charge was asked for with the intent. */
export const stateOfIntent = (intent: Stripe.PaymentIntent): ProviderState => {
  const { id, metadata, latest_charge: charge } = intent
  return {
    id,
    ...statusOfIntent(intent),
    paymentId: paymentIdOf(metadata),
    refundedCents: charge !== null && typeof charge === 'object' ? charge.amount_refunded : 0,
  }
}

/** Of a link: the payment in it, once the payer has sent it. */
export const stateOfSession = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | undefined,
): ProviderState => {
  const { id, status, metadata } = session
  const state = {
    id,
    error: null,
    paymentId: paymentIdOf(metadata),
    refundedCents: intent ? stateOfIntent(intent).refundedCents : 0,
  }
  if (status === 'open') return { ...state, status: 'action_required' }
  if (status === 'expired') return { ...state, status: 'canceled' }
  if (session.payment_status === 'paid') return { ...state, status: 'succeeded' }
  return intent ? { ...state, ...statusOfIntent(intent) } : { ...state, status: 'processing' }
}
