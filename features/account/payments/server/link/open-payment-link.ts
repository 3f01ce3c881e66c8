import {
  findInvoice,
  type InvoiceRow,
  requirePaymentAction,
} from '@playhead/features/account/invoices/server'
import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { isIssued, isUnpaid } from '@playhead/domain/invoicing/invoice-status.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { noteAnswer } from '../charges/note-answer.ts'
import { type RunningRow, runningOf } from '../charges/payments.sql.ts'
import { withoutHundredths } from '../charges/retry-days.ts'
import { cancelPayment, settlePayment } from '../charges/settle-payment.ts'
import type { CollectingProvider } from '../provider/provider.ts'
import { insertLink } from './payment-links.sql.ts'

const refuse = (message: string) => new ApiError('invalid_parameters', { messages: [message] })

const owedOf = (invoice: InvoiceRow) => invoice.total_cents - invoice.paid_cents

const refuseWithoutDebt = (invoice: InvoiceRow) => {
  if (!isIssued(invoice.status))
    throw refuse('This invoice is not issued yet, so there is nothing to pay.')
  if (!isUnpaid(invoice.status) || owedOf(invoice) <= 0)
    throw refuse('Nothing is owed on this invoice.')
  if (withoutHundredths.includes(invoice.currency))
    throw refuse(
      `Invoices in ${invoice.currency} cannot be paid by a link. Please pay by transfer.`,
    )
}

interface Asked {
  app: App
  organization: Organization
  provider: CollectingProvider
  invoiceId: string
  customerId: string
  returnUrl: string
}

const isWaiting = (payment: RunningRow): payment is RunningRow & { provider_id: string } =>
  payment.status === 'action_required' && payment.provider_id !== null

/** The address of a page comes with the answer alone: without it the page cannot be paid, and the next try takes another key. */
const giveUp = (app: App, payment: RunningRow) =>
  noteAnswer(app, payment, {
    id: null,
    status: 'canceled',
    error: 'The payment did not reach the provider.',
    refundedCents: 0,
  })

const settle = async (app: App, provider: CollectingProvider, payment: RunningRow) => {
  try {
    await settlePayment(app, provider, payment)
  } catch (error) {
    if (payment.method_id === null && payment.status === 'started') await giveUp(app, payment)
    throw error
  }
}

/** Each round changes something, or ends: another process may have been faster in the one before. */
const roundsMax = 5

/**
 * The page on which what is owed is paid. A link that is still open is given again, and a charge that waits for the payer
 * is cancelled first, so that no invoice has two running payments (docs/adr/0097).
 */
export const openPaymentLink = async (asked: Asked): Promise<string> => {
  const { app, organization, provider, invoiceId, customerId, returnUrl } = asked
  const running = () => runningOf(organization, provider.name, { invoiceId, now: app.clock.now() })
  let isCharged = false
  for (let round = 0; round < roundsMax; round += 1) {
    const invoice = await findInvoice(organization, invoiceId)
    if (!invoice) throw notFound('invoice')
    refuseWithoutDebt(invoice)
    const before = await running()
    if (before) await settle(app, provider, before)
    else
      await insertLink(organization, provider.name, {
        invoiceId,
        customerId,
        returnUrl,
        now: app.clock.now(),
      })
    const payment = before && (await running())
    if (!payment) continue
    if (!isWaiting(payment))
      throw refuse('A payment for this invoice is being processed. Please wait until it arrives.')
    const isLink = payment.method_id === null
    const url =
      isLink && payment.amount_cents === owedOf(invoice)
        ? await provider.openLink(payment.provider_id)
        : undefined
    if (url === undefined) {
      await cancelPayment(app, provider, payment)
      isCharged ||= !isLink
      continue
    }
    // The bank asked for the payer before the link, which is the same to the invoice.
    if (isCharged)
      await app.postgres.transaction((transaction) =>
        requirePaymentAction(app, within(organization, transaction), invoiceId),
      )
    return url
  }
  throw new ApiError('unavailable', {
    messages: ['This invoice cannot be paid right now. Please try again in a minute.'],
    retryAfterSeconds: 60,
  })
}
