import { z } from 'zod'
import type { Readable } from 'node:stream'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { columnTypes, viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'

/** Everything that rows of one import have in common. */
export interface Import {
  environmentId: string
  retentionDays: number
  /** In milliseconds: the rows of an import are known by it, and replace older ones. */
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

const momentOf = (version: number): SqlFragment =>
  sql`fromUnixTimestamp64Milli(toInt64(${uint(version)}), 'UTC')`

/** The engine reads the file itself; whatever it says of its environment is not asked. */
export const insertParquet = (
  clickhouse: ClickHouse,
  { environmentId, retentionDays, version }: Import,
  file: Readable,
): Promise<void> => {
  const names = fromFile.map((column) => sql.identifier(column))
  const moment = momentOf(version)
  return clickhouse.insertStream(
    sql`INSERT INTO views (environment_id, version, is_deleted, retention_days, inserted_at, updated_at, ${sql.join(names)})
      SELECT toUUID(${environmentId}), ${uint(version)}, 0, ${uint(retentionDays)}, ${moment}, ${moment}, ${sql.join(names)}
      FROM input(${structure})`,
    'Parquet',
    file,
    { maximumSeconds },
  )
}

/** A view has one row: of those with another end, all but the newest go. */
export const removeOlderRows = (
  clickhouse: ClickHouse,
  { environmentId, version }: Import,
): Promise<void> => {
  const imported = sql`SELECT view_id FROM views WHERE environment_id = toUUID(${environmentId}) AND version = ${uint(version)}`
  return clickhouse.command(
    sql`INSERT INTO views (environment_id, view_id, view_start, view_end, version, is_deleted, retention_days, inserted_at, updated_at)
      SELECT environment_id, view_id, view_start, view_end, ${uint(version)} + 1, 1, retention_days, ${momentOf(version)}, ${momentOf(version)}
      FROM views FINAL
      WHERE environment_id = toUUID(${environmentId}) AND view_id IN (${imported})
        AND (view_id, view_end) NOT IN (
          SELECT view_id, argMax(view_end, (version, view_end)) FROM views FINAL
          WHERE environment_id = toUUID(${environmentId}) AND view_id IN (${imported})
          GROUP BY view_id)`,
    { maximumSeconds },
  )
}

const CountRow = z.object({ count: z.number() })

export const countImported = async (
  clickhouse: ClickHouse,
  { environmentId, version }: Import,
): Promise<number> => {
  const [row] = await clickhouse.rows(
    CountRow,
    sql`SELECT toUInt32(uniqExact(view_id)) AS count FROM views
      WHERE environment_id = toUUID(${environmentId}) AND version = ${uint(version)}`,
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
