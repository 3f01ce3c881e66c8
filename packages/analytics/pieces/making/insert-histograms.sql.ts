import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { bucketOf } from '../../source/histogram.sql.ts'
import { settings } from '../../source/source.sql.ts'
import type { Histogram } from '../measures.ts'
import { type PiecesOf, storedTier } from '../piece.ts'
import type { FrequentValue } from './frequent-values.sql.ts'
import {
  type MadeDimensions,
  namesOf,
  startOf,
  targetsOf,
  valuesOf,
  viewsOf,
} from './piece-views.sql.ts'

/** A code holds the number of the measure, from 1, above the bucket, which is an Int16. */
const bucketsOfMeasure = 2 ** 16
const bucketsBelowZero = 2 ** 15
/** There are fewer than 256 measures. */
const codes = 2 ** 24

interface CountedValues {
  measures: readonly Histogram[]
  /** Undefined for all values. */
  only?: readonly FrequentValue[]
}

/**
 * Counts views for each of their values. Each view counts once for each of its values and columns, so values are numbered
 * first: a number stands for value, measure and bucket, and grouping by it takes a quarter of the time of a map for each value.
 */
export const insertHistograms = (
  pieces: PiecesOf,
  version: number,
  made: MadeDimensions,
  { measures, only }: CountedValues,
): SqlFragment => {
  const { environmentId, bucket, tier, moments, filterSet } = pieces
  const names = measures.map(({ name }) => name)
  const ofColumns = measures.map((measure, index) => codeOf(measure, index + 1))
  const values = valuesOf(made)
  const owns = sql`arrayZip(range(1, ${uint(values.length + 1)}), [${sql.join(values)}])`
  const views = viewsOf(pieces)
  const known =
    only === undefined
      ? sql`(SELECT arraySort(arrayPushBack(groupUniqArrayArray(owns), (toUInt64(0), ''))) FROM (SELECT ${owns} AS owns ${views}))`
      : knownOf(made, only)
  const seconds = uints(moments.map((moment) => moment / 1_000))
  const [size, below, all] = [uint(bucketsOfMeasure), uint(bucketsBelowZero), uint(codes)]
  return sql`INSERT INTO view_histograms (environment_id, bucket, tier, dimension, value, moment, version, measure, buckets, counts)
    WITH ${known} AS known,
      arrayMap(own -> concat(char(own.1), own.2), known) AS texts, range(1, length(known) + 1) AS numbers
    SELECT toUUID(${environmentId}), ${bucket}, ${storedTier(tier, filterSet)}, target.1, target.2, toDateTime(${seconds}[intDiv(group, length(known)) + 1], 'UTC'), ${uint(version)}, ${names}[measure],
      arrayMap(cell -> toInt16(toInt64(bitShiftRight(cell, 32)) - ${below}), cells), arrayMap(cell -> toUInt32(bitAnd(cell, 4294967295)), cells)
    FROM (SELECT group, measure, cells, known[group % length(known) + 1] AS own, own.1 AS place, own.2 AS value, arrayJoin(${targetsOf(made)}) AS target
      FROM (SELECT intDiv(counted, ${all}) AS group, intDiv(counted % ${all}, ${size}) AS measure, arraySort(groupArray(bitShiftLeft(counted % ${size}, 32) + views)) AS cells
        FROM (SELECT counted, count() AS views
          FROM (SELECT toUInt64(group) * ${all} + code AS counted
            FROM (SELECT arrayMap(own -> transform(concat(char(own.1), own.2), texts, numbers, 0), ${owns}) AS own_numbers,
                (indexOf(${seconds}, toUnixTimestamp(${startOf(pieces)})) - 1) * length(known) AS first,
                arrayMap(number -> first + number - 1, arrayFilter(number -> number > 0, own_numbers)) AS groups,
                arrayFilter(code -> code > 0, [${sql.join(ofColumns)}]) AS codes
              ${views})
            ARRAY JOIN groups AS group ARRAY JOIN codes AS code)
          GROUP BY counted)
        GROUP BY group, measure))
    ${settings}, max_threads = 1, max_block_size = 1024, max_bytes_before_external_group_by = 268435456, min_insert_block_size_bytes = 67108864`
}

/** Places and values; those of views that are not among them are not counted. */
function knownOf(made: MadeDimensions, only: readonly FrequentValue[]): SqlFragment {
  const names = namesOf(made)
  const places = uints(only.map(({ dimension }) => names.indexOf(dimension) + 1))
  return sql`arraySort(arrayPushBack(arrayZip(${places}, ${only.map(({ value }) => value)}), (toUInt64(0), '')))`
}

/** Zero for a view without a value. */
function codeOf({ column: name }: Histogram, place: number): SqlFragment {
  const column = sql.identifier(name)
  const first = uint(place * bucketsOfMeasure + bucketsBelowZero)
  return sql`if(isNull(${column}), toUInt32(0), toUInt32(${first} + ${bucketOf(column)}))`
}
