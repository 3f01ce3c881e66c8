import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'

/**
 * Counts values in 64 buckets per octave, so that percentiles of sums are accurate to 0.55 %: zero is bucket 0, one is
 * bucket 8192, negative values mirror the positive ones. Int16 holds everything from 2^-127 to 2^127.
 */
export const histogramOf = (column: SqlFragment): SqlFragment => {
  return sql`sumMapIf(map(${bucketOf(column)}, toUInt64(1)), isNotNull(${column}))`
}

export const bucketOf = (column: SqlFragment): SqlFragment => {
  const value = sql`assumeNotNull(${column})`
  return sql`if(${value} = 0, toInt16(0), toInt16(sign(${value}) * (8192 + greatest(-8128, least(8128, round(log2(abs(${value})) * 64))))))`
}

/** The percentile of a Map of buckets, linear between neighbouring values; null when it is empty. */
export const histogramQuantile = (histogram: SqlFragment, level: number): SqlFragment => {
  return sql`arrayMap((buckets, sums, rank) -> if(empty(sums), NULL, ${valueAt(sql`floor(rank)`)} + (${valueAt(sql`ceil(rank)`)} - ${valueAt(sql`floor(rank)`)}) * (rank - floor(rank))), [mapKeys(${histogram})], [arrayCumSum(mapValues(${histogram}))], [greatest(0, ${float(level)} * (toFloat64(arraySum(mapValues(${histogram}))) - 1))])[1]`
}

function valueAt(rank: SqlFragment): SqlFragment {
  return valueOfBucket(sql`buckets[arrayFirstIndex(sum -> sum > ${rank}, sums)]`)
}

export const valueOfBucket = (bucket: SqlFragment): SqlFragment => {
  return sql`if(${bucket} = 0, 0., sign(${bucket}) * exp2((abs(toFloat64(${bucket})) - 8192) / 64))`
}
