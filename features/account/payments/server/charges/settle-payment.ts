import {
  endPaymentAction,
  recordPayment,
  requirePaymentAction,
} from '@playhead/features/account/invoices/server'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { CollectingProvider, ProviderState } from '../provider/provider.ts'
import { lockPayment, type RunningRow, setPaymentState } from './payments.sql.ts'

/** Providers forget keys after a day; until then a call is repeated with its key, later the charge is searched for. */
const keyKnownMs = 23 * 3_600_000

type Answer = Omit<ProviderState, 'id'> & { id: string | null }

const chargeOf = (payment: RunningRow) => ({
  paymentId: payment.id,
  organizationId: payment.organization_id,
  invoiceId: payment.invoice_id,
  customerId: payment.customer_id,
  methodId: payment.method_id,
  amountCents: payment.amount_cents,
  currency: payment.currency,
  description: payment.description,
  key: payment.idempotency_key,
})

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid_parameters'

const answerOf = async (
  provider: CollectingProvider,
  payment: RunningRow,
  now: Date,
): Promise<Answer> => {
  const { provider_id: providerId, is_owed: isOwed, is_replaced: isReplaced } = payment
  if (payment.status === 'started' || providerId === null) {
    const isKeyKnown = now.getTime() - payment.created_at.getTime() < keyKnownMs
    if (isOwed && isKeyKnown)
      try {
        return await provider.charge(chargeOf(payment))
      } catch (error) {
        // Anything else leaves it open whether it was charged.
        if (!isRefusal(error)) throw error
        return { id: null, status: 'failed', error: error.message }
      }
    const found = await provider.find({ customerId: payment.customer_id, paymentId: payment.id })
    if (found) return found
    return { id: null, status: 'canceled', error: 'The payment did not reach the provider.' }
  }
  const isWanted = isOwed && !isReplaced
  return payment.status === 'action_required' && !isWanted
    ? provider.cancel(providerId)
    : provider.stateOf(providerId)
}

/** Notes what the provider said, and what follows for the invoice, in one transaction and once. */
const note = (app: App, { id, organization_id: organizationId }: RunningRow, answer: Answer) =>
  app.postgres.transaction(async (transaction) => {
    const organization = within({ id: organizationId, postgres: app.postgres }, transaction)
    const before = await lockPayment(organization, id)
    const hasEnded = before.status === 'failed' || before.status === 'canceled'
    // A success counts also where another process had given up on it.
    if (before.status === 'succeeded' || (hasEnded && answer.status !== 'succeeded')) return
    if (before.status === answer.status && before.provider_id === answer.id) return
    await setPaymentState(organization, id, { state: answer, now: app.clock.now() })
    const { invoice_id: invoiceId, amount_cents: cents } = before
    if (answer.status === 'succeeded') {
      const { takenCents } = await recordPayment(app, organization, { invoiceId, cents })
      if (takenCents < cents)
        app.log.error('a payment was more than its invoice took: pay the rest back', {
          payment: id,
          invoice: invoiceId,
          cents: cents - takenCents,
        })
    } else if (answer.status === 'action_required') {
      await requirePaymentAction(app, organization, invoiceId)
    } else if (before.status === 'action_required') {
      await endPaymentAction(app, organization, invoiceId)
    }
  })

/** Asks the provider what became of a payment, or for it for the first time. Run again, it charges nothing twice. */
export const settlePayment = async (app: App, provider: CollectingProvider, payment: RunningRow) =>
  note(app, payment, await answerOf(provider, payment, app.clock.now()))
