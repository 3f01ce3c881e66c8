import type { StripeEvent } from './sign-event.ts'
import {
  anId,
  failures,
  type FakeCharge,
  type FakeCustomer,
  type FakeIntent,
  type FakeMethod,
  type FakeSession,
  type FakeSetupIntent,
  type Metadata,
  type StripeOutcome,
} from './stripe-objects.ts'
import { aBadRequest, aMissing, StripeErrorAnswer } from './stripe-error.ts'

const required = <Value>(map: ReadonlyMap<string, Value>, what: string, id: string) => {
  const found = map.get(id)
  if (!found) throw aMissing(what, id)
  return found
}

const methodFields = {
  pays: { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2042 } },
  declines: { type: 'card', card: { brand: 'visa', last4: '0002', exp_month: 4, exp_year: 2042 } },
  acts: { type: 'card', card: { brand: 'visa', last4: '3184', exp_month: 4, exp_year: 2042 } },
  waits: { type: 'sepa_debit', sepa_debit: { last4: '3000' } },
} as const

/** What an account holds, and what happens in it; each change leaves an event. */
export class StripeAccount {
  readonly customers = new Map<string, FakeCustomer>()
  readonly methods = new Map<string, FakeMethod>()
  readonly intents = new Map<string, FakeIntent>()
  readonly charges = new Map<string, FakeCharge>()
  readonly sessions = new Map<string, FakeSession>()
  readonly setupIntents = new Map<string, FakeSetupIntent>()
  readonly events: StripeEvent[] = []
  readonly #outcomes = new Map<string, StripeOutcome>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  seconds = () => Math.floor(this.#now() / 1000)

  fresh = () => ({ created: this.seconds(), livemode: false as const })

  customer = (id: string) => required(this.customers, 'customer', id)
  method = (id: string) => required(this.methods, 'PaymentMethod', id)
  intent = (id: string) => required(this.intents, 'payment_intent', id)
  session = (id: string) => required(this.sessions, 'checkout.session', id)
  setupIntent = (id: string) => required(this.setupIntents, 'setupintent', id)

