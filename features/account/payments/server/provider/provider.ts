import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { PaymentStatus } from '../../contract.ts'

/** A payment method as it is kept and shown: never the number of a card. */
export interface StoredMethod {
  /** At the provider. */
  id: string
  kind: string
  label: string
  last4: string | null
  /** Such as 2028-04. */
  expires: string | null
}

export interface Payer {
  organizationId: string
  name: string
  email: string | null
}

export interface Charge {
  /** Of the row in `payments`: the provider keeps it with the payment. */
  paymentId: string
  organizationId: string
  invoiceId: string
  customerId: string
  amountCents: number
  currency: string
  /** What the payer reads. */
  description: string
  /** A second call with the same key is the same charge. The provider keeps it with the payment. */
  key: string
}

/** What the provider says about a payment at this moment. */
export interface ProviderState {
  /** Of the payment or link at the provider. */
  id: string
  status: Exclude<PaymentStatus, 'started'>
  /** For the payer, while it failed or waits for them. */
  error: string | null
  /** Of the row in `payments`, as the provider keeps it; null for what this server did not ask for. */
  paymentId: string | null
  /** What was paid back at the provider. */
  refundedCents: number
}

interface SetupForm {
  /** Of the provider, on which the payer enters a method; undefined where one of `methods` is chosen. */
  page?: { id: string; url: string }
  methods: { id: string; label: string; description: string }[]
}

export interface ProviderEvent {
  id: string
  /** The payment or link at the provider that it is about; undefined for anything else. */
  subject: string | undefined
}

/** An event as it came in. */
export interface SentEvent {
  body: string
  signature: string | undefined
  at: Date
}

/** The only way to a payment provider. Card data never passes through it. */
export interface CollectingProvider {
  readonly name: 'test' | 'stripe'
  /** The payer at the provider; the same for the same organization. */
  ensureCustomer(payer: Payer): Promise<string>
  /** `after` is the page that was given before: the same call again is the same page. */
  setupForm(payer: {
    customerId: string
    currency: string
    returnUrl: string
    after: string | null
  }): Promise<SetupForm>
  /** Makes a method one of the payer; `methodId` may be the session of the page on which it was entered. */
  attach(customerId: string, methodId: string): Promise<StoredMethod>
  /** Without the payer. A refusal is a state, not an error. */
  charge(charge: Charge & { methodId: string }): Promise<ProviderState>
  /** A page of the provider on which the payer pays. */
  paymentLink(charge: Charge & { returnUrl: string }): Promise<{ id: string; url: string }>
  /** The address of a page to pay or to enter a method on, while it is open. */
  openLink(id: string): Promise<string | undefined>
  stateOf(id: string): Promise<ProviderState>
  /** After it nothing is charged any more, unless it was already. */
  cancel(id: string): Promise<ProviderState>
  /** What was charged with this key, however long ago; undefined when the call never arrived. */
  find(charge: Pick<Charge, 'customerId' | 'key'>): Promise<ProviderState | undefined>
  /** Undefined where the provider sends no events. Throws `ForgedEvent`. */
  readEvent?(given: SentEvent): ProviderEvent
}

/** The operator is paid by transfer, and marks invoices as paid. */
export interface TransferProvider {
  readonly name: 'none'
  readonly transferText: string | null
}

export type PaymentProvider = CollectingProvider | TransferProvider

export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent'
}

/** Not reachable, too busy, or not set up: nothing is known about the call, and it is repeated with the same key. */
export class ProviderAway extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', {
      messages: ['The payment provider cannot be reached right now. Please try again in a minute.'],
      retryAfterSeconds: 60,
      cause,
    })
  }
}

/** The provider has no such payer: the keys are of another account now, or the payer was deleted there. */
export class PayerGone extends ApiError {
  constructor(cause: unknown) {
    super('invalid_parameters', {
      messages: [
        'The payment provider does not know this organization. Please enter the payment method again.',
      ],
      cause,
    })
  }
}

export const methodRefused = (message: string) =>
  new ApiError('invalid_parameters', { messages: [message] })
