import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { PriceEntry } from './price-book.ts'

const PriceBookRow = z.object({
  version: z.number(),
  currency: z.string(),
  prices: z.array(PriceEntry),
  valid_from: z.date(),
  created_at: z.date(),
  created_by: z.string().nullable(),
})
export type PriceBookRow = z.infer<typeof PriceBookRow>

const columns = sql`version, currency, prices, valid_from, created_at, created_by`

/** The newest first. */
export const listPriceBooks = (postgres: Database) =>
  postgres.rows(PriceBookRow, sql`select ${columns} from price_books order by version desc`)

/** Two new versions at once wait for each other. Call it inside a transaction. */
export const lockPriceBooks = (postgres: Database) =>
  postgres.run(sql`lock table price_books in share row exclusive mode`)

/** The next version. Call it after `lockPriceBooks`. */
export const insertPriceBook = (
  postgres: Database,
  {
    currency,
    prices,
    valid_from: validFrom,
    created_by: createdBy,
  }: Omit<PriceBookRow, 'version' | 'created_at'>,
) =>
  postgres.row(
    PriceBookRow,
    sql`
    insert into price_books (version, currency, prices, valid_from, created_by)
    select coalesce(max(version), 0) + 1, ${currency}, ${sql.json(prices)}, ${validFrom},
      ${createdBy}
    from price_books
    returning ${columns}`,
  )
