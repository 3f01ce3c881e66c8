import { monthText } from '../report/months.ts'
import type { PriceBookRow } from './price-books.sql.ts'

export const presentLines = ({ prices }: Pick<PriceBookRow, 'prices'>) =>
  prices.map(({ meter, tier, quality, steps }) => ({
    meter,
    tier: tier ?? null,
    quality: quality ?? null,
    steps: steps.map(({ upto, micros }) => ({ upto: upto ?? null, micros })),
  }))

export const presentVersion = (book: PriceBookRow, current: PriceBookRow | undefined) => ({
  version: book.version,
  currency: book.currency,
  valid_from: monthText(book.valid_from),
  created_at: book.created_at.toISOString(),
  created_by: book.created_by,
  is_current: book.version === current?.version,
})

/** As `prices import` reads it. */
export const fileOf = ({ currency, valid_from: from, prices }: PriceBookRow) => ({
  currency,
  valid_from: monthText(from),
  prices,
})
