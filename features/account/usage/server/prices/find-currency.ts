import type { Organization } from '@playhead/server-kit/tenant.ts'
import { startOfMonth } from '../report/months.ts'
import { bookOf } from '../report/price-usage.ts'
import { listPriceBooks } from './price-books.sql.ts'

/** Of the prices of the month; undefined without prices. */
export const findCurrency = async ({ postgres }: Pick<Organization, 'postgres'>, now: Date) =>
  bookOf(await listPriceBooks(postgres), startOfMonth(now))?.currency
