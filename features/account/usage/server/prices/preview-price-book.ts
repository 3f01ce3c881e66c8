import type { App } from '@playhead/server-kit/app.ts'
import { addMonths, monthText, startOfMonth } from '../report/months.ts'
import { comparePrices } from './compare-prices.ts'
import type { PriceBookFile } from './price-book.ts'
import { listPriceBooks } from './price-books.sql.ts'
import { refusePrices } from './refuse-prices.ts'

/** What last month would have cost. */
export const previewPriceBook = async (app: App, given: PriceBookFile) => {
  const { postgres, clock } = app
  await refusePrices(app, postgres, given)
  const month = addMonths(startOfMonth(clock.now()), -1)
  const compared = await comparePrices(
    postgres,
    month,
    await listPriceBooks(postgres),
    given.prices,
  )
  return { month: monthText(month), currency: given.currency, ...compared }
}
