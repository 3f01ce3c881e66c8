import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { prices } from '../../prices-contract.ts'
import { startOfMonth } from '../report/months.ts'
import { bookOf } from '../report/price-usage.ts'
import { fileOf, presentLines, presentVersion } from './present-price-book.ts'
import { listPriceBooks } from './price-books.sql.ts'

export const retrievePrices: Handlers<typeof prices>['retrieve'] = async ({ app, query }) => {
  const books = await listPriceBooks(app.postgres)
  const current = bookOf(books, startOfMonth(app.clock.now()))
  const book =
    query.version === undefined ? books[0] : books.find(({ version }) => version === query.version)
  if (!book && query.version !== undefined) throw notFound('version of the prices')
  return {
    data: {
      book: book
        ? {
            ...presentVersion(book, current),
            lines: presentLines(book),
            text: JSON.stringify(fileOf(book), undefined, 2),
          }
        : null,
      versions: books.map((one) => presentVersion(one, current)),
    },
  }
}
