import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { int, uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { coarseColumns, exportColumns } from '@playhead/features/data/exports/server'
import { cutLines } from './cut-lines.ts'

interface Views {
  id: string
  clickhouse: ClickHouse
}

/** In the order in which views are sent. */
export interface Place {
  /** Epoch milliseconds of the last write of a view. */
  at: number
  viewId: string
}

export interface FinishedKey extends Place {
  version: number
  end: number
}

export const comparePlaces = (one: Place, other: Place) =>
  one.at - other.at || (one.viewId < other.viewId ? -1 : one.viewId > other.viewId ? 1 : 0)

const KeyRow = z.object({ at: z.number(), id: z.string(), version: z.number(), end: z.number() })

/**
 * Rows written after a place, in order. Without FINAL, because the index of the moment of writing would be lost: rows
 * that a newer version has replaced are listed too, and are left out when the views are read.
 */
export const listFinishedKeys = async (
  environment: Views,
  { after, until, limit }: { after: Place; until: number; limit: number },
  signal: AbortSignal,
): Promise<FinishedKey[]> => {
  const from = new Date(after.at)
  const rows = await environment.clickhouse.rows(
    KeyRow,
    sql`
    SELECT toUnixTimestamp64Milli(updated_at) AS at, view_id AS id, version,
      toUnixTimestamp64Milli(view_end) AS end
    FROM views
    WHERE environment_id = toUUID(${environment.id}) AND is_deleted = 0
      AND updated_at >= ${from} AND updated_at < ${new Date(until)}
      AND (updated_at > ${from} OR view_id > ${after.viewId})
    ORDER BY updated_at, view_id, version LIMIT ${uint(limit)}`,
    { signal },
  )
  return rows.map(({ at, id, version, end }) => ({ at, viewId: id, version, end }))
}

export interface SentRow extends Place {
  version: number
  /** One JSON object and the end of its line. */
  line: Buffer
}

/** These come first, so that the place of a row is read without parsing all of it. */
const firstColumns = ['view_id', 'version', 'updated_at'] as const
const otherColumns = exportColumns.filter((column) => !firstColumns.some((one) => one === column))
const head = /^\{"view_id":("(?:[^"\\]|\\.)*"),"version":(\d+),"updated_at":"([^"]+)"/

const columns = sql.join(
  [...firstColumns, ...otherColumns].map((column) => {
    const name = sql.identifier(column)
    return coarseColumns.has(column) ? sql`trunc(${name}, 1) AS ${name}` : name
  }),
)

const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other))
const most = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other))

/** A quote within a text is escaped, so this is only where the column begins. */
const lastOfHead = ',"updated_at":"'
const momentLength = 30

const sentRow = (line: Buffer): SentRow => {
  const end = line.indexOf(lastOfHead) + lastOfHead.length + momentLength
  const [, id, version, at] = head.exec(line.toString('utf8', 0, end)) ?? []
  if (id === undefined || at === undefined)
    throw new Error('A row of a view does not begin with its id.')
  return { viewId: JSON.parse(id) as string, version: Number(version), at: Date.parse(at), line }
}

/**
 * The newest version of each of these views, in order; views that were removed since are not there. Written by one thread:
 * several take the engine a quarter more processor time, and the next batches are read while these are sent.
 */
export const readFinishedViews = async function* (
  environment: Views,
  keys: readonly FinishedKey[],
  signal: AbortSignal,
): AsyncGenerator<SentRow> {
  const ends = keys.map(({ end }) => end)
  const bytes = await environment.clickhouse.ndjson(
    sql`
    SELECT ${columns} FROM views FINAL
    WHERE environment_id = toUUID(${environment.id})
      AND view_end >= fromUnixTimestamp64Milli(${int(least(ends))}, 'UTC')
      AND view_end <= fromUnixTimestamp64Milli(${int(most(ends))}, 'UTC')
      AND (view_end, view_id) IN (
        SELECT fromUnixTimestamp64Milli(toInt64(tupleElement(pair, 1)), 'UTC'), tupleElement(pair, 2)
        FROM (SELECT arrayJoin(arrayZip(${uints(ends)}, ${keys.map(({ viewId }) => viewId)})) AS pair))
    ORDER BY updated_at, view_id
    SETTINGS do_not_merge_across_partitions_select_final = 1, prefer_column_name_to_alias = 1,
      output_format_parallel_formatting = 0`,
    { signal, maximumSeconds: 60 },
  )
  for await (const lines of cutLines(bytes)) for (const line of lines) yield sentRow(line)
}
