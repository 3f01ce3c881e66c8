import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { CollectingProvider } from '../provider/provider.ts'
import { type Answer, noteAnswer } from './note-answer.ts'
import type { RunningRow } from './payments.sql.ts'

/** Providers forget keys after a day, and a call that is repeated later would charge again. */
const keyKnownMs = 23 * 3_600_000
/** A call that another process sent at the last moment has arrived by then, so that the search finds its charge. */
const lastCallMs = 600_000

const chargeOf = (payment: RunningRow) => ({
  paymentId: payment.id,
  organizationId: payment.organization_id,
  invoiceId: payment.invoice_id,
  customerId: payment.customer_id,
  amountCents: payment.amount_cents,
  currency: payment.currency,
  description: payment.description,
  key: payment.idempotency_key,
})

/** Charges the stored method, or makes the page on which the payer pays. */
const begin = async (provider: CollectingProvider, payment: RunningRow): Promise<Answer> => {
  const { method_id: methodId, return_url: returnUrl } = payment
  const charge = chargeOf(payment)
  if (methodId !== null) return provider.charge({ ...charge, methodId })
  const { id } = await provider.paymentLink({ ...charge, returnUrl: returnUrl ?? '' })
  return { id, status: 'action_required', error: null, refundedCents: 0 }
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid_parameters'

/** Undefined while nothing can be said yet. */
const answerOf = async (
  provider: CollectingProvider,
  payment: RunningRow,
  now: Date,
): Promise<Answer | undefined> => {
  const { provider_id: providerId, is_owed: isOwed, is_replaced: isReplaced } = payment
  if (payment.status === 'started' || providerId === null) {
    const ageMs = now.getTime() - payment.created_at.getTime()
    // Also what was charged before a backup that was restored, or although the provider said that it failed.
    const found = await provider.find(chargeOf(payment))
    if (found) return found
    if (isOwed && ageMs < keyKnownMs)
      try {
        return await begin(provider, payment)
      } catch (error) {
        // Anything else leaves it open whether it was charged.
        if (!isRefusal(error)) throw error
        return { id: null, status: 'failed', error: error.message, refundedCents: 0 }
      }
    if (isOwed && ageMs < keyKnownMs + lastCallMs) return undefined
    return {
      id: null,
      status: 'canceled',
      error: 'The payment did not reach the provider.',
      refundedCents: 0,
    }
  }
  const isWanted = isOwed && !isReplaced
  return payment.status === 'action_required' && !isWanted
    ? provider.cancel(providerId)
    : provider.stateOf(providerId)
}

/** Ends a payment that waits for the payer, unless it was paid at this moment. */
export const cancelPayment = async (
  app: App,
  provider: CollectingProvider,
  payment: RunningRow & { provider_id: string },
) => noteAnswer(app, payment, await provider.cancel(payment.provider_id))

/** Asks the provider what became of a payment, or for it for the first time. Run again, it charges nothing twice. */
export const settlePayment = async (
  app: App,
  provider: CollectingProvider,
  payment: RunningRow,
) => {
  const answer = await answerOf(provider, payment, app.clock.now())
  if (answer) await noteAnswer(app, payment, answer)
}
