import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { addMonths, monthOf, monthText, startOfMonth } from '../report/months.ts'
import { comparePrices } from './compare-prices.ts'
import { holesIn, PriceBookFile, repeatedIn } from './price-book.ts'
import { insertPriceBook, listPriceBooks } from './price-books.sql.ts'

const bytesMax = 1_000_000

const refusal = (...messages: string[]) => new ApiError('invalid_parameters', { messages })

const readText = async (path: string) => {
  if (!isAbsolute(path)) throw refusal('Say the whole path of the file.')
  try {
    if ((await stat(path)).size > bytesMax) throw refusal(`${path} is larger than 1 MB.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw refusal(`${path} cannot be read.`)
  }
}

const parse = (text: string) => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw refusal('The file is not JSON.')
  }
  const { data, error } = PriceBookFile.safeParse(given)
  if (!data)
    throw refusal(
      ...error.issues.map(
        ({ path, message }) => `${path.map(String).join('.') || 'file'}: ${message}`,
      ),
    )
  const repeated = repeatedIn(data.prices)
  if (repeated.length > 0) throw refusal(`Two prices for: ${repeated.join(', ')}.`)
  const holes = holesIn(data.prices)
  if (holes.length > 0) throw refusal(`No price for: ${holes.join(', ')}.`)
  return data
}

export const importPricesCommand = command({
  name: 'prices import',
  summary:
    'Read prices from a JSON file as the next version, or show with --preview what last month would have cost',
  options: z.object({
    file: z.string().describe('Path of the file on the server'),
    preview: z.boolean().default(false).describe('Change nothing'),
  }),
  run: async ({ postgres, clock }, { file, preview }) => {
    const given = parse(await readText(file))
    const thisMonth = startOfMonth(clock.now())
    const validFrom = given.valid_from ? monthOf(given.valid_from, clock.now()) : thisMonth
    const books = await listPriceBooks(postgres)
    if (preview) {
      const month = addMonths(thisMonth, -1)
      const compared = await comparePrices(postgres, month, books, given.prices)
      return { month: monthText(month), currency: given.currency, ...compared }
    }
    const { version } = await insertPriceBook(postgres, { ...given, valid_from: validFrom })
    return { version, valid_from: monthText(validFrom), currency: given.currency }
  },
})
