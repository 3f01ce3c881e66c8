import { access, constants } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { markAllChanged } from '@playhead/analytics/pieces/mark-all-changed.sql.ts'
import { rollUp } from '@playhead/analytics/rollup/roll-up.sql.ts'
import { ndjson } from '@playhead/clickhouse/ndjson.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import {
  queryableDays,
  checkParquet,
  countImported,
  type Import,
  insertParquet,
  listImportedDays,
  listKeptDays,
  removeOlderRows,
  sharesOf,
  spareDays,
} from './imported-views.sql.ts'
import { readParquet, UnreadableParquet } from './parquet-pieces.ts'
import { checkNdjson, ndjsonRows } from './read-ndjson.ts'
import { type ImportedRow, requiredColumns } from './view-line.ts'

// With hundreds of columns, ClickHouse needs some kilobytes per row, even if most are empty.
const rowsPerInsert = 4_000
const bytesPerInsert = 8 * 2 ** 20
const dayMs = 86_400_000
const progressEveryMs = 5_000
const lineEnd = Buffer.from('\n')
const refusal = (...messages: string[]) => new ApiError('invalid_parameters', { messages })

type Progress = (rows: number) => void

const progressOf = ({ log }: App, file: string, doing: string, of: number): Progress => {
  let saidAt = Date.now()
  let done = 0
  return (rows) => {
    done += rows
    if (Date.now() - saidAt < progressEveryMs) return
    saidAt = Date.now()
    log.info(`views are being ${doing}`, { file, done, of })
  }
}

const dateOf = (moment: unknown) => new Date(moment as string | number).toISOString().slice(0, 10)

/** Expired views stay until their day is rolled up, if that day can still be queried. */
const retentionOf = ({ retentionDays, today, keptDays }: Import, row: ImportedRow) => {
  const [first, last] = [dateOf(row.view_start), dateOf(row.view_end)]
  const age = (Date.parse(today) - Date.parse(last)) / dayMs
  if (age > queryableDays || keptDays.includes(first) || keptDays.includes(last))
    return retentionDays
  return Math.max(retentionDays, age + spareDays)
}

const importNdjson = async (app: App, about: Import, path: string) => {
  const count = await checkNdjson(path)
  const progress = progressOf(app, path, 'imported', count)
  const moment = new Date(about.version).toISOString()
  const common = {
    environment_id: about.environmentId,
    version: about.version,
    inserted_at: moment,
  }
  // Lists that are stored as text default to an empty list, not to an empty text.
  const documents = { errors: '[]', renditions: '[]', playback_modes: '[]', timeline: '[]' }
  let lines: Buffer[] = []
  let [rows, bytes] = [0, 0]
  const write = async () => {
    if (rows > 0) await app.clickhouse.insert('views', Buffer.concat(lines))
    progress(rows)
    lines = []
    rows = 0
    bytes = 0
  }
  for await (const row of ndjsonRows(path)) {
    const line = ndjson([
      {
        ...documents,
        ...row,
        ...common,
        // Of the row, not of the import: streaming exports would not look back to the begin of a long one.
        updated_at: app.clock.now().toISOString(),
        retention_days: retentionOf(about, row),
      },
    ])
    lines.push(line, lineEnd)
    rows += 1
    bytes += line.length
    if (rows >= rowsPerInsert || bytes >= bytesPerInsert) await write()
  }
  await write()
  return count
}

const reasonOf = (error: Error) => error.message.slice(0, 500)

const parquetOf = async (path: string) => {
  const file = await readParquet(path).catch((error: unknown) => {
    if (error instanceof Error && 'syscall' in error) throw error
    const reason = error instanceof UnreadableParquet ? error.message : 'Its footer is damaged.'
    throw refusal('Nothing was imported.', `The file cannot be read as Parquet. ${reason}`)
  })
  const missing = requiredColumns.filter((column) => !file.columns.includes(column))
  if (file.pieces.length > 0 && missing.length > 0)
    throw refusal('Nothing was imported.', ...missing.map((column) => `${column} is missing.`))
  return file.pieces
}

const importParquet = async (app: App, about: Import, path: string) => {
  const pieces = await parquetOf(path)
  const count = pieces.reduce((sum, { rows }) => sum + rows, 0)
  const checked = progressOf(app, path, 'checked', count)
  for (const piece of pieces) {
    await checkParquet(app.clickhouse, piece.open()).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name === 'ClickHouseUnavailable') throw error
      throw refusal(
        'Nothing was imported.',
        `The file cannot be read as Parquet of view rows: ${reasonOf(error)}`,
      )
    })
    checked(piece.rows)
  }
  const imported = progressOf(app, path, 'imported', count)
  for (const piece of pieces) {
    await insertParquet(app.clickhouse, about, piece.open())
    imported(piece.rows)
  }
  return count
}

/** Queries over expired views read these sums, so they are computed now, not at the next schedule. */
const rollUpDays = async (app: App, about: Import, file: string) => {
  const earliest = dateOf(Date.parse(about.today) - queryableDays * dayMs)
  const days = (await listImportedDays(app.clickhouse, about)).filter(
    (day) => day >= earliest && day <= about.today && !about.keptDays.includes(day),
  )
  const progress = progressOf(app, file, 'added up by day', days.length)
  for (const day of days) {
    await rollUp(app.clickhouse, { environmentId: about.environmentId, day }, app.clock.now())
    progress(1)
  }
  return days.length
}

export const importCommand = command({
  name: 'import',
  summary: 'Import view rows from a file into an environment; existing views are replaced',
  options: z.object({
    file: z
      .string()
      .refine(isAbsolute, 'Give an absolute path')
      .meta({ description: 'The file with the view rows', kind: 'path' }),
    environment: z.uuid().describe('Id of the environment to import into; overrides the rows'),
    format: z
      .enum(['ndjson', 'parquet'])
      .optional()
      .describe('ndjson or parquet; by default from the file name'),
  }),
  run: async (app, { file, environment, format }) => {
    const chosen = format ?? (file.endsWith('.parquet') ? 'parquet' : 'ndjson')
    const [found] = await environmentDirectory(app.postgres).findByIds([environment])
    if (!found)
      throw new ApiError('not_found', { messages: [`There is no environment ${environment}.`] })
    await access(file, constants.R_OK).catch(() => {
      throw refusal(`The file ${file} cannot be read.`)
    })
    const version = app.clock.now().getTime()
    const tenant = {
      environmentId: environment,
      retentionDays: found.retentionDays,
      today: dateOf(version),
    }
    const keptDays = await listKeptDays(app.clickhouse, tenant)
    const about: Import = { ...tenant, version, keptDays }
    const rows = await (chosen === 'parquet' ? importParquet : importNdjson)(app, about, file)
    let views = 0
    for (const share of sharesOf(rows)) {
      await removeOlderRows(app.clickhouse, about, share)
      views += await countImported(app.clickhouse, about, share)
    }
    await markAllChanged(app.clickhouse, environment)
    const days = await rollUpDays(app, about, file)
    if (views > 0) await environmentDirectory(app.postgres).advanceStatus(environment, 'integrated')
    return { file, environment_id: environment, rows, views, rolled_up_days: days }
  },
})
