import type { Stripe } from 'stripe'
import type { StoredMethod } from '../provider.ts'

const words = (text: string) =>
  text.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

const expiryOf = ({ exp_year: year, exp_month: month }: Stripe.PaymentMethod.Card) =>
  `${year}-${String(month).padStart(2, '0')}`

/** What may be shown of a method. */
export const storedMethodOf = (method: Stripe.PaymentMethod): StoredMethod => {
  const { id, type: kind, card, sepa_debit: debit } = method
  if (card)
    return { id, kind, label: words(card.brand), last4: card.last4, expires: expiryOf(card) }
  if (debit) return { id, kind, label: 'SEPA debit', last4: debit.last4, expires: null }
  return { id, kind, label: words(kind), last4: null, expires: null }
}
