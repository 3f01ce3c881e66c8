import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { fileOf } from './present-price-book.ts'
import { listPriceBooks } from './price-books.sql.ts'

export const exportPricesCommand = command({
  name: 'prices export',
  summary: 'Print the newest prices, or one version, in the format of prices import',
  options: z.object({
    version: z.coerce.number().int().min(1).optional().describe('The newest by default'),
  }),
  run: async ({ postgres }, { version }) => {
    const books = await listPriceBooks(postgres)
    const book = version === undefined ? books[0] : books.find((one) => one.version === version)
    if (!book) return { prices: [] }
    return fileOf(book)
  },
})
