import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { admin, staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { invoiceStatuses } from '@playhead/domain/invoicing/invoice-status.ts'
import { meterNames } from '@playhead/domain/usage.ts'

const status = z.enum(invoiceStatuses)

/** Amounts are in cents, and null until the invoice is issued. */
const Invoice = z.object({
  id: z.uuid(),
  /** Without gaps; null until it is issued. */
  number: z.nullable(z.int()),
  status,
  /** Such as 2026-11, in UTC. */
  month: z.string(),
  currency: z.string(),
  subtotal_cents: z.nullable(z.int()),
  tax_cents: z.nullable(z.int()),
  total_cents: z.nullable(z.int()),
  paid_cents: z.int(),
  /** What is still owed: 0 once it is settled, and before it is issued. */
  balance_cents: z.int(),
  issued_at: z.nullable(z.iso.datetime()),
  due_at: z.nullable(z.iso.datetime()),
  /** When it was paid in full or waived. */
  settled_at: z.nullable(z.iso.datetime()),
  /** Whether its PDF is stored. */
  has_pdf: z.boolean(),
})
export type Invoice = z.infer<typeof Invoice>

export const invoiceLineKinds = ['fee', 'credit', 'usage', 'correction', 'carried'] as const

const InvoiceStep = z.object({
  /** Units that come before the step. They begin after what the plan includes, and count all environments. */
  from: z.int(),
  /** Null for the last step. */
  upto: z.nullable(z.int()),
  /** The part of the line that the step charges. */
  quantity: z.number(),
  unit_micros: z.int(),
  amount_cents: z.int(),
})

export const InvoiceLine = z.object({
  position: z.int(),
  kind: z.enum(invoiceLineKinds),
  /** The month that it is about: of a correction an earlier one. */
  month: z.string(),
  /** Null for what belongs to the whole organization, such as fees. */
  environment_id: z.nullable(z.uuid()),
  environment_name: z.nullable(z.string()),
  meter: z.nullable(z.enum(meterNames)),
  /** Empty where a meter has none. */
  tier: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  description: z.string(),
  /** Of `quantity` and `included`, such as minutes. */
  unit: z.nullable(z.string()),
  quantity: z.number(),
  /** The part of the quantity that the plan includes. */
  included: z.number(),
  /** Micro-cents for one unit; null where the price has steps. */
  unit_micros: z.nullable(z.int()),
  amount_cents: z.int(),
  /**
   * What each step of the price charges; the amounts add up to that of the line. Null where the price has one step, and on
   * invoices that were issued before steps were kept. Empty for what has no price, such as a correction.
   */
  steps: z.nullable(z.array(InvoiceStep)),
})

const field = z.nullable(z.string())

/** Whom an invoice is for, as it was entered. */
export const InvoiceBuyer = z.object({
  name: z.string(),
  address: field,
  address2: field,
  city: field,
  state: field,
  zip: field,
  /** ISO 3166-1, such as DE. */
  country: field,
  email: field,
  tax_id: field,
})
export type InvoiceBuyer = z.infer<typeof InvoiceBuyer>

const TaxLine = z.object({
  name: z.string(),
  /** Such as 19 or 7.5; in percent. */
  percent: z.number(),
  cents: z.int(),
})
export type TaxLine = z.infer<typeof TaxLine>

/** What is printed. It never changes, whatever becomes of the organization and the settings. */
export const InvoiceSnapshot = z.object({
  seller: z.object({
    name: z.string(),
    address: z.array(z.string()),
    email: field,
    tax_id: field,
  }),
  buyer: z.object({
    organization_id: z.uuid(),
    organization_name: z.string(),
    ...InvoiceBuyer.shape,
  }),
  /** Without its last moment. */
  period: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
  zone: z.enum(['UTC']),
  taxes: z.array(TaxLine),
  /** Sentences below the lines, such as how to pay by transfer or that the buyer owes the tax. */
  notes: z.array(z.string()),
})
export type InvoiceSnapshot = z.infer<typeof InvoiceSnapshot>

export const InvoiceDetail = z.object({
  ...Invoice.shape,
  /** Empty until it is issued. */
  lines: z.array(InvoiceLine),
  /** Null until it is issued. */
  snapshot: z.nullable(InvoiceSnapshot),
})

const OperatedInvoice = z.object({
  ...Invoice.shape,
  organization_id: z.uuid(),
  organization_name: z.string(),
  /** Of the operator, for an invoice that was paid by transfer or waived. */
  note: z.nullable(z.string()),
})

export const invoiceLimits = { noteMax: 500 } as const

const Note = z.object({
  invoice: z.object({
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(invoiceLimits.noteMax)),
  }),
})

/** In showback mode none of them exists: 404. */
export const invoices = endpoints({
  outstanding: get('/ui/v1/outstanding-balances', {
    access: admin,
    summary: 'What the organization owes, by currency',
    returns: dataOf(
      z.object({
        /** Empty when nothing is owed. */
        balances: z.array(
          z.object({
            currency: z.string(),
            cents: z.int(),
            /** The part of it that is late. */
            late_cents: z.int(),
            invoices: z.int(),
            /** Of the oldest invoice. */
            due_at: z.iso.datetime(),
            oldest: z.object({ id: z.uuid(), number: z.int() }),
          }),
        ),
        /** BILL-015: an invoice is late, or a payment waits for the payer. */
        invoice_needs_attention: z.boolean(),
        /** What the balances are made of, the oldest first. */
        unpaid: z.array(Invoice),
      }),
    ),
  }),
  list: get('/ui/v1/invoices', {
    access: admin,
    summary: 'The invoices of the organization, the newest month first',
    query: z.object(Page),
    returns: pageOf(Invoice),
  }),
  retrieve: get('/ui/v1/invoices/:id', {
    access: admin,
    summary: 'One invoice with its lines, seller and buyer',
    params: z.object({ id: ref('invoice') }),
    returns: dataOf(InvoiceDetail),
  }),
  csv: get('/ui/v1/billing/invoices/:id/csv', {
    access: admin,
    summary: 'The lines of an invoice as CSV',
    params: z.object({ id: ref('invoice') }),
    returns: z.unknown(),
    file: 'text/csv; charset=utf-8',
  }),
  operated: get('/ui/v1/operator/invoices', {
    access: staff,
    summary: 'The invoices of every organization, the newest first',
    query: z.object({ ...Page, status: z.optional(status) }),
    returns: pageOf(OperatedInvoice),
  }),
  payExternally: post('/ui/v1/operator/invoices/:id/external-paid', {
    access: staff,
    summary: 'Mark an invoice as paid outside this server, such as by transfer',
    params: z.object({ id: ref('invoice') }),
    body: Note,
    returns: dataOf(OperatedInvoice),
  }),
  forgive: post('/ui/v1/operator/invoices/:id/forgive', {
    access: staff,
    summary: 'Waive an invoice: it is no longer owed',
    params: z.object({ id: ref('invoice') }),
    body: Note,
    returns: dataOf(OperatedInvoice),
  }),
})
