import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { rollUp } from '@playhead/analytics/roll-up.sql.ts'
import { ndjson } from '@playhead/clickhouse/ndjson.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import {
  countImported,
  type Import,
  insertParquet,
  listImportedDays,
  removeOlderRows,
} from './imported-views.sql.ts'
import { checkNdjson, ndjsonRows } from './read-ndjson.ts'

// The engine writes larger pieces column by column, and the buffers of all columns are more than one query may have.
const bytesPerInsert = 8 * 2 ** 20
const lineEnd = Buffer.from('\n')
const refusal = (message: string) => new ApiError('invalid_parameters', { messages: [message] })

const importNdjson = async ({ clickhouse }: App, about: Import, path: string) => {
  await checkNdjson(path)
  const moment = new Date(about.version).toISOString()
  const common = {
    environment_id: about.environmentId,
    version: about.version,
    retention_days: about.retentionDays,
    inserted_at: moment,
    updated_at: moment,
  }
  // Lists that are kept as text are empty, not missing, where a row has none.
  const documents = { errors: '[]', renditions: '[]', playback_modes: '[]', timeline: '[]' }
  let lines: Buffer[] = []
  let bytes = 0
  const write = async () => {
    if (lines.length > 0) await clickhouse.insert('views', Buffer.concat(lines))
    lines = []
    bytes = 0
  }
  for await (const row of ndjsonRows(path)) {
    const line = ndjson([{ ...documents, ...row, ...common }])
    lines.push(line, lineEnd)
    bytes += line.length
    if (bytes >= bytesPerInsert) await write()
  }
  await write()
}

const importParquet = async ({ clickhouse }: App, about: Import, path: string) => {
  try {
    await insertParquet(clickhouse, about, createReadStream(path))
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'ClickHouseUnavailable') throw error
    throw refusal(`The file cannot be read as Parquet of view rows: ${error.message.slice(0, 500)}`)
  }
}

/** Days that are over are rolled up at once; today's is by its schedule. */
const rollUpDays = async (app: App, about: Import) => {
  const today = app.clock.now().toISOString().slice(0, 10)
  const days = (await listImportedDays(app.clickhouse, about)).filter((day) => day < today)
  for (const day of days)
    await rollUp(app.clickhouse, { environmentId: about.environmentId, day }, app.clock.now())
  return days.length
}

export const importCommand = command({
  name: 'import',
  summary:
    'Load view rows from a file into an environment; views that are there already are replaced',
  options: z.object({
    file: z
      .string()
      .refine(isAbsolute, 'Give an absolute path')
      .meta({ description: 'The file with the view rows', kind: 'path' }),
    environment: z.uuid().describe('Id of the environment that gets them, whatever the rows say'),
    format: z
      .enum(['ndjson', 'parquet'])
      .optional()
      .describe('ndjson or parquet; known by the name of the file'),
  }),
  run: async (app, { file, environment, format }) => {
    const chosen = format ?? (file.endsWith('.parquet') ? 'parquet' : 'ndjson')
    const [found] = await environmentDirectory(app.postgres).findByIds([environment])
    if (!found)
      throw new ApiError('not_found', { messages: [`There is no environment ${environment}.`] })
    await access(file, constants.R_OK).catch(() => {
      throw refusal(`The file ${file} cannot be read.`)
    })
    const about: Import = {
      environmentId: environment,
      retentionDays: found.retentionDays,
      version: app.clock.now().getTime(),
    }
    await (chosen === 'parquet' ? importParquet : importNdjson)(app, about, file)
    await removeOlderRows(app.clickhouse, about)
    const views = await countImported(app.clickhouse, about)
    const days = await rollUpDays(app, about)
    if (views > 0) await environmentDirectory(app.postgres).advanceStatus(environment, 'integrated')
    return { file, environment_id: environment, views, rolled_up_days: days }
  },
})