  #emit(type: string, object: StripeEvent['data']['object'], key: string | null = null) {
    this.events.push({
      id: anId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      ...this.fresh(),
      pending_webhooks: 1,
      request: { id: null, idempotency_key: key },
      type,
      data: { object: structuredClone(object) },
    })
  }

  /** A method as a form in the browser leaves it. */
  makeMethod(outcome: StripeOutcome, customer: string | null = null) {
    const method: FakeMethod = {
      id: anId('pm'),
      object: 'payment_method',
      customer,
      ...methodFields[outcome],
      ...this.fresh(),
      metadata: {},
    }
    this.methods.set(method.id, method)
    this.#outcomes.set(method.id, outcome)
    return method
  }

  makeIntent(
    given: Pick<FakeIntent, 'amount' | 'currency' | 'customer' | 'description' | 'metadata'>,
  ) {
    const id = anId('pi')
    const intent: FakeIntent = {
      id,
      object: 'payment_intent',
      amount_received: 0,
      client_secret: `${id}_secret_${anId('x')}`,
      last_payment_error: null,
      latest_charge: null,
      payment_method: null,
      status: 'requires_payment_method',
      canceled_at: null,
      ...this.fresh(),
      ...given,
    }
    this.intents.set(id, intent)
    this.#emit('payment_intent.created', intent)
    return intent
  }

  /** Throws the 402 of a charge that fails. `isPresent`: the payer is there, and answers their bank. */
  confirm(intent: FakeIntent, methodId: string, isPresent: boolean) {
    const method = this.method(methodId)
    if (method.customer !== intent.customer)
      throw aBadRequest(
        'The customer does not have a payment method with the ID ' +
          `${methodId}. The payment method must be attached to the customer.`,
      )
    const asked = this.#outcomes.get(methodId) ?? 'pays'
    const outcome = asked === 'acts' && isPresent ? 'pays' : asked
    intent.payment_method = methodId
    if (outcome === 'pays') return this.#succeed(intent)
    if (outcome === 'waits') {
      intent.status = 'processing'
      this.#charge(intent, 'pending')
      return this.#emit('payment_intent.processing', intent)
    }
    this.#fail(intent, outcome)
    throw new StripeErrorAnswer(402, {
      ...failures[outcome],
      charge: intent.latest_charge,
      payment_intent: structuredClone(intent),
      payment_method: structuredClone(method),
    })
  }

  #charge(intent: FakeIntent, status: FakeCharge['status']) {
    const charge: FakeCharge = {
      id: anId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      customer: intent.customer,
      payment_intent: intent.id,
      refunded: false,
      status,
      ...this.fresh(),
      metadata: { ...intent.metadata },
    }
    this.charges.set(charge.id, charge)
    intent.latest_charge = charge.id
  }

  #succeed(intent: FakeIntent) {
    if (intent.status === 'processing') this.chargeOf(intent).status = 'succeeded'
    else this.#charge(intent, 'succeeded')
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    intent.last_payment_error = null
    this.#emit('charge.succeeded', this.chargeOf(intent))
    this.#emit('payment_intent.succeeded', intent)
  }

  #fail(intent: FakeIntent, outcome: 'declines' | 'acts' | 'waits') {
    if (intent.status === 'processing') this.chargeOf(intent).status = 'failed'
    else this.#charge(intent, 'failed')
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_payment_error = failures[outcome]
    this.#emit('payment_intent.payment_failed', intent)
  }

  chargeOf = ({ latest_charge: id }: FakeIntent) => required(this.charges, 'charge', id ?? '')

  /** The bank has answered about a debit. */
  finish(intentId: string, isPaid: boolean) {
    const intent = this.intent(intentId)
    if (intent.status !== 'processing') throw new Error(`${intentId} is ${intent.status}.`)
    if (isPaid) this.#succeed(intent)
    else this.#fail(intent, 'waits')
    const session = [...this.sessions.values()].find(({ payment_intent: of }) => of === intentId)
    if (!session) return
    if (isPaid) session.payment_status = 'paid'
    this.#emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
  }

  cancelIntent(id: string) {
    const intent = this.intent(id)
    if (intent.status !== 'requires_payment_method')
      throw aBadRequest(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        { code: 'payment_intent_unexpected_state', payment_intent: structuredClone(intent) },
      )
    intent.status = 'canceled'
    intent.canceled_at = this.seconds()
    this.#emit('payment_intent.canceled', intent)
    return intent
  }

  expireSession(id: string) {
    const session = this.session(id)
    if (session.status !== 'open')
      throw aBadRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    session.status = 'expired'
    session.url = null
    this.#emit('checkout.session.expired', session)
    return session
  }

  /** The payer sends the page of a session. A method that declines leaves it open. */
  completeSession(id: string, outcome: StripeOutcome, metadata: Metadata) {
    const session = this.session(id)
    if (session.status !== 'open') throw new Error(`${id} is ${session.status}.`)
    const method = this.makeMethod(outcome, session.customer)
    if (session.mode === 'setup') {
      const setup = this.makeSetupIntent(session.customer)
      setup.payment_method = method.id
      setup.status = 'succeeded'
      session.setup_intent = setup.id
    } else {
      const intent = this.makeIntent({
        amount: session.amount_total ?? 0,
        currency: session.currency ?? 'usd',
        customer: session.customer,
        description: null,
        metadata,
      })
      this.confirm(intent, method.id, true)
      session.payment_intent = intent.id
      if (intent.status === 'succeeded') session.payment_status = 'paid'
    }
    session.status = 'complete'
    session.url = null
    this.#emit('checkout.session.completed', session)
    return session
  }

  makeSetupIntent(customer: string) {
    const id = anId('seti')
    const setup: FakeSetupIntent = {
      id,
      object: 'setup_intent',
      client_secret: `${id}_secret_${anId('x')}`,
      customer,
      payment_method: null,
      status: 'requires_payment_method',
      usage: 'off_session',
      ...this.fresh(),
      metadata: {},
    }
    this.setupIntents.set(id, setup)
    return setup
  }

  /** As the operator does it in the dashboard of Stripe. */
  refund(intentId: string, cents: number) {
    const charge = this.chargeOf(this.intent(intentId))
    charge.amount_refunded += cents
    charge.refunded = charge.amount_refunded === charge.amount
    this.#emit('charge.refunded', charge)
  }
}
