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
  /** A second call with the same key is the same charge. */
  key: string
}

/** What the provider says about a payment at this moment. */
export interface ProviderState {
  /** Of the payment or link at the provider. */
  id: string
  status: Exclude<PaymentStatus, 'started'>
  /** For the payer, while it failed or waits for them. */
  error: string | null
}

interface SetupIntent {
  clientSecret: string | null
  publishableKey: string | null
  methods: { id: string; label: string; description: string }[]
}

export interface ProviderEvent {
  id: string
  /** The payment or link at the provider that it is about; undefined for anything else. */
  subject: string | undefined
}

/** The only way to a payment provider. Card data never passes through it. */
export interface CollectingProvider {
  readonly name: 'test' | 'stripe'
  /** The payer at the provider; the same for the same organization. */
  ensureCustomer(payer: Payer): Promise<string>
  setupIntent(customerId: string): Promise<SetupIntent>
  /** Makes a method that the form made one of the payer. Throws `MethodRefused`. */
  attach(customerId: string, methodId: string): Promise<StoredMethod>
  /** Without the payer. A refusal is a state, not an error. */
  charge(charge: Charge & { methodId: string }): Promise<ProviderState>
  /** A page of the provider on which the payer pays. */
  paymentLink(charge: Charge & { returnUrl: string }): Promise<{ id: string; url: string }>
  /** The page of a link that is still open. */
  openLink(id: string): Promise<string | undefined>
  stateOf(id: string): Promise<ProviderState>
  /** After it nothing is charged any more, unless it was already. */
  cancel(id: string): Promise<ProviderState>
  /** The charge of this row, once its key may no longer be known; undefined when it never arrived. */
  find(charge: Pick<Charge, 'customerId' | 'paymentId'>): Promise<ProviderState | undefined>
  /** Undefined where the provider sends no events. Throws `ForgedEvent`. */
  readEvent?(body: string, signature: string | undefined): ProviderEvent
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

export const methodRefused = (message: string) =>
  new ApiError('invalid_parameters', { messages: [message] })
