import { afterAll, expect } from 'vitest'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startFakeStripe } from '@playhead/testing/stripe/fake-stripe.ts'
import type { StripeOutcome } from '@playhead/testing/stripe/stripe-objects.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { paymentsServer } from './index.ts'

/** The API with `PLAYHEAD_BILLING=stripe` and a fake of Stripe, whose clock is that of the app. */
export const startStripeWorld = async () => {
  let now = () => new Date()
  const stripe = await startFakeStripe(() => now())
  afterAll(() => stripe.close())
  const started = await startTestApp([organizationsServer, invoicesServer, paymentsServer], {
    settings: stripe.settings,
  })
  const { call, clock, database } = started
  now = clock.now
  const make = aFactory(database)

  /** An organization with an invoice and, if asked for, a method that was entered on the page of Stripe. */
  const makePayer = async (
    outcome: StripeOutcome | undefined,
    given: Parameters<typeof insertInvoice>[2] = {},
  ) => {
    const { admin, organization } = await make.world()
    const place = { as: admin, organization }
    const openForm = async () => {
      const { body } = await call('/ui/v1/setup-intent', place)
      return String(body.data.url).split('/').at(-1)!
    }
    const save = (id: string) =>
      call('/ui/v1/billing/payment-method', { ...place, body: { payment_method: { id } } })
    /** Enters a method on the page and comes back. */
    const enter = async (entered: StripeOutcome) => {
      const session = await openForm()
      stripe.completeSession(session, entered)
      expect((await save(session)).status).toBe(200)
    }
    if (outcome) await enter(outcome)
    const id = await insertInvoice(database, organization, { subtotal_cents: 4200, ...given })
    const invoice = async () => (await readRows(database, 'invoices', { id }))[0]!
    const payments = async () =>
      (await readRows(database, 'payments', { invoice_id: id })).toSorted(
        (one, other) => Number(one['attempt']) - Number(other['attempt']),
      )
    const statuses = async () => (await payments()).map(({ status }) => status)
    const intents = () =>
      [...stripe.account.intents.values()].filter(({ metadata }) => metadata['invoice_id'] === id)
    /** What Stripe took, or tried to. */
    const charges = () =>
      [...stripe.account.charges.values()].filter(({ metadata }) => metadata['invoice_id'] === id)
    const last = async () =>
      (await call('/ui/v1/billing/payment-method', place)).body.data.last_payment
    return {
      organization,
      place,
      id,
      openForm,
      save,
      enter,
      invoice,
      payments,
      statuses,
      intents,
      charges,
      last,
    }
  }
  return { ...started, make, stripe, makePayer }
}
