/** What the query returns for the starts and ends of played ranges in one bucket. */
export interface Edges {
  bucket: number
  starts: number
  startSum: number
  ends: number
  endSum: number
}

/** Longer videos have more buckets, but not in proportion: 31 for a minute, 98 for ten, 240 for an hour. ADR 0025 */
export const bucketCountOf = (durationMs: number) =>
  Math.min(400, Math.max(1, Math.round(4 * Math.sqrt(durationMs / 1000))))

/**
 * How often each bucket was played, per view: 1 when every view played all of it once, more when parts were repeated.
 * The milliseconds played before a moment are the sum of min(moment, end) − min(moment, start) over all ranges, so the
 * edges counted by bucket suffice, however many ranges there are.
 */
export const heatmapOf = (
  edges: readonly Edges[],
  { durationMs, views }: { durationMs: number; views: number },
): number[] => {
  const count = bucketCountOf(durationMs)
  const width = durationMs / count
  const byBucket = new Map(edges.map((edge) => [edge.bucket, edge]))
  let remainingStarts = edges.reduce((sum, { starts }) => sum + starts, 0)
  let remainingEnds = edges.reduce((sum, { ends }) => sum + ends, 0)
  let passed = 0
  let playedBefore = 0
  return Array.from({ length: count }, (_, bucket) => {
    const edge = byBucket.get(bucket)
    remainingStarts -= edge?.starts ?? 0
    remainingEnds -= edge?.ends ?? 0
    passed += (edge?.endSum ?? 0) - (edge?.startSum ?? 0)
    const playedUntil = passed + (bucket + 1) * width * (remainingEnds - remainingStarts)
    const played = playedUntil - playedBefore
    playedBefore = playedUntil
    return views === 0 ? 0 : rounded(played / width / views)
  })
}

const rounded = (value: number) => Math.max(0, Math.round(value * 1e6) / 1e6)
