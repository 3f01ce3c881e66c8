import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { damaged, type Line } from '../file/backup-format.ts'
import { insertRows } from './postgres-store.sql.ts'
import { rowLineStart, type Tables } from './row-line.ts'
import type { Receiver } from './store.ts'

const RowLine = z.strictObject({
  store: z.literal('postgres'),
  table: z.string(),
  row: z.record(z.string(), z.unknown()),
})
const batchMaxRows = 200
const batchMaxCharacters = 4_000_000

/** Postgres error classes for a value that does not fit its column, and for a violated constraint. */
const isMisfit = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(22|23)/.test(String(error.code))

export const receiveRows = (
  postgres: Database,
  tables: Tables,
  around: { begin(): Promise<void>; end(): Promise<void> },
): Receiver => {
  let batch: { table: string; rows: string[]; characters: number } | undefined
  let hasBegun = false

  const flush = async () => {
    if (!hasBegun) await around.begin()
    hasBegun = true
    const { table, rows } = batch ?? { table: '', rows: [] }
    batch = undefined
    const columns = tables.get(table)
    if (!columns) return
    await insertRows(postgres, table, columns, rows).catch((error: unknown) => {
      throw isMisfit(error)
        ? damaged(`rows of ${table} do not fit: ${error.message}`, error)
        : error
    })
  }

  return {
    check({ content, text }) {
      const line = RowLine.safeParse(content)
      const columns = line.success ? tables.get(line.data.table) : undefined
      if (!line.success || !columns) throw damaged('a row belongs to no table of the backup')
      const { table, row } = line.data
      if (!text.startsWith(rowLineStart(table))) throw damaged(`a row of ${table} is malformed`)
      const unknown = Object.keys(row).find((name) => !columns.some((one) => one.name === name))
      if (unknown !== undefined)
        throw damaged(`a row of ${table} has the unknown column ${JSON.stringify(unknown)}`)
    },
    async write({ content, text }: Line) {
      const table = String(content['table'])
      const row = text.slice(rowLineStart(table).length, -1)
      if (batch && (batch.table !== table || batch.characters + row.length > batchMaxCharacters))
        await flush()
      batch ??= { table, rows: [], characters: 0 }
      batch.rows.push(row)
      batch.characters += row.length
      if (batch.rows.length >= batchMaxRows) await flush()
    },
    async finish() {
      await flush()
      await around.end()
    },
    // The surrounding transaction rolls back.
    undo: async () => {},
  }
}
