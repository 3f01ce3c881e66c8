/** The largest relative distance of a value from that of its bucket. */
export const bucketWidth = 0.0055

/** How many values lie in each bucket that has any, in ascending order. */
export interface Histogram {
  buckets: readonly number[]
  counts: readonly number[]
}

/** The same as `histogramQuantile` in SQL: linear between neighbouring values, null when there is none. */
export const quantileOf = ({ buckets, counts }: Histogram, level: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(0, level * (total - 1))
  const [low, high] = [Math.floor(rank), Math.ceil(rank)].map((one) => {
    let before = 0
    const place = counts.findIndex((count) => (before += count) > one)
    return valueOfBucket(buckets[place] ?? 0)
  }) as [number, number]
  return low + (high - low) * (rank - Math.floor(rank))
}

/** Where a percentile surely lies: each bound is known only to the width of its bucket. */
export const quantileBounds = (
  histogram: Histogram,
  [lower, upper]: readonly [number, number],
): { low: number; high: number } | null => {
  const [low, high] = [quantileOf(histogram, lower), quantileOf(histogram, upper)]
  if (low === null || high === null) return null
  return { low: low - Math.abs(low) * bucketWidth, high: high + Math.abs(high) * bucketWidth }
}

function valueOfBucket(bucket: number): number {
  return bucket === 0 ? 0 : Math.sign(bucket) * 2 ** ((Math.abs(bucket) - 8192) / 64)
}
