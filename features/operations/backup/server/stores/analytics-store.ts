import { z } from 'zod'
import { damaged, type Line } from '../file/backup-format.ts'
import {
  derivedTables,
  insertAnalyticsRows,
  listAnalyticsTables,
  readAnalyticsRows,
  truncateAnalytics,
} from './analytics-store.sql.ts'
import type { Store, StoreContext } from './store.ts'

const Described = z.object({ tables: z.array(z.string()) })
/** Each insert writes and syncs files of two hundred columns per month: batches of a tenth of this take twice as long. */
const batchMaxCharacters = 32_000_000

const lineStart = (table: string) => `{"store":"analytics","table":${JSON.stringify(table)},"row":`

/**
 * What players reported. More rows arrive while it is read: every row is complete, and rows that arrived after the
 * backup began may be in it or not.
 */
export const analyticsStore = ({ app }: StoreContext): Store => ({
  name: 'analytics',
  isRequired: false,
  describe: async () => ({ tables: await listAnalyticsTables(app.clickhouse) }),

  async *lines() {
    for (const table of await listAnalyticsTables(app.clickhouse))
      for await (const row of readAnalyticsRows(app.clickhouse, table))
        yield `${lineStart(table)}${row}}`
  },

  async receive(given) {
    const described = Described.safeParse(given)
    if (!described.success) throw damaged('its header says nothing of the analytics')
    const known = new Set(await listAnalyticsTables(app.clickhouse))
    const unknown = described.data.tables.find((table) => !known.has(table))
    if (unknown !== undefined)
      throw damaged(`this server has no analytics table ${JSON.stringify(unknown)}`)
    const empty = async () => {
      for (const table of [...known, ...derivedTables])
        await truncateAnalytics(app.clickhouse, table)
    }
    let batch: { table: string; rows: string[]; characters: number } | undefined
    let hasBegun = false
    // The next rows are read while ClickHouse stores these.
    let inserting = Promise.resolve()
    const flush = async () => {
      await inserting
      if (!hasBegun) await empty()
      hasBegun = true
      if (!batch) return
      inserting = insertAnalyticsRows(
        app.clickhouse,
        batch.table,
        Buffer.from(batch.rows.join('\n')),
      )
      // The next flush awaits it; until then a failure must not count as an unhandled rejection.
      inserting.catch(() => {})
      batch = undefined
    }
    return {
      check({ content, text }: Line) {
        const { table } = content
        if (typeof table !== 'string' || !known.has(table) || !text.startsWith(lineStart(table)))
          throw damaged('a row of the analytics is malformed')
      },
      async write({ content, text }: Line) {
        const table = String(content['table'])
        const row = text.slice(lineStart(table).length, -1)
        if (batch && (batch.table !== table || batch.characters > batchMaxCharacters)) await flush()
        batch ??= { table, rows: [], characters: 0 }
        batch.rows.push(row)
        batch.characters += row.length
      },
      async finish() {
        await flush()
        await inserting
      },
      async undo() {
        await inserting.catch(() => {})
        if (hasBegun) await empty()
      },
    }
  },
})
