import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { admin, staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { billingModes } from '@playhead/domain/plans.ts'

export const taxLimits = {
  textMax: 1_000_000,
  centsMax: 100_000_000_000,
  linesMax: 200,
  nameMax: 60,
  regionMax: 100,
} as const

const text = z.string().check(z.maxLength(taxLimits.textMax))
const place = z.optional(z.string().check(z.trim(), z.maxLength(200)))
const cents = z.int().check(z.minimum(-taxLimits.centsMax), z.maximum(taxLimits.centsMax))

const TaxRate = z.object({
  country: z.string(),
  /** Null for all regions that have no rate of their own. */
  region: z.nullable(z.string()),
  /** In percent. */
  rate: z.number(),
  name: z.string(),
  is_reverse_charge: z.boolean(),
})

const TaxTable = z.object({
  version: z.int(),
  rates: z.array(TaxRate),
  /** As `tax import` reads it. */
  text: z.string(),
  created_at: z.iso.datetime(),
  /** Null for the command line. */
  created_by: z.nullable(z.string()),
})

/** BILL-033, BILL-034 */
export const tax = endpoints({
  calculate: post('/ui/v1/billing/tax/calculate', {
    access: admin,
    summary: 'The tax of an amount in cents, by the table of the operator; changes nothing',
    asks: true,
    body: z.object({
      /** Each part of the address that is missing is taken from the billing information. */
      to_country: place,
      to_zip: place,
      to_state: place,
      to_city: place,
      to_street: place,
      /** Without shipping. With line items, their sum counts instead. */
      amount: z._default(cents, 0),
      shipping: z._default(cents, 0),
      line_items: z._default(
        z
          .array(
            z.object({
              unit_price: cents,
              quantity: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 1),
              discount: z._default(cents, 0),
              sales_tax: z.optional(cents),
              product_type: z.optional(z.string().check(z.maxLength(100))),
            }),
          )
          .check(z.maxLength(taxLimits.linesMax)),
        [],
      ),
    }),
    returns: dataOf(
      z.object({
        /** Null where no tax is owed. */
        name: z.nullable(z.string()),
        /** In percent. */
        rate: z.number(),
        is_reverse_charge: z.boolean(),
        taxable_cents: z.int(),
        tax_cents: z.int(),
        total_cents: z.int(),
      }),
    ),
  }),
  retrieveTable: get('/ui/v1/operator/tax', {
    access: staff,
    summary: 'The newest table of tax rates; null before the first one',
    returns: dataOf(
      z.object({
        /** In `showback` no invoice is written, and no tax added. */
        mode: z.enum(billingModes),
        table: z.nullable(TaxTable),
      }),
    ),
  }),
  createTable: post('/ui/v1/operator/tax', {
    access: staff,
    summary: 'Enter tax rates as the next version of the table; issued invoices keep theirs',
    status: 201,
    body: z.object({
      tax: z.object({
        text,
        /** The newest version that the person saw; null if there was none. */
        after_version: z.nullable(z.int()),
      }),
    }),
    returns: dataOf(TaxTable),
  }),
})
