import {
  type Form,
  readForm,
  readInner,
  readMetadata,
  readOptional,
  readText,
} from './read-form.ts'
import type { StripeAccount } from './stripe-account.ts'
import { aBadRequest, aMissing } from './stripe-error.ts'
import { anId, type FakeIntent, type FakeSession, type Metadata } from './stripe-objects.ts'

interface Call {
  account: StripeAccount
  /** Where the pages of the fake are. */
  url: string
  /** The id in the path, where it has one. */
  id: string
  form: Form
  query: URLSearchParams
  /** Of the intent that a session will make. */
  tags: Map<string, Metadata>
}

/** Stripe refuses what it does not know, and so finds a misspelt parameter. */
const allowOnly = (form: Form, names: readonly string[]) => {
  for (const name of Object.keys(form))
    if (!names.includes(name))
      throw aBadRequest(`Received unknown parameter: ${name}`, {
        code: 'parameter_unknown',
        param: name,
      })
}

const amountOf = (form: Form, name: string) => {
  const amount = Number(readText(form, name))
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw aBadRequest('Invalid integer: amount', { param: name })
  return amount
}

const currencyOf = (form: Form) => {
  const currency = readText(form, 'currency')
  if (/^[a-z]{3}$/.test(currency)) return currency
  throw aBadRequest(`Invalid currency: ${currency}`, { param: 'currency' })
}

const smallestUsd = 50

const refuseTooLittle = (amount: number, currency: string) => {
  if (currency === 'usd' && amount < smallestUsd)
    throw aBadRequest('Amount must be at least $0.50 usd', {
      code: 'amount_too_small',
      param: 'amount',
    })
}

const withCharge = (account: StripeAccount, intent: FakeIntent, query: URLSearchParams) =>
  [...query].some(([name, value]) => name.startsWith('expand') && value === 'latest_charge') &&
  intent.latest_charge
    ? { ...intent, latest_charge: account.chargeOf(intent) }
    : intent

const createCustomer = ({ account, form }: Call) => {
  allowOnly(form, ['name', 'email', 'metadata'])
  const customer = {
    id: anId('cus'),
    object: 'customer' as const,
    name: readOptional(form, 'name'),
    email: readOptional(form, 'email'),
    ...account.fresh(),
    metadata: readMetadata(form),
  }
  account.customers.set(customer.id, customer)
  return customer
}

const createSetupIntent = ({ account, form }: Call) => {
  allowOnly(form, ['customer', 'usage', 'automatic_payment_methods'])
  return account.makeSetupIntent(account.customer(readText(form, 'customer')).id)
}

const attachMethod = ({ account, form, id }: Call) => {
  allowOnly(form, ['customer'])
  const method = account.method(id)
  const customer = account.customer(readText(form, 'customer'))
  if (method.customer !== null && method.customer !== customer.id)
    throw aBadRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  method.customer = customer.id
  return method
}

const createIntent = ({ account, form }: Call) => {
  allowOnly(form, [
    'amount',
    'currency',
    'customer',
    'payment_method',
    'off_session',
    'confirm',
    'automatic_payment_methods',
    'description',
    'metadata',
  ])
  if (form['confirm'] !== 'true' || form['off_session'] !== 'true')
    throw new Error('The fake knows charges without the payer only.')
  const amount = amountOf(form, 'amount')
  const currency = currencyOf(form)
  refuseTooLittle(amount, currency)
  const method = account.method(readText(form, 'payment_method'))
  const customer = account.customer(readText(form, 'customer'))
  if (method.customer !== customer.id)
    throw aBadRequest(
      `The provided PaymentMethod ${method.id} does not belong to the Customer ${customer.id}.`,
    )
  const intent = account.makeIntent({
    amount,
    currency,
    customer: customer.id,
    description: readOptional(form, 'description'),
    metadata: readMetadata(form),
  })
  account.confirm(intent, method.id, false)
  return intent
}

const listIntents = ({ account, query }: Call) => {
  const limit = Number(query.get('limit') ?? 10)
  const all = [...account.intents.values()]
    .filter(({ customer }) => query.get('customer') === null || customer === query.get('customer'))
    .toReversed()
  const after = query.get('starting_after')
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  if (after !== null && start === 0) throw aMissing('payment_intent', after)
  return {
    object: 'list',
    url: '/v1/payment_intents',
    has_more: all.length > start + limit,
    data: all.slice(start, start + limit),
  }
}

const dayAndNightSeconds = 86_400

const createSession = ({ account, form, url, tags }: Call): FakeSession => {
  allowOnly(form, [
    'mode',
    'customer',
    'currency',
    'line_items',
    'metadata',
    'payment_intent_data',
    'success_url',
    'cancel_url',
  ])
  const mode = readText(form, 'mode')
  if (mode !== 'payment' && mode !== 'setup') throw aBadRequest('Invalid mode', { param: 'mode' })
  const price = readInner(readInner(readInner(form, 'line_items'), '0'), 'price_data')
  const amount = mode === 'payment' ? amountOf(price, 'unit_amount') : null
  const currency = currencyOf(mode === 'payment' ? price : form)
  if (amount !== null) {
    refuseTooLittle(amount, currency)
    readText(readInner(price, 'product_data'), 'name')
  }
  const id = anId('cs_test')
  const session: FakeSession = {
    id,
    object: 'checkout.session',
    mode,
    customer: account.customer(readText(form, 'customer')).id,
    amount_total: amount,
    currency,
    metadata: readMetadata(form),
    payment_intent: null,
    setup_intent: null,
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    status: 'open',
    success_url: readText(form, 'success_url'),
    cancel_url: readOptional(form, 'cancel_url') ?? '',
    url: `${url}/c/pay/${id}`,
    expires_at: account.seconds() + dayAndNightSeconds,
    ...account.fresh(),
  }
  tags.set(id, readMetadata(readInner(form, 'payment_intent_data')))
  account.sessions.set(id, session)
  return session
}

const calls: [string, RegExp, (call: Call) => object][] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['POST', /^\/v1\/setup_intents$/, createSetupIntent],
  ['GET', /^\/v1\/setup_intents\/([^/]+)$/, ({ account, id }) => account.setupIntent(id)],
  ['GET', /^\/v1\/payment_methods\/([^/]+)$/, ({ account, id }) => account.method(id)],
  ['POST', /^\/v1\/payment_methods\/([^/]+)\/attach$/, attachMethod],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['GET', /^\/v1\/payment_intents$/, listIntents],
  [
    'GET',
    /^\/v1\/payment_intents\/([^/]+)$/,
    ({ account, id, query }) => withCharge(account, account.intent(id), query),
  ],
  [
    'POST',
    /^\/v1\/payment_intents\/([^/]+)\/cancel$/,
    ({ account, id }) => account.cancelIntent(id),
  ],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, ({ account, id }) => account.session(id)],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    ({ account, id }) => account.expireSession(id),
  ],
]

/** What the account answers to a call, as Stripe would. Throws `StripeErrorAnswer`. */
export const runCall = (
  place: Pick<Call, 'account' | 'url' | 'tags'>,
  { method, url, body }: { method: string; url: URL; body: string },
): object => {
  for (const [verb, path, answer] of calls) {
    const match = path.exec(url.pathname)
    if (verb !== method || !match) continue
    const id = decodeURIComponent(match[1] ?? '')
    return structuredClone(answer({ ...place, id, form: readForm(body), query: url.searchParams }))
  }
  throw aBadRequest(`Unrecognized request URL (${method}: ${url.pathname}).`, {}, 404)
}
