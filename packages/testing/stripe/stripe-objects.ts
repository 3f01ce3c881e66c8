import { randomUUID } from 'node:crypto'

/** What becomes of a charge of a method. `acts` asks for the payer; `waits` is a debit that succeeds or fails later. */
export type StripeOutcome = 'pays' | 'declines' | 'acts' | 'waits'

export type Metadata = Record<string, string>

export interface FakeMethod {
  id: string
  object: 'payment_method'
  type: 'card' | 'sepa_debit'
  customer: string | null
  card?: { brand: string; last4: string; exp_month: number; exp_year: number }
  sepa_debit?: { last4: string }
  created: number
  livemode: false
  metadata: Metadata
}

export interface FakeCharge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  currency: string
  customer: string
  payment_intent: string
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
  created: number
  livemode: false
  metadata: Metadata
}

interface FakeFailure {
  type: 'card_error'
  code: string
  decline_code: string
  message: string
}

export interface FakeIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  customer: string
  description: string | null
  client_secret: string
  last_payment_error: FakeFailure | null
  latest_charge: string | null
  metadata: Metadata
  payment_method: string | null
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  canceled_at: number | null
  created: number
  livemode: false
}

export interface FakeSession {
  id: string
  object: 'checkout.session'
  mode: 'payment' | 'setup'
  customer: string
  amount_total: number | null
  currency: string | null
  metadata: Metadata
  payment_intent: string | null
  setup_intent: string | null
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  cancel_url: string
  url: string | null
  created: number
  expires_at: number
  livemode: false
}

export interface FakeSetupIntent {
  id: string
  object: 'setup_intent'
  client_secret: string
  customer: string
  payment_method: string | null
  status: 'requires_payment_method' | 'succeeded'
  usage: string
  created: number
  livemode: false
  metadata: Metadata
}

export interface FakeCustomer {
  id: string
  object: 'customer'
  name: string | null
  email: string | null
  created: number
  livemode: false
  metadata: Metadata
}

export const anId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** As Stripe words them; none is for a request that was wrong. */
export const failures: Record<'declines' | 'acts' | 'waits', FakeFailure> = {
  declines: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  acts: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  waits: {
    type: 'card_error',
    code: 'payment_intent_payment_attempt_failed',
    decline_code: 'generic_decline',
    message: 'The payment failed.',
  },
}
