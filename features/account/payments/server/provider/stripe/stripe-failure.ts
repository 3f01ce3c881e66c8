import type { Stripe } from 'stripe'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { methodRefused, PayerGone, ProviderAway } from '../provider.ts'

/** The fields of the errors of the package that count here; the package itself is loaded in one mode only. */
interface StripeFailure {
  type: string
  code?: string
  param?: string
  message: string
  statusCode?: number
  payment_intent?: Stripe.PaymentIntent
}

const isFailure = (error: unknown): error is StripeFailure =>
  error instanceof Error && /^Stripe[A-Z]/.test((error as { type?: unknown }).type as string)

/** 402: the bank or Stripe refused the charge. */
export const cardErrorOf = (error: unknown) =>
  isFailure(error) && error.type === 'StripeCardError' ? error : undefined

const otherRefusal = 'The payment provider did not accept this payment method.'

const refusals: Record<string, string> = {
  amount_too_small: 'The payment provider does not charge amounts as small as this one.',
  amount_too_large: 'The payment provider does not charge amounts as large as this one.',
}

/** A method that does not exist, or belongs to another payer, is the fault of the caller; all else is not known to have failed. */
export const refusalOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (!isFailure(error)) return new ProviderAway(error)
  if (error.type === 'StripeCardError') return methodRefused(error.message)
  if (error.code === 'resource_missing' && error.param === 'customer') return new PayerGone(error)
  if (error.type === 'StripeInvalidRequestError')
    return new ApiError('invalid_parameters', {
      messages: [refusals[error.code ?? ''] ?? otherRefusal],
      cause: error,
    })
  return new ProviderAway(error)
}
