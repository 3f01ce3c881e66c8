import { z } from 'zod'
import { AppliedMigration, listAppliedMigrations } from '@playhead/postgres/applied-migrations.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { damaged, refusal } from '../file/backup-format.ts'
import {
  closeRows,
  deleteRows,
  fetchRows,
  listColumns,
  listReferences,
  listSequences,
  openRows,
  updateSequence,
} from './postgres-store.sql.ts'
import { receiveRows } from './receive-rows.ts'
import { rowLine, type Tables } from './row-line.ts'
import type { Store, StoreContext } from './store.ts'
import { tableOrder } from './table-order.ts'

const Described = z.object({
  migrations: z.array(AppliedMigration),
  tables: z.record(z.string(), z.array(z.string())),
  sequences: z.record(
    z.string(),
    z
      .string()
      .regex(/^-?\d{1,19}$/)
      .nullable(),
  ),
})
type Described = z.infer<typeof Described>

/** The tables of this server, ordered so that they can be filled. */
export const readTables = async (postgres: Database): Promise<Tables> => {
  const columns = await listColumns(postgres)
  const names = [...new Set(columns.map(({ table }) => table))]
  return new Map(
    tableOrder(names, await listReferences(postgres)).map((name) => [
      name,
      columns.filter(({ table }) => table === name),
    ]),
  )
}

const refuseNewer = async (postgres: Database, described: Described) => {
  const known = new Map(
    (await listAppliedMigrations(postgres)).map(({ name, checksum }) => [name, checksum]),
  )
  for (const { name, checksum } of described.migrations) {
    if (!known.has(name))
      throw refusal(
        `The backup was made by a newer version of Playhead: it knows the migration ${name}. Update this server first.`,
      )
    if (known.get(name) !== checksum)
      throw refusal(`The backup comes from another Playhead: its migration ${name} differs.`)
  }
}

/** The columns of the file that this server has; columns that the file lacks need a default. */
const matchTables = (tables: Tables, described: Described): Tables => {
  const matched: Tables = new Map()
  for (const [table, names] of Object.entries(described.tables)) {
    const columns = tables.get(table)
    if (!columns) throw damaged(`this server has no table ${JSON.stringify(table)}`)
    const unknown = names.find((name) => !columns.some((column) => column.name === name))
    if (unknown !== undefined || new Set(names).size < names.length || names.length === 0)
      throw damaged(`the columns of ${table} are not the ones of this server`)
    const missing = columns.find(({ name, is_needed }) => is_needed && !names.includes(name))
    if (missing) throw refusal(`The backup is too old: it has no ${table}.${missing.name}.`)
    matched.set(
      table,
      columns.filter(({ name }) => names.includes(name)),
    )
  }
  return matched
}

export const postgresStore = ({ postgres }: StoreContext): Store => ({
  name: 'postgres',
  isRequired: true,

  describe: async (): Promise<Described> => ({
    migrations: await listAppliedMigrations(postgres),
    tables: Object.fromEntries(
      [...(await readTables(postgres))].map(([table, columns]) => [
        table,
        columns.map(({ name }) => name),
      ]),
    ),
    sequences: Object.fromEntries(
      (await listSequences(postgres)).map(({ name, value }) => [name, value]),
    ),
  }),

  async *lines() {
    for (const [table, columns] of await readTables(postgres)) {
      await openRows(postgres, table, columns)
      for (;;) {
        const rows = await fetchRows(postgres)
        if (rows.length === 0) break
        for (const row of rows) yield rowLine(table, row)
      }
      await closeRows(postgres)
    }
  },

  async receive(given) {
    const described = Described.safeParse(given)
    if (!described.success) throw damaged('its header says nothing of the database')
    await refuseNewer(postgres, described.data)
    const tables = await readTables(postgres)
    const matched = matchTables(tables, described.data)
    const sequences = new Set((await listSequences(postgres)).map(({ name }) => name))
    for (const name of Object.keys(described.data.sequences))
      if (!sequences.has(name)) throw damaged(`this server has no sequence ${JSON.stringify(name)}`)
    return receiveRows(postgres, matched, {
      begin: async () => {
        for (const table of [...tables.keys()].toReversed()) await deleteRows(postgres, table)
      },
      end: async () => {
        for (const [name, value] of Object.entries(described.data.sequences))
          if (value !== null) await updateSequence(postgres, name, value)
      },
    })
  },
})
