import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { TaxRateEntry } from './tax-table.ts'

const TaxTableRow = z.object({
  version: z.number(),
  rates: z.array(TaxRateEntry),
  created_at: z.date(),
  created_by: z.string().nullable(),
})
export type TaxTableRow = z.infer<typeof TaxTableRow>

const columns = sql`version, rates, created_at, created_by`

export const newestTaxTable = (postgres: Database) =>
  postgres.maybeRow(
    TaxTableRow,
    sql`select ${columns} from tax_tables order by version desc limit 1`,
  )

/** Two new versions at once wait for each other. Call it inside a transaction. */
export const lockTaxTables = (postgres: Database) =>
  postgres.run(sql`lock table tax_tables in share row exclusive mode`)

/** The next version. Call it after `lockTaxTables`. */
export const insertTaxTable = (
  postgres: Database,
  given: Pick<TaxTableRow, 'rates' | 'created_by'>,
) =>
  postgres.row(
    TaxTableRow,
    sql`
    insert into tax_tables (version, rates, created_by)
    select coalesce(max(version), 0) + 1, ${sql.json(given.rates)}, ${given.created_by}
    from tax_tables
    returning ${columns}`,
  )
