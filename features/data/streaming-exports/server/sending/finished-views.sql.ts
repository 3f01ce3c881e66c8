import { z } from 'zod'
import type { ClickHouse, PackedRows } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { int, uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { coarseColumns, exportColumns } from '@playhead/features/data/exports/server'

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
 * that a newer version has replaced are listed too, and are left out when the views are read. Of one moment only the
 * newest version of a view is listed, so that no two keys have the same place.
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
    ORDER BY updated_at, view_id, version DESC LIMIT 1 BY updated_at, view_id LIMIT ${uint(limit)}`,
    { signal },
  )
  return rows.map(({ at, id, version, end }) => ({ at, viewId: id, version, end }))
}

/** The columns that a reader looks for come first. */
const firstColumns = ['view_id', 'version', 'updated_at'] as const
const otherColumns = exportColumns.filter((column) => !firstColumns.some((one) => one === column))

const columns = sql.join(
  [...firstColumns, ...otherColumns].map((column) => {
    const name = sql.identifier(column)
    return coarseColumns.has(column) ? sql`trunc(${name}, 1) AS ${name}` : name
  }),
)

const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other))
const most = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other))

/**
 * Those of these versions that are still the newest of their view, as NDJSON that the engine packs: to do it here would
 * cost more than all the rest (docs/adr/0077). A version that is not there was removed, or is replaced by one with a
 * later place.
 */
export const packFinishedViews = (
  environment: Views,
  keys: readonly FinishedKey[],
  signal: AbortSignal,
): Promise<PackedRows> => {
  const ends = keys.map(({ end }) => end)
  const ids = keys.map(({ viewId }) => viewId)
  const versions = keys.map(({ version }) => version)
  return environment.clickhouse.packed(
    sql`
    SELECT ${columns} FROM views FINAL
    WHERE environment_id = toUUID(${environment.id})
      AND view_end >= fromUnixTimestamp64Milli(${int(least(ends))}, 'UTC')
      AND view_end <= fromUnixTimestamp64Milli(${int(most(ends))}, 'UTC')
      AND (view_end, view_id, version) IN (
        SELECT fromUnixTimestamp64Milli(toInt64(tupleElement(key, 1)), 'UTC'), tupleElement(key, 2), tupleElement(key, 3)
        FROM (SELECT arrayJoin(arrayZip(${uints(ends)}, ${ids}, ${uints(versions)})) AS key))
    SETTINGS do_not_merge_across_partitions_select_final = 1, prefer_column_name_to_alias = 1`,
    { signal },
  )
}
