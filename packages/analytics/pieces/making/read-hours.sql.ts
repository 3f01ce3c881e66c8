import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { viewsSource } from '../../source/condition.sql.ts'
import { settings } from '../../source/source.sql.ts'
import { pieceLayout } from '../measures.ts'
import { type PiecesOf, tierMs, versionsPerMs } from '../piece.ts'
import { freshPieces } from '../plan-range.ts'
import type { HourOfDay } from './plan-day.ts'

const Piece = z.object({
  now: z.number(),
  moment: z.number(),
  version: z.number(),
  layout: z.string(),
  complete: z.array(z.string()),
  dense: z.array(z.string()),
})
const Change = z.object({
  hour: z.number(),
  written: z.number(),
  firstLoss: z.number(),
  writtenRows: z.number(),
})
const Views = z.object({ hour: z.number(), views: z.number() })

/**
 * The hours of a day that have views, with their pieces. To be read after the version of the day was chosen: a change since
 * then makes the day stale.
 */
export const readHours = async (
  clickhouse: ClickHouse,
  { environmentId, bucket, moments: [day = 0] }: PiecesOf,
): Promise<HourOfDay[]> => {
  const ofEnvironment = sql`environment_id = toUUID(${environmentId})`
  const [from, until] = [new Date(day), new Date(day + tierMs.day)]
  const column = sql.identifier(bucket)
  // Rows are sorted by view_end, which is never before view_start.
  const reach = bucket === 'view_start' ? sql` AND view_end >= ${from}` : sql.empty
  const pieces = await clickhouse.rows(
    Piece,
    sql`SELECT toUnixTimestamp64Milli(now64(3)) AS now, toUnixTimestamp(moment) * 1000 AS moment, max(own) AS version,
        argMax(own_layout, own) AS layout, argMax(own_complete, own) AS complete, argMax(own_dense, own) AS dense
      FROM (SELECT moment, version AS own, layout AS own_layout, complete AS own_complete, dense AS own_dense FROM view_piece_versions
        WHERE ${ofEnvironment} AND bucket = ${bucket} AND tier = 'hour' AND moment >= toDateTime(${from}, 'UTC') AND moment < toDateTime(${until}, 'UTC')
          AND version <= toUnixTimestamp64Milli(now64(3)) * ${uint(versionsPerMs)})
      GROUP BY moment`,
  )
  const views = await clickhouse.rows(
    Views,
    sql`SELECT toUnixTimestamp(toStartOfHour(${column})) * 1000 AS hour, count() AS views
      FROM ${viewsSource} WHERE ${ofEnvironment} AND ${column} >= ${from} AND ${column} < ${until}${reach}
      GROUP BY hour ${settings}, max_threads = 1`,
  )
  const changes = await clickhouse.rows(
    Change,
    sql`SELECT toUnixTimestamp(changed) * 1000 AS hour, toUnixTimestamp64Milli(last) AS written, toUnixTimestamp(toDateTime(loss, 'UTC')) * 1000 AS firstLoss, rows AS writtenRows
      FROM (SELECT hour AS changed, max(written_at) AS last, min(first_loss) AS loss, sum(written_rows) AS rows FROM view_changes
        WHERE ${ofEnvironment} AND bucket = ${bucket} AND hour >= toDateTime(${from}, 'UTC') AND hour < toDateTime(${until}, 'UTC') GROUP BY hour)`,
  )
  const known = pieces.map(({ moment, version, layout }) => ({
    tier: 'hour' as const,
    moment,
    version,
    isCurrent: layout === pieceLayout(bucket),
    isComplete: true,
  }))
  const fresh = new Set(
    freshPieces(known, changes, pieces[0]?.now ?? 0).map(({ moment }) => moment),
  )
  const byMoment = new Map(pieces.map((piece) => [piece.moment, piece]))
  return views.map(({ hour, views: count }) => {
    const piece = byMoment.get(hour)
    const isUsable = piece !== undefined && fresh.has(hour)
    return {
      moment: hour,
      views: count,
      piece: isUsable
        ? {
            version: piece.version,
            complete: new Set(piece.complete),
            dense: new Set(piece.dense),
          }
        : undefined,
    }
  })
}
