import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { settings } from '../../source/source.sql.ts'
import { type PiecesOf, storedTier } from '../piece.ts'
import { startOf, viewsOf } from './piece-views.sql.ts'

/** Only all views of a piece have their viewers: a state is as long as thousands of them. */
export const insertViewers = (pieces: PiecesOf, version: number): SqlFragment => {
  const { environmentId, bucket, tier, filterSet } = pieces
  return sql`INSERT INTO view_piece_viewers (environment_id, bucket, tier, moment, version, viewers)
    SELECT toUUID(${environmentId}), ${bucket}, ${storedTier(tier, filterSet)}, start, ${uint(version)}, viewers
    FROM (SELECT ${startOf(pieces)} AS start, uniqCombined64State(CAST(viewer_id, 'Nullable(String)')) AS viewers ${viewsOf(pieces)} GROUP BY start)
    ${settings}, max_threads = 1`
}
