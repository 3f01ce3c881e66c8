import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { addTaxTable } from './add-tax-table.ts'
import { parseTaxTable } from './parse-tax-table.ts'

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

export const importTaxCommand = command({
  name: 'tax import',
  summary: 'Import tax rates from a JSON file as the next version',
  options: z.object({ file: z.string().describe('Path of the file on the server') }),
  run: async (app, { file }) => {
    const table = await addTaxTable(app, operatorActor, parseTaxTable(await readText(file)))
    return { version: table.version, rates: table.rates.length }
  },
})
