import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { prices } from '../../prices-contract.ts'
import { startOfMonth } from '../report/months.ts'
import { bookOf } from '../report/price-usage.ts'
import { addPriceBook } from './add-price-book.ts'
import { parsePrices } from './parse-prices.ts'
import { presentVersion } from './present-price-book.ts'
import { listPriceBooks } from './price-books.sql.ts'

export const createPrices: Handlers<typeof prices>['create'] = async ({
  app,
  session,
  request,
  body,
}) => {
  const { text, after_version: afterVersion } = body.prices
  const book = await addPriceBook(app, actorOf(session, request), parsePrices(text), afterVersion)
  const current = bookOf(await listPriceBooks(app.postgres), startOfMonth(app.clock.now()))
  return { data: presentVersion(book, current) }
}
