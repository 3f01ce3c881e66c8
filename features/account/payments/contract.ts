import { z } from 'zod/mini'
import { endpoints, get, post, put } from '@playhead/contract-kit/define.ts'
import { admin } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'
import { BillingInformation, BillingInformationInput } from './billing-address.ts'

/** Who collects: an operator who is paid by transfer, invented methods for development, or Stripe. */
export const paymentProviders = ['none', 'test', 'stripe'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

export const paymentStatuses = [
  'started',
  'processing',
  'action_required',
  'succeeded',
  'failed',
  'canceled',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

const PaymentMethod = z.object({
  /** Such as card or sepa_debit. */
  kind: z.string(),
  /** Such as Visa. */
  label: z.string(),
  last4: z.nullable(z.string()),
  /** Such as 2028-04. */
  expires: z.nullable(z.string()),
  saved_at: z.iso.datetime(),
})

const Information = z.nullable(BillingInformation)

const Payment = z.object({
  id: z.uuid(),
  /** Whether the payer was sent to a page to pay; else the stored method was charged. */
  is_by_link: z.boolean(),
  status: z.enum(paymentStatuses),
  /** In words, while it failed or waits for the payer. */
  error: z.nullable(z.string()),
  amount_cents: z.int(),
  currency: z.string(),
  created_at: z.iso.datetime(),
})

export const payments = endpoints({
  retrieveInformation: get('/ui/v1/billing/information', {
    access: admin,
    summary: 'Who pays for the organization; null until it is entered',
    returns: dataOf(Information),
  }),
  updateInformation: put('/ui/v1/billing/information', {
    access: admin,
    summary: 'Set who pays for the organization; issued invoices keep their details',
    pays: true,
    body: z.object({ billing_information: BillingInformationInput }),
    returns: dataOf(BillingInformation),
  }),
  retrieveSetupIntent: get('/ui/v1/setup-intent', {
    access: admin,
    summary: 'How a payment method is entered',
    returns: dataOf(
      z.object({
        provider: z.enum(paymentProviders),
        /**
         * With `stripe`: its page, on which the payer enters a method. It leads back to the page Payment method with
         * `?session=…`, which is saved as the id of the method. A page that is still open is given again.
         */
        url: z.nullable(secret(z.string())),
        /** With `test`: the invented methods, of which one is chosen. */
        methods: z.array(z.object({ id: z.string(), label: z.string(), description: z.string() })),
        /** With `none`: how to pay by transfer, in the words of the operator. */
        transfer_text: z.nullable(z.string()),
      }),
    ),
  }),
  retrieveMethod: get('/ui/v1/billing/payment-method', {
    access: admin,
    summary: 'The payment method that invoices are charged to; null without one',
    returns: dataOf(
      z.object({
        provider: z.enum(paymentProviders),
        payment_method: z.nullable(PaymentMethod),
        /** What became of the last payment; null before the first one. One that the payer only began is left out. */
        last_payment: z.nullable(z.object({ ...Payment.shape, invoice_id: z.uuid() })),
      }),
    ),
  }),
  saveMethod: post('/ui/v1/billing/payment-method', {
    access: admin,
    summary:
      'Charge invoices to this method from now on, and due ones at once; card data goes to the provider only',
    pays: true,
    body: z.object({
      payment_method: z.object({
        /** Of a method, or of the session of the page of the provider on which one was entered. */
        id: z.string().check(z.minLength(1), z.maxLength(200)),
        billing_information: z.optional(BillingInformationInput),
      }),
    }),
    returns: dataOf(PaymentMethod),
  }),
  /** BILL-030 */
  retrieveLink: get('/ui/v1/invoices/:id/payment-link', {
    access: admin,
    summary: 'A link to the page where the rest of an invoice is paid; it returns to the invoice',
    params: z.object({ id: ref('invoice') }),
    returns: dataOf(z.object({ url: z.string() })),
  }),
  listOfInvoice: get('/ui/v1/invoices/:id/payments', {
    access: admin,
    summary: 'The attempts to collect an invoice, newest first',
    params: z.object({ id: ref('invoice') }),
    returns: dataOf(z.array(Payment)),
  }),
})
