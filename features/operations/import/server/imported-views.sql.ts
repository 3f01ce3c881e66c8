import { z } from 'zod'
import type { Readable } from 'node:stream'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { day, uint } from '@playhead/clickhouse/typed-value.ts'
import { type ColumnKind, columnTypes } from '@playhead/metrics/column-kinds.ts'
import { viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'
import { hasLines, scalingTotals, timeOfScaling } from './clean-row.ts'

/** What all rows of one import have in common. */
export interface Import {
  environmentId: string
  /** From the plan of the organization. */
  retentionDays: number
  /** For example 2026-11-21. */
  today: string
  /** Days whose sums include expired views; they must not be computed again. */
  keptDays: readonly string[]
  /** In milliseconds: identifies the rows of an import, which replace older ones. */
  version: number
}

const maximumSeconds = 3_600

const given = [
  'environment_id',
  'version',
  'is_deleted',
  'retention_days',
  'inserted_at',
  'updated_at',
] satisfies ViewColumn[] as readonly string[]
const columns = Object.keys(viewColumns) as ViewColumn[]
const fromFile = columns.filter((column) => !given.includes(column))

const structure = fromFile
  .map((column) => `${column} ${columnTypes[viewColumns[column]]}`)
  .join(', ')

const ofKind = (kind: ColumnKind) => columns.filter((column) => viewColumns[column] === kind)
const documents = ofKind('document')

const withoutControls = (text: SqlFragment): SqlFragment =>
  sql`replaceRegexpAll(replaceRegexpAll(${text}, ${'[\\t\\n\\r\\x{85}]+'}, ' '), ${'\\p{Cc}'}, '')`
const withoutHiddenControls = (text: SqlFragment): SqlFragment =>
  sql`replaceRegexpAll(${text}, ${'[\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{7f}-\\x{9f}]'}, '')`

/** Cleans values as cleanRow does. Missing documents become empty lists. */
const selected = (column: ViewColumn): SqlFragment => {
  const name = sql.identifier(column)
  const kind = viewColumns[column]
  if (kind === 'document') return sql`if(empty(${name}), '[]', ${name})`
  if (kind === 'text' || kind === 'label')
    return hasLines(column) ? withoutHiddenControls(name) : withoutControls(name)
  if (kind === 'labels') return sql`arrayMap(one -> ${withoutControls(sql`one`)}, ${name})`
  return scalingTotals.includes(column)
    ? sql`if(isNull(${sql.identifier(timeOfScaling)}), NULL, ${name})`
    : name
}

/**
 * ClickHouse makes blocks of hundreds of columns from a file and writes them to two tables. Blocks of the default size
 * exceed the memory of a query; reading more row groups costs time. On a cluster one node queries the others: a
 * statement that is forwarded as it is cannot name the tables of all nodes.
 */
const inSmallBlocks = sql`SETTINGS max_memory_usage = 2147483648, max_threads = 1, max_insert_threads = 1, max_parsing_threads = 1,
  max_block_size = 8192, input_format_parquet_max_block_size = 8192,
  min_insert_block_size_rows = 32768, min_insert_block_size_bytes = 100000000, parallel_distributed_insert_select = 0`

/** The oldest day that queries can reach. */
export const queryableDays = 395
/** History often comes in several files, and the sums of a day need the views of all files. */
export const spareDays = 7

/** Expired views stay until their day is rolled up, if that day can still be queried. */
const retentionOf = ({ retentionDays, today, keptDays }: Import): SqlFragment => {
  const age = sql`dateDiff('day', toDate(view_end), ${day(today)})`
  const isPlain = sql`${age} > ${uint(queryableDays)} OR toString(toDate(view_end)) IN ${keptDays} OR toString(toDate(view_start)) IN ${keptDays}`
  return sql`if(${isPlain}, ${uint(retentionDays)}, toUInt32(greatest(${uint(retentionDays)}, ${age} + ${uint(spareDays)})))`
}

const momentOf = (version: number): SqlFragment =>
  sql`fromUnixTimestamp64Milli(toInt64(${uint(version)}), 'UTC')`

/** Parses a piece as the import will, but stores nothing. Fails with a sentence if a row is not a valid view. */
export const checkParquet = (clickhouse: ClickHouse, piece: Readable): Promise<void> => {
  const isList = (name: SqlFragment) =>
    sql`empty(${name}) OR isValidJSON(${name}) AND startsWith(trimLeft(${name}), '[')`
  const documentChecks = documents.map(
    (column) =>
      sql`throwIf(NOT (${isList(sql.identifier(column))}), ${`${column} must be a JSON list, written as text.`})`,
  )
  // API responses are JSON, which has neither infinity nor NaN.
  const numberChecks = ofKind('maybeNumber').map((column) => {
    const isNumber = sql`isFinite(ifNull(${sql.identifier(column)}, 0))`
    return sql`throwIf(NOT ${isNumber}, ${`${column} must be a number.`})`
  })
  const idChecks = ofKind('errorId').map((column) => {
    const isSafe = sql`ifNull(${sql.identifier(column)}, 0) <= ${uint(Number.MAX_SAFE_INTEGER)}`
    return sql`throwIf(NOT (${isSafe}), ${`${column} must be a whole number up to ${Number.MAX_SAFE_INTEGER}.`})`
  })
  return clickhouse.insertStream(
    sql`INSERT INTO FUNCTION null('checked UInt8') ${inSmallBlocks}
      SELECT greatest(
        throwIf(empty(view_id) OR lengthUTF8(view_id) > 200 OR match(view_id, ${'\\p{Cc}'}), 'view_id must be text of 1 to 200 printable characters.'),
        throwIf(view_start < toDateTime64('2000-01-01', 3, 'UTC'), 'view_start must be a time since the year 2000.'),
        throwIf(view_end < view_start, 'view_end is before view_start.'), ${sql.join([...documentChecks, ...numberChecks, ...idChecks])})
      FROM input(${structure})`,
    'Parquet',
    piece,
    { maximumSeconds },
  )
}

/** Of a block, not of the import: streaming exports would not look back to the begin of a long one. */
const writtenAt = sql`toDateTime64(nowInBlock('UTC'), 3, 'UTC')`

/** ClickHouse reads the piece itself; environment columns of the file are ignored. */
export const insertParquet = (
  clickhouse: ClickHouse,
  about: Import,
  piece: Readable,
): Promise<void> => {
  const { environmentId, version } = about
  const names = fromFile.map((column) => sql.identifier(column))
  const values = fromFile.map(selected)
  const moment = momentOf(version)
  return clickhouse.insertStream(
    sql`INSERT INTO views (environment_id, version, is_deleted, retention_days, inserted_at, updated_at, ${sql.join(names)}) ${inSmallBlocks}
      SELECT toUUID(${environmentId}), ${uint(version)}, 0, ${retentionOf(about)}, ${moment}, ${writtenAt}, ${sql.join(values)}
      FROM input(${structure})`,
    'Parquet',
    piece,
    { maximumSeconds },
  )
}

/** A part of the views of an import, chosen by id and small enough to fit into the memory of a query. */
interface Share {
  number: number
  of: number
}

const viewsPerShare = 500_000

export const sharesOf = (views: number): Share[] => {
  const of = Math.ceil(views / viewsPerShare)
  return Array.from({ length: of }, (_, number) => ({ number, of }))
}

const importedIn = ({ number, of }: Share, { environmentId, version }: Import): SqlFragment =>
  sql`environment_id = toUUID(${environmentId}) AND version = ${uint(version)} AND cityHash64(view_id) % ${uint(of)} = ${uint(number)}`

/** Each view has one row: of rows with different ends, only the newest stays. */
export const removeOlderRows = (
  clickhouse: ClickHouse,
  about: Import,
  share: Share,
): Promise<void> => {
  const { environmentId, version } = about
  const imported = sql`SELECT view_id FROM views WHERE ${importedIn(share, about)}`
  return clickhouse.command(
    sql`INSERT INTO views (environment_id, view_id, view_start, view_end, version, is_deleted, retention_days, inserted_at, updated_at) ${inSmallBlocks}
      SELECT environment_id, view_id, view_start, view_end, ${uint(version)} + 1, 1, retention_days, ${momentOf(version)}, ${momentOf(version)}
      FROM views FINAL
      WHERE environment_id = toUUID(${environmentId}) AND view_id GLOBAL IN (${imported})
        AND (view_id, view_end) GLOBAL NOT IN (
          SELECT view_id, argMax(view_end, (version, view_end)) FROM views FINAL
          WHERE environment_id = toUUID(${environmentId}) AND view_id GLOBAL IN (${imported})
          GROUP BY view_id)`,
    { maximumSeconds },
  )
}

const CountRow = z.object({ count: z.number() })

export const countImported = async (
  clickhouse: ClickHouse,
  about: Import,
  share: Share,
): Promise<number> => {
  const [row] = await clickhouse.rows(
    CountRow,
    sql`SELECT toUInt32(uniqExact(view_id)) AS count FROM views WHERE ${importedIn(share, about)}`,
    { maximumSeconds },
  )
  return row?.count ?? 0
}

const DayRow = z.object({ date: z.string() })

export const listImportedDays = async (
  clickhouse: ClickHouse,
  { environmentId, version }: Import,
): Promise<string[]> =>
  (
    await clickhouse.rows(
      DayRow,
      sql`SELECT DISTINCT toString(arrayJoin([toDate(view_start), toDate(view_end)])) AS date FROM views
        WHERE environment_id = toUUID(${environmentId}) AND version IN (${uint(version)}, ${uint(version)} + 1)
        ORDER BY date`,
      { maximumSeconds },
    )
  ).map(({ date }) => date)

/** Days whose sums include views that have expired or expire today: computing them again would lose those views. */
export const listKeptDays = async (
  clickhouse: ClickHouse,
  { environmentId, retentionDays, today }: Omit<Import, 'keptDays' | 'version'>,
): Promise<string[]> => {
  const environment = sql`environment_id = toUUID(${environmentId})`
  const rows = await clickhouse.rows(
    DayRow,
    sql`SELECT DISTINCT toString(day) AS date FROM views_daily
      WHERE ${environment} AND day + ${uint(retentionDays)} <= ${day(today)}
        AND (day, version) GLOBAL IN (SELECT day, max(version) FROM views_daily_days WHERE ${environment} GROUP BY day)
        AND day GLOBAL NOT IN (
          SELECT arrayJoin([toDate(view_start), toDate(view_end)]) AS viewed FROM views
          WHERE ${environment} GROUP BY viewed HAVING min(toDate(view_end) + retention_days) > ${day(today)})
      ORDER BY date`,
    { maximumSeconds },
  )
  return rows.map(({ date }) => date)
}
