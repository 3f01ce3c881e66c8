import type { Database } from '@playhead/postgres/client.ts'
import { addMonths } from '../report/months.ts'
import { bookOf, priceLine, sumCents } from '../report/price-usage.ts'
import { sumUsage } from '../report/usage-sums.sql.ts'
import { listOrganizationsWithUsage } from './organizations-with-usage.sql.ts'
import type { PriceBookRow } from './price-books.sql.ts'

/** What the usage of all organizations would have cost for a month by new prices, and what it was by those of that month. */
export const comparePrices = async (
  postgres: Database,
  month: Date,
  books: readonly PriceBookRow[],
  prices: PriceBookRow['prices'],
) => {
  const before = bookOf(books, month)
  const after = { prices }
  const slice = { from: month, until: addMonths(month, 1) }
  const ids = await listOrganizationsWithUsage(postgres, slice)
  let [centsBefore, centsAfter] = [0n, 0n]
  for (const id of ids) {
    const rows = await sumUsage({ id, postgres }, slice, 'all')
    const costOf = (book: Pick<PriceBookRow, 'prices'>) =>
      sumCents(rows.map((row) => ({ cents: priceLine(book, row) }))) ?? 0n
    centsAfter += costOf(after)
    if (before) centsBefore += costOf(before)
  }
  return {
    organizations: ids.length,
    cents: Number(centsAfter),
    currency_before: before?.currency ?? null,
    cents_before: before ? Number(centsBefore) : null,
  }
}
