import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { PriceLine } from './price-line.ts'

const priceLimits = { textMax: 1_000_000 } as const

const PriceVersion = z.object({
  version: z.int(),
  currency: z.string(),
  /** Such as 2026-11. */
  valid_from: z.string(),
  created_at: z.iso.datetime(),
  /** Null for the command line. */
  created_by: z.nullable(z.string()),
  /** Whether this month is priced by it. */
  is_current: z.boolean(),
})

const PriceBook = z.object({
  ...PriceVersion.shape,
  lines: z.array(PriceLine),
  /** As `prices import` reads it. */
  text: z.string(),
})

/** As `prices import` reads it. */
const text = z.string().check(z.maxLength(priceLimits.textMax))

export const prices = endpoints({
  retrieve: get('/ui/v1/operator/prices', {
    access: staff,
    summary: 'A version of the prices, by default the newest, and the list of all versions',
    query: z.object({ version: z.optional(z.int().check(z.minimum(1))) }),
    returns: dataOf(
      z.object({
        /** Null while no prices are entered. */
        book: z.nullable(PriceBook),
        versions: z.array(PriceVersion),
      }),
    ),
  }),
  create: post('/ui/v1/operator/prices', {
    access: staff,
    summary: 'Save prices as the next version',
    status: 201,
    body: z.object({
      prices: z.object({
        text,
        /** The newest version that the person saw; null if there was none. */
        after_version: z.nullable(z.int()),
      }),
    }),
    returns: dataOf(PriceVersion),
  }),
  preview: post('/ui/v1/operator/prices/preview', {
    access: staff,
    summary: 'What the usage of all organizations would have cost last month by these prices',
    body: z.object({ prices: z.object({ text }) }),
    returns: dataOf(
      z.object({
        month: z.string(),
        organizations: z.int(),
        currency: z.string(),
        cents: z.int(),
        /** Null if last month had no prices. */
        currency_before: z.nullable(z.string()),
        cents_before: z.nullable(z.int()),
      }),
    ),
  }),
})
