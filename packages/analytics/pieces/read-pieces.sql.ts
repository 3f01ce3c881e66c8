import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { runInQueue } from '../cache/query-cache.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import { pieceLayout } from './measures.ts'
import type { FilterSet } from './filter-sets/filter-set.ts'
import { type Tier, tierMs, tiers, versionsPerMs } from './piece.ts'
import type { ChangedHour, KnownPiece, Stretch } from './plan-range.ts'

const Versions = z.object({
  now: z.number(),
  isDay: z.array(z.number()),
  moments: z.array(z.number()),
  versions: z.array(z.number()),
  areCurrent: z.array(z.number()),
  areComplete: z.array(z.number()),
})
const Changes = z.object({
  hours: z.array(z.number()),
  written: z.array(z.number()),
  losses: z.array(z.number()),
  rows: z.array(z.number()),
})

interface KnownPieces {
  pieces: KnownPiece[]
  changes: ChangedHour[]
  /** By the clock of the engine. */
  now: number
}

interface PiecesAsked {
  dimension: DimensionId | undefined
  /** Asks for histograms besides sums. */
  hasHistograms: boolean
  /** Of its views alone. */
  filterSet?: FilterSet | undefined
  signal: AbortSignal | undefined
}

const Count = z.object({ count: z.number() })

export const countVersions = async ({ id, clickhouse }: Tenant): Promise<number> => {
  const [row] = await clickhouse.rows(
    Count,
    sql`SELECT count() AS count FROM view_piece_versions WHERE environment_id = toUUID(${id})`,
  )
  return row?.count ?? 0
}

/** The newest pieces in a range, and when its views last changed. Never cached: a piece may be stale any moment. */
export const readPieces = async (
  tenant: Tenant,
  bucket: Bucket,
  { start, end }: Stretch,
  { dimension, hasHistograms, filterSet, signal }: PiecesAsked,
): Promise<KnownPieces | undefined> => {
  const ofTenant = sql`environment_id = toUUID(${tenant.id}) AND bucket = ${bucket}`
  const ownTiers = filterSet ? [filterSet.name] : tiers
  const first = new Date(Math.floor(start / tierMs.day) * tierMs.day)
  const last = new Date(Math.ceil(end / tierMs.day) * tierMs.day)
  const known = sql.identifier(hasHistograms ? 'dense' : 'complete')
  // Of all views every piece has both.
  const isComplete = dimension === undefined ? sql`1` : sql`has(${known}, ${dimension})`
  const ask = <Row>(Row: z.ZodType<Row>, query: SqlFragment) =>
    runInQueue(tenant, signal, () =>
      tenant.clickhouse.rows(Row, query, signal === undefined ? {} : { signal }),
    )
  const [[found], [changed]] = await Promise.all([
    ask(
      Versions,
      sql`SELECT toUnixTimestamp64Milli(now64(3)) AS now, groupArray(toUInt8(tier != 'hour')) AS isDay, groupArray(toUnixTimestamp(moment)) AS moments,
          groupArray(made) AS versions, groupArray(isCurrent) AS areCurrent, groupArray(isComplete) AS areComplete
        FROM (SELECT tier, moment, max(version) AS made, argMax(toUInt8(layout = ${pieceLayout(bucket)}), version) AS isCurrent,
            argMax(toUInt8(${isComplete}), version) AS isComplete
          FROM view_piece_versions
          WHERE ${ofTenant} AND tier IN ${ownTiers} AND moment >= toDateTime(${first}, 'UTC') AND moment < toDateTime(${last}, 'UTC')
            AND version <= toUnixTimestamp64Milli(now64(3)) * ${uint(versionsPerMs)}
          GROUP BY tier, moment)`,
    ),
    ask(
      Changes,
      sql`SELECT groupArray(toUnixTimestamp(hour)) AS hours, groupArray(toUnixTimestamp64Milli(last)) AS written, groupArray(toUnixTimestamp(toDateTime(loss, 'UTC'))) AS losses, groupArray(written_views) AS rows
        FROM (SELECT hour, max(written_at) AS last, min(first_loss) AS loss, sum(written_rows) AS written_views FROM view_changes
          WHERE ${ofTenant} AND hour >= toDateTime(${first}, 'UTC') AND hour < toDateTime(${last}, 'UTC') GROUP BY hour)`,
    ),
  ])
  if (found === undefined || changed === undefined) return undefined
  const tierOf = (index: number): Tier => (found.isDay[index] === 1 ? 'day' : 'hour')
  return {
    now: found.now,
    pieces: found.moments.map((moment, index) => ({
      tier: tierOf(index),
      moment: moment * 1_000,
      version: found.versions[index] ?? 0,
      isCurrent: found.areCurrent[index] === 1,
      isComplete: found.areComplete[index] === 1,
    })),
    changes: changed.hours.map((hour, index) => ({
      hour: hour * 1_000,
      written: changed.written[index] ?? 0,
      firstLoss: (changed.losses[index] ?? 0) * 1_000,
      writtenRows: changed.rows[index] ?? 0,
    })),
  }
}
