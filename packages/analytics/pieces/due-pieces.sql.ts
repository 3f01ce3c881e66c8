import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { pieceLayout } from './measures.ts'
import { pieceDays, type PiecesOf, pieceWaits, versionsPerMs } from './piece.ts'

const maximumSeconds = 600
/** Written in 30 days. With fewer views the views themselves are fast, and pieces would double what they store. */
const fewestViews = 100_000

interface DueOptions {
  /** All environments when not given. */
  environmentId?: string | undefined
  limit: number
  /** Written in 30 days, or else there are no pieces. */
  fewest?: number | undefined
}

const DueRow = z.object({
  environment: z.string(),
  bucket: z.enum(['view_start', 'view_end']),
  tier: z.enum(['hour', 'day']),
  moments: z.array(z.number()),
})

const now = sql`toUnixTimestamp64Milli(now64(3))`

/**
 * Closed hours and days whose views changed after their piece, that have none, or whose piece an older program made, newest
 * first: hours of a day together, before the day that is made of them. A change has to be as old as the margin, otherwise
 * the new piece would not be believed either. What retention has begun to remove gets no new piece.
 */
export const duePieces = async (
  clickhouse: ClickHouse,
  { environmentId, limit, fewest = fewestViews }: DueOptions,
): Promise<PiecesOf[]> => {
  const rows = await clickhouse.rows(
    DueRow,
    sql`SELECT toString(environment_id) AS environment, bucket, tier, groupArray(toUnixTimestamp(moment) * 1000) AS moments
      ${dueRows(environmentId, fewest)} AND written < ${now} - ${uint(pieceWaits.margin)}
      GROUP BY environment_id, bucket, tier, toDate(moment)
      ORDER BY toDate(moment) DESC, toString(tier) DESC, environment_id, bucket LIMIT ${uint(limit)}`,
    { maximumSeconds },
  )
  return rows.map(({ environment, ...pieces }) => ({ ...pieces, environmentId: environment }))
}

const StateRow = z.object({ due: z.number(), oldest: z.number(), bytes: z.number() })

/** How many pieces are due, the start of the oldest one, and how much all pieces take on disk. */
export const readPieceState = async (clickhouse: ClickHouse) => {
  const [row] = await clickhouse.rows(
    StateRow,
    sql`SELECT count() AS due, toUnixTimestamp(min(moment)) * 1000 AS oldest,
        (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()
          AND table IN ('view_pieces', 'view_pieces_local', 'view_histograms', 'view_histograms_local', 'view_piece_viewers', 'view_piece_viewers_local')) AS bytes
      ${dueRows(undefined, fewestViews)}`,
    { maximumSeconds: 5 },
  )
  return row ?? { due: 0, oldest: 0, bytes: 0 }
}

function dueRows(environmentId: string | undefined, fewest: number): SqlFragment {
  const environment =
    environmentId === undefined ? sql`true` : sql`environment_id = toUUID(${environmentId})`
  const reach = sql`${environment} AND hour >= now() - INTERVAL ${uint(pieceDays)} DAY`
  const { margin, closing } = pieceWaits
  return sql`FROM (
        SELECT environment_id, bucket, tier, if(tier = 'hour', hour, toStartOfDay(hour, 'UTC')) AS moment,
          toUnixTimestamp64Milli(max(written_at)) AS written, min(first_loss) AS loss
        FROM view_changes ARRAY JOIN ['hour', 'day'] AS tier
        WHERE ${reach} AND environment_id GLOBAL IN (
          SELECT environment_id FROM view_changes WHERE hour >= now() - INTERVAL 30 DAY AND bucket = 'view_end'
          GROUP BY environment_id HAVING sum(written_rows) >= ${uint(fewest)})
        GROUP BY environment_id, bucket, tier, moment) AS changed
      LEFT JOIN (
        SELECT environment_id, bucket, tier, moment, intDiv(max(version), ${uint(versionsPerMs)}) AS made,
          argMax(layout, version) AS made_layout
        FROM view_piece_versions WHERE ${environment} AND version <= ${now} * ${uint(versionsPerMs)}
        GROUP BY environment_id, bucket, tier, moment) AS made
      USING (environment_id, bucket, tier, moment)
      WHERE (made = 0 OR written + ${uint(margin)} >= made OR made_layout != if(bucket = 'view_start', ${pieceLayout('view_start')}, ${pieceLayout('view_end')}))
        AND (toUnixTimestamp(moment) + if(tier = 'hour', 3600, 86400)) * 1000 + if(tier = 'hour', ${uint(closing.hour)}, ${uint(closing.day)}) <= ${now}
        AND loss > today()`
}
