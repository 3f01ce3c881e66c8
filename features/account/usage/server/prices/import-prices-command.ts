import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { monthText } from '../report/months.ts'
import { addPriceBook } from './add-price-book.ts'
import { parsePrices } from './parse-prices.ts'
import { previewPriceBook } from './preview-price-book.ts'

const bytesMax = 1_000_000

const refusal = (message: string) => new ApiError('invalid_parameters', { messages: [message] })

const readText = async (path: string) => {
  if (!isAbsolute(path)) throw refusal('Give the absolute path of the file.')
  try {
    if ((await stat(path)).size > bytesMax) throw refusal(`${path} is larger than 1 MB.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw refusal(`${path} cannot be read.`)
  }
}

export const importPricesCommand = command({
  name: 'prices import',
  summary:
    'Import prices from a JSON file as the next version, or show with --preview what last month would have cost',
  options: z.object({
    file: z.string().describe('Path of the file on the server'),
    preview: z.boolean().default(false).describe('Change nothing'),
  }),
  run: async (app, { file, preview }) => {
    const given = parsePrices(await readText(file))
    if (preview) return previewPriceBook(app, given)
    const {
      version,
      valid_from: validFrom,
      currency,
    } = await addPriceBook(app, operatorActor, given)
    return { version, valid_from: monthText(validFrom), currency }
  },
})
