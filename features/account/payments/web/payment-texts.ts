import { formatDay } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import type { PaymentStatus } from '../contract.ts'
import type { LastPayment, Method } from './use-payments.ts'

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

export const statusLabels: Record<PaymentStatus, string> = {
  started: 'On its way',
  processing: 'On its way',
  action_required: 'Waits for you',
  succeeded: 'Paid',
  failed: 'Failed',
  canceled: 'Cancelled',
}

export const toneOfStatus: Record<PaymentStatus, Tone> = {
  started: 'info',
  processing: 'info',
  action_required: 'warn',
  succeeded: 'good',
  failed: 'bad',
  canceled: 'neutral',
}

export const methodText = ({ label, last4 }: Pick<Method, 'label' | 'last4'>) =>
  last4 === null ? label : `${label} ending in ${last4}`

const monthShape = /^(\d{4})-(\d{2})$/

/** Such as 04/2028. */
export const expiryText = (expires: string) => expires.replace(monthShape, '$2/$1')

/** A card is valid until the end of its month. */
export const isExpired = (expires: string | null, now = new Date()) =>
  expires !== null && expires < now.toISOString().slice(0, 'YYYY-MM'.length)

/** What became of the last payment, in a sentence. */
export const lastPaymentText = (payment: LastPayment) => {
  const amount = formatCents(payment.amountCents, payment.currency)
  const day = formatDay(payment.createdAt)
  const because = payment.error === null ? '' : ` ${payment.error}`
  switch (payment.status) {
    case 'succeeded':
      return payment.isByLink ? `${amount} was paid on ${day}.` : `${amount} was charged on ${day}.`
    case 'failed':
      return `The payment of ${amount} on ${day} failed.${because}`
    case 'action_required':
      return `A charge of ${amount} waits for you.${because}`
    case 'canceled':
      return `The charge of ${amount} on ${day} was cancelled.`
    default:
      return `A payment of ${amount} is on its way. Some debits take a few days.`
  }
}

export const retryText =
  'The charge is tried again 3, 7 and 14 days after the first one, and at once with a new payment method.'
