import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { bucketOf } from '../source/histogram.sql.ts'
import { settings } from '../source/source.sql.ts'
import { type Histogram, isHistogram, pieceMeasures } from './measures.ts'
import type { PiecesOf } from './piece.ts'
import { type MadeDimensions, ownValues, startOf, targetsOf, viewsOf } from './piece-views.sql.ts'

const maximumSeconds = 600
/** Hours in one statement: those of a whole day have more buckets than the memory of a statement holds. */
const hoursAtOnce = 6

/** A bucket is an Int16: a code holds the number of the measure, from 1, above it. */
const bucketsOfMeasure = 2 ** 16
const bucketsBelowZero = 2 ** 15

/** Writes the histograms of pieces; readers see them once the version of the pieces is written. */
export const makeHistograms = async (
  clickhouse: ClickHouse,
  pieces: PiecesOf,
  version: number,
  dimensions: MadeDimensions,
): Promise<void> => {
  const { moments } = pieces
  for (let from = 0; from < moments.length; from += hoursAtOnce) {
    const some = { ...pieces, moments: moments.slice(from, from + hoursAtOnce) }
    await clickhouse.command(insertHistograms(some, version, dimensions), { maximumSeconds })
  }
}

/** All columns of a view are counted in one map, because a map for each of them takes three times as long. */
function insertHistograms(
  pieces: PiecesOf,
  version: number,
  dimensions: MadeDimensions,
): SqlFragment {
  const { environmentId, bucket, tier } = pieces
  const measures = pieceMeasures(bucket).filter(isHistogram)
  const names = measures.map(({ name }) => name)
  const codes = measures.map((measure, index) => codeOf(measure, index + 1))
  const [size, below] = [uint(bucketsOfMeasure), uint(bucketsBelowZero)]
  return sql`INSERT INTO view_histograms (environment_id, bucket, tier, dimension, value, moment, version, measure, buckets, counts)
    SELECT toUUID(${environmentId}), ${bucket}, ${tier}, target.1, target.2, start, ${uint(version)}, ${names}[intDiv(counted[1].1, ${size})],
      arrayMap(one -> toInt16(toInt64(one.1 % ${size}) - ${below}), counted), arrayMap(one -> toUInt32(one.2), counted)
    FROM (SELECT start, arrayJoin(${targetsOf(dimensions)}) AS target, cells
      FROM (SELECT start, own.1 AS place, own.2 AS value, sumMap(codes) AS merged, arrayZip(mapKeys(merged), mapValues(merged)) AS cells
        FROM (SELECT ${startOf(pieces)} AS start, ${ownValues(dimensions.grouped)} AS owns,
            arrayFilter(code -> code > 0, [${sql.join(codes)}]) AS known, mapFromArrays(known, arrayMap(code -> toUInt8(1), known)) AS codes
          ${viewsOf(pieces)})
        ARRAY JOIN owns AS own
        GROUP BY start, place, value))
    ARRAY JOIN arraySplit((one, isNext) -> isNext > 0, cells, arrayDifference(arrayMap(one -> intDiv(one.1, ${size}), cells))) AS counted
    ${settings}, max_threads = 1, max_block_size = 1024, max_bytes_before_external_group_by = 268435456, min_insert_block_size_bytes = 67108864`
}

/** Zero for a view without a value. */
function codeOf({ column: name }: Histogram, place: number): SqlFragment {
  const column = sql.identifier(name)
  const first = uint(place * bucketsOfMeasure + bucketsBelowZero)
  return sql`if(isNull(${column}), toUInt32(0), toUInt32(${first} + ${bucketOf(column)}))`
}
