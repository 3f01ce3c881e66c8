import {
  endPaymentAction,
  recordPayment,
  requirePaymentAction,
} from '@playhead/features/account/invoices/server'
import type { App } from '@playhead/server-kit/app.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { ProviderState } from '../provider/provider.ts'
import { lockPayment, type PaymentRow, setPaymentState, setRefunded } from './payments.sql.ts'

export type Answer = Pick<ProviderState, 'status' | 'error' | 'refundedCents'> & {
  /** Null where the provider has no such payment. */
  id: string | null
}

/** Notes what the provider said, and what follows for the invoice, in one transaction and once. */
export const noteAnswer = (
  app: App,
  { id, organization_id: organizationId }: Pick<PaymentRow, 'id' | 'organization_id'>,
  answer: Answer,
) =>
  app.postgres.transaction(async (transaction) => {
    const organization = within({ id: organizationId, postgres: app.postgres }, transaction)
    const before = await lockPayment(organization, id)
    const hasEnded = before.status === 'failed' || before.status === 'canceled'
    if (answer.refundedCents > before.refunded_cents)
      await setRefunded(organization, id, answer.refundedCents)
    // A success counts also where another process had given up on it.
    if (before.status === 'succeeded' || (hasEnded && answer.status !== 'succeeded')) return
    if (before.status === answer.status && before.provider_id === answer.id) return
    const { invoice_id: invoiceId, amount_cents: cents } = before
    let surplusCents = 0
    if (answer.status === 'succeeded') {
      const { takenCents } = await recordPayment(app, organization, { invoiceId, cents })
      surplusCents = cents - takenCents
      if (surplusCents > 0)
        app.log.error('a payment was higher than its invoice: refund the rest', {
          payment: id,
          invoice: invoiceId,
          cents: surplusCents,
        })
    } else if (answer.status === 'action_required') {
      // A payer who opened a page to pay, and left it, owes no confirmation.
      if (before.method_id !== null) await requirePaymentAction(app, organization, invoiceId)
    } else if (before.status === 'action_required') {
      await endPaymentAction(app, organization, invoiceId)
    }
    await setPaymentState(organization, id, { state: answer, surplusCents, now: app.clock.now() })
  })
