import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'
import { type Charge, type CollectingProvider, methodRefused } from '../provider.ts'
import { readStripeEvent } from './read-event.ts'
import { storedMethodOf } from './stored-method.ts'
import { cardErrorOf, refusalOf } from './stripe-failure.ts'
import { stateOfIntent, stateOfSession } from './stripe-states.ts'

const isLink = (id: string) => id.startsWith('cs_')

const idOf = (given: string | { id: string } | null | undefined) =>
  typeof given === 'string' ? given : given?.id

const tagsOf = ({ paymentId, invoiceId, organizationId, key }: Charge) => ({
  payment_id: paymentId,
  invoice_id: invoiceId,
  organization_id: organizationId,
  key,
})

/** A key is a header of at most 255 plain letters, which a name may be no part of. */
const hashOf = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Every failure leaves as an `ApiError`. */
const asking = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Stripe only collects: invoices, their numbers and their taxes stay ours. */
export const stripeProvider = (
  client: Stripe,
  { webhookSecret }: NonNullable<Settings['stripe']>,
): CollectingProvider => {
  const intentOf = (id: string) => client.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const stateOfLink = async (session: Stripe.Checkout.Session) => {
    const intent = idOf(session.payment_intent)
    return stateOfSession(session, intent === undefined ? undefined : await intentOf(intent))
  }
  const stateOf = async (id: string) =>
    isLink(id)
      ? stateOfLink(await client.checkout.sessions.retrieve(id))
      : stateOfIntent(await intentOf(id))
  const enteredMethod = async (sessionId: string) => {
    const { setup_intent: setup } = await client.checkout.sessions.retrieve(sessionId)
    const id = idOf(setup)
    const method = id && idOf((await client.setupIntents.retrieve(id)).payment_method)
    if (method) return method
    throw methodRefused('No payment method was entered on the page of the payment provider.')
  }

  return {
    name: 'stripe',
    ensureCustomer: ({ organizationId, name, email }) =>
      asking(async () => {
        const { id } = await client.customers.create(
          { name, metadata: { organization_id: organizationId }, ...(email && { email }) },
          { idempotencyKey: `customer ${organizationId} ${hashOf(name, email)}` },
        )
        return id
      }),
    setupForm: ({ customerId, currency, returnUrl, after }) =>
      asking(async () => {
        const { id, url } = await client.checkout.sessions.create(
          {
            mode: 'setup',
            customer: customerId,
            currency: currency.toLowerCase(),
            // Stripe puts the id of the session there.
            success_url: `${returnUrl}?session={CHECKOUT_SESSION_ID}`,
            cancel_url: returnUrl,
          },
          { idempotencyKey: `setup ${customerId} ${hashOf(currency, returnUrl, after)}` },
        )
        if (url === null) throw new Error(`Stripe made the form ${id} without an address.`)
        return { page: { id, url }, methods: [] }
      }),
    attach: (customer, given) =>
      asking(async () => {
        const methodId = isLink(given) ? await enteredMethod(given) : given
        const method = await client.paymentMethods.retrieve(methodId)
        const owner = idOf(method.customer)
        if (owner !== undefined && owner !== customer)
          throw methodRefused('The payment provider did not accept this payment method.')
        return storedMethodOf(
          owner === customer ? method : await client.paymentMethods.attach(methodId, { customer }),
        )
      }),
    charge: ({ methodId, ...charge }) =>
      asking(async () => {
        try {
          return stateOfIntent(
            await client.paymentIntents.create(
              {
                amount: charge.amountCents,
                currency: charge.currency.toLowerCase(),
                customer: charge.customerId,
                payment_method: methodId,
                off_session: true,
                confirm: true,
                automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
                description: charge.description,
                metadata: tagsOf(charge),
              },
              { idempotencyKey: charge.key },
            ),
          )
        } catch (error) {
          const refused = cardErrorOf(error)?.payment_intent
          if (!refused) throw error
          return stateOfIntent(refused)
        }
      }),
    paymentLink: ({ returnUrl, ...charge }) =>
      asking(async () => {
        const { id, url } = await client.checkout.sessions.create(
          {
            mode: 'payment',
            customer: charge.customerId,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: charge.currency.toLowerCase(),
                  unit_amount: charge.amountCents,
                  product_data: { name: charge.description },
                },
              },
            ],
            metadata: tagsOf(charge),
            payment_intent_data: { description: charge.description, metadata: tagsOf(charge) },
            success_url: returnUrl,
            cancel_url: returnUrl,
          },
          { idempotencyKey: charge.key },
        )
        if (url === null) throw new Error(`Stripe made the link ${id} without an address.`)
        return { id, url }
      }),
    openLink: (id) =>
      asking(async () => {
        const { status, url } = await client.checkout.sessions.retrieve(id)
        return status === 'open' ? (url ?? undefined) : undefined
      }),
    stateOf: (id) => asking(() => stateOf(id)),
    cancel: (id) =>
      asking(async () => {
        const { status } = await stateOf(id)
        if (status !== 'action_required') return stateOf(id)
        try {
          return isLink(id)
            ? await stateOfLink(await client.checkout.sessions.expire(id))
            : stateOfIntent(await client.paymentIntents.cancel(id))
        } catch (error) {
          // It was paid at this moment.
          const state = await stateOf(id)
          if (state.status === 'action_required') throw error
          return state
        }
      }),
    find: ({ customerId, key }) =>
      asking(async () => {
        for await (const intent of client.paymentIntents.list({ customer: customerId, limit: 100 }))
          if (intent.metadata['key'] === key) return stateOfIntent(intent)
        return undefined
      }),
    readEvent: (sent) => readStripeEvent(client, webhookSecret, sent),
  }
}
