import { Readable } from 'node:stream'
import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const patienceSeconds = 3_600

const TableRow = z.object({ name: z.string() })

/** They expire after days and are of no use to a restored server. */
const passing = ['samples', 'early_samples', 'sampled_steps', 'asked_filters']
/** Filled from the views, by materialized views or every minute. */
export const derivedTables = [
  'packed_views',
  'views_sample',
  'view_changes',
  'view_pieces',
  'view_histograms',
  'view_piece_viewers',
  'view_piece_versions',
]
const left = ['schema_migrations', ...passing, ...derivedTables]

export const listAnalyticsTables = async (clickhouse: ClickHouse) =>
  (
    await clickhouse.rows(
      TableRow,
      sql`
      SELECT DISTINCT replaceRegexpOne(name, '_local$', '') AS name FROM system.tables
      WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree')
        AND replaceRegexpOne(name, '_local$', '') NOT IN (${left})
      ORDER BY name`,
    )
  ).map(({ name }) => name)

const ColumnRow = z.object({ name: z.string(), type: z.string(), isState: z.boolean() })
type ColumnRow = z.infer<typeof ColumnRow>

const listColumns = (clickhouse: ClickHouse, table: string) =>
  clickhouse.rows(
    ColumnRow,
    sql`SELECT name, type, toBool(startsWith(type, 'AggregateFunction(')) AS isState FROM system.columns
      WHERE database = currentDatabase() AND table = ${table} AND default_kind IN ('', 'DEFAULT') ORDER BY position`,
  )

/** Aggregate states are arbitrary bytes, so they are written as hexadecimal digits. */
const inText = ({ name, isState }: ColumnRow) => {
  const column = sql.identifier(name)
  return isState ? sql`hex(CAST(${column}, 'String')) AS ${column}` : column
}

export const readAnalyticsRows = async function* (clickhouse: ClickHouse, table: string) {
  const columns = (await listColumns(clickhouse, table)).map(inText)
  yield* clickhouse.lines(sql`SELECT ${sql.join(columns)} FROM ${sql.identifier(table)}`, {
    maximumSeconds: patienceSeconds,
  })
}

/** Only tables with aggregate states are inserted through SQL, which takes three times as long. */
export const insertAnalyticsRows = async (clickhouse: ClickHouse, table: string, rows: Buffer) => {
  const columns = await listColumns(clickhouse, table)
  const names = sql.join(columns.map(({ name }) => sql.identifier(name)))
  const structure = columns.map(({ name, type, isState }) => `${name} ${isState ? 'String' : type}`)
  const values = columns.map(({ name, isState }) =>
    isState ? sql`unhex(${sql.identifier(name)})` : sql.identifier(name),
  )
  const source = columns.some(({ isState }) => isState)
    ? sql`SELECT ${sql.join(values)} FROM input(${structure.join(', ')})`
    : sql``
  await clickhouse.insertStream(
    sql`INSERT INTO ${sql.identifier(table)} (${names}) ${source}`,
    'JSONEachRow',
    Readable.from([rows], { objectMode: false }),
    { maximumSeconds: patienceSeconds },
  )
}

export const truncateAnalytics = (clickhouse: ClickHouse, table: string) =>
  clickhouse.commandWhereRowsLie((local) => sql`TRUNCATE TABLE ${local(table)}`)
