import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { usage } from '../contract.ts'
import { listPriceBooks } from './prices/price-books.sql.ts'
import { compareMonths } from './report/compare-months.ts'
import { bookOf, sumCents } from './report/price-usage.ts'
import { reasonsOf } from './report/reasons.ts'

/** Nothing without prices, and where there is no month before to compare with. */
export const listReasons: Handlers<typeof usage>['listReasons'] = async ({
  app,
  organization,
  query,
}) => {
  const compared = await compareMonths(app, organization, query.month)
  const book = bookOf(await listPriceBooks(organization.postgres), compared.month)
  const before = sumCents([...compared.rowsBefore, ...compared.sharedBefore])
  return {
    data: book && before !== undefined ? await reasonsOf(app, organization, compared) : [],
  }
}
