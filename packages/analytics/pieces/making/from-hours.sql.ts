import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { sums } from '../addends.sql.ts'
import { type PiecesOf, tierMs } from '../piece.ts'
import type { MadeDimensions } from './piece-views.sql.ts'
import type { HourOfDay } from './plan-day.ts'

/** The dimensions, with all views, and the hours whose pieces have them. */
export interface FromHours extends Pick<MadeDimensions, 'grouped' | 'constants'> {
  hours: readonly HourOfDay[]
}

const names = sql.join(sums.map((name) => sql.identifier(name)))

/** Adds up rows of hours for their day. */
export const insertSumsOfHours = (
  pieces: PiecesOf,
  version: number,
  from: FromHours,
): SqlFragment => {
  const { environmentId, bucket, tier, moments } = pieces
  const summed = sums.map((name) => sql`sum(${sql.identifier(name)}) AS ${sql.identifier(name)}`)
  return sql`INSERT INTO view_pieces (environment_id, bucket, tier, dimension, value, moment, version, measure, ${names})
    SELECT toUUID(${environmentId}), ${bucket}, ${tier}, target.1, target.2, toDateTime(${uints(moments.map((moment) => moment / 1_000))}[1], 'UTC'), ${uint(version)}, measure, ${names}
    FROM (SELECT dimension, measure, value, ${sql.join(summed)} FROM view_pieces WHERE ${rowsOfHours(pieces, from)}
      GROUP BY dimension, measure, value)
    ARRAY JOIN ${targetsOfRow(from)} AS target
    SETTINGS max_threads = 1, max_bytes_before_external_group_by = 268435456`
}

const rowsOfHours = (
  { environmentId, bucket, moments: [day = 0] }: PiecesOf,
  { grouped, hours }: FromHours,
): SqlFragment => {
  const moments = uints(hours.map(({ moment }) => moment / 1_000))
  const versions = uints(hours.map(({ piece }) => piece?.version ?? 0))
  return sql`environment_id = toUUID(${environmentId}) AND bucket = ${bucket} AND tier = 'hour' AND dimension IN ${['', ...grouped]}
      AND moment >= ${new Date(day)} AND moment < ${new Date(day + tierMs.day)}
      AND (toUnixTimestamp(moment), version) GLOBAL IN (SELECT one.1, one.2 FROM (SELECT arrayJoin(arrayZip(${moments}, ${versions})) AS one))`
}

/** The dimensions and values for which a row counts: that of all views also for dimensions in which all views agree. */
const targetsOfRow = ({ constants }: FromHours): SqlFragment => {
  const dimensions = ['', ...constants.map(({ dimension }) => dimension)]
  const values = ['', ...constants.map(({ value }) => value)]
  return sql`if(dimension = '', arrayZip(${dimensions}, ${values}), [(CAST(dimension, 'String'), value)])`
}

/** Adds up histograms of hours for their day. */
export const insertHistogramsOfHours = (
  pieces: PiecesOf,
  version: number,
  from: FromHours,
): SqlFragment => {
  const { environmentId, bucket, tier, moments } = pieces
  return sql`INSERT INTO view_histograms (environment_id, bucket, tier, dimension, value, moment, version, measure, buckets, counts)
    SELECT toUUID(${environmentId}), ${bucket}, ${tier}, target.1, target.2, toDateTime(${uints(moments.map((moment) => moment / 1_000))}[1], 'UTC'), ${uint(version)}, measure, merged.1, CAST(merged.2, 'Array(UInt32)')
    FROM (SELECT dimension, measure, value, sumMap(buckets, CAST(counts, 'Array(UInt64)')) AS merged FROM view_histograms WHERE ${rowsOfHours(pieces, from)}
      GROUP BY dimension, measure, value)
    ARRAY JOIN ${targetsOfRow(from)} AS target
    SETTINGS max_threads = 1, max_bytes_before_external_group_by = 268435456, min_insert_block_size_bytes = 67108864`
}
