import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { PriceEntry } from './price-book.ts'

const PriceBookRow = z.object({
  version: z.number(),
  currency: z.string(),
  prices: z.array(PriceEntry),
  valid_from: z.date(),
})
export type PriceBookRow = z.infer<typeof PriceBookRow>

export const listPriceBooks = (postgres: Database) =>
  postgres.rows(
    PriceBookRow,
    sql`select version, currency, prices, valid_from from price_books order by version desc`,
  )

/** The next version. Two imports at once wait for each other. */
export const insertPriceBook = (
  postgres: Database,
  { currency, prices, valid_from: validFrom }: Omit<PriceBookRow, 'version'>,
) =>
  postgres.transaction(async (transaction) => {
    await transaction.run(sql`lock table price_books in share row exclusive mode`)
    return transaction.row(
      PriceBookRow,
      sql`
      insert into price_books (version, currency, prices, valid_from)
      select coalesce(max(version), 0) + 1, ${currency}, ${sql.json(prices)}, ${validFrom}
      from price_books
      returning version, currency, prices, valid_from`,
    )
  })
