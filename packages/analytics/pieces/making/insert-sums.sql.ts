import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { settings } from '../../source/source.sql.ts'
import { sums } from '../addends.sql.ts'
import { isMeasured, measuredColumns } from '../measure-rows.sql.ts'
import type { Measure } from '../measures.ts'
import { type PiecesOf, storedTier } from '../piece.ts'
import {
  type MadeDimensions,
  namesOf,
  startOf,
  targetsOf,
  valuesOf,
  viewsOf,
} from './piece-views.sql.ts'
import { summedNumbers } from './summed-numbers.sql.ts'

/** Adds up views for each of their values: each dimension is a set of groups of its own over the same list of numbers. */
export const insertSums = (
  pieces: PiecesOf,
  version: number,
  made: MadeDimensions,
  measures: readonly Measure[],
): SqlFragment => {
  const { environmentId, bucket, tier, moments, filterSet } = pieces
  const { added, tuples } = summedNumbers(measures)
  const seconds = uints(moments.map((moment) => moment / 1_000))
  // Pieces are numbered from 1, in the first byte of a key: the key of another set of groups is empty.
  const start = sql`char(indexOf(${seconds}, toUnixTimestamp(${startOf(pieces)})))`
  const names = namesOf(made).map((_, index) => sql.identifier(`key_${index}`))
  const keys = valuesOf(made).map(
    (value, index) => sql`concat(${start}, ${value}) AS ${names[index]!}`,
  )
  const sets = names.map((name) => sql`(${name})`)
  return sql`INSERT INTO view_pieces (environment_id, bucket, tier, dimension, value, moment, version, measure, ${sql.join(sums.map((name) => sql.identifier(name)))})
    SELECT toUUID(${environmentId}), ${bucket}, ${storedTier(tier, filterSet)}, target.1, target.2, toDateTime(${seconds}[reinterpretAsUInt8(substring(key, 1, 1))], 'UTC'), ${uint(version)}, ${measuredColumns}
    FROM (SELECT arrayFirst(own -> notEmpty(own), keys) AS key, indexOf(keys, key) AS place, substring(key, 2) AS value, arrayJoin(${targetsOf(made)}) AS target, measures
      FROM (SELECT [${sql.join(names)}] AS keys, sumForEach(added) AS totals, ${tuples} AS measures
        FROM (SELECT ${sql.join(keys)}, ${added} AS added ${viewsOf(pieces)})
        GROUP BY GROUPING SETS (${sql.join(sets)})))
    ARRAY JOIN measures AS measured
    WHERE ${isMeasured}
    ${settings}, max_threads = 1, max_bytes_before_external_group_by = 268435456`
}
