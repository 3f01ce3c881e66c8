interface Hotspot {
  start_ms: number
  /** Exclusive. */
  end_ms: number
  /** Plays of the range relative to the most played bucket. */
  score: number
}

interface Segment {
  first: number
  length: number
  mean: number
}

/** How much worse one segment may fit the data than two, in squared shares of the peak. ADR 0025 */
const toleratedLoss = 0.02
/** Shorter segments are merged into a neighbour. */
const shortestShare = 0.02

const lossOf = (one: Segment, other: Segment) =>
  ((one.length * other.length) / (one.length + other.length)) * (one.mean - other.mean) ** 2

const merged = (one: Segment, other: Segment): Segment => {
  const length = one.length + other.length
  return {
    first: one.first,
    length,
    mean: (one.mean * one.length + other.mean * other.length) / length,
  }
}

/** Merges the most similar neighbours until the remaining ones differ. */
const segmentsOf = (shares: readonly number[]): Segment[] => {
  const segments = shares.map((mean, first): Segment => ({ first, length: 1, mean }))
  const shortest = shares.length * shortestShare
  while (segments.length > 1) {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let at = 0; at + 1 < segments.length; at += 1) {
      const [one, other] = [segments[at]!, segments[at + 1]!]
      const isTooShort = Math.min(one.length, other.length) < shortest
      const loss = lossOf(one, other)
      const cost = isTooShort ? Math.min(loss, toleratedLoss) : loss
      if (cost < least) [best, least] = [at, cost]
    }
    if (least > toleratedLoss) break
    segments.splice(best, 2, merged(segments[best]!, segments[best + 1]!))
  }
  return segments
}

/** Divides the timeline where interest changes; in ascending order the same ranges are cold spots. */
export const hotspotsOf = (
  heatmap: readonly number[],
  durationMs: number,
  { direction, limit }: { direction: 'asc' | 'desc'; limit: number | undefined },
): Hotspot[] => {
  const peak = Math.max(0, ...heatmap)
  if (peak === 0) return []
  const width = durationMs / heatmap.length
  const sign = direction === 'asc' ? 1 : -1
  return segmentsOf(heatmap.map((value) => value / peak))
    .map(({ first, length, mean }) => ({
      start_ms: Math.round(first * width),
      end_ms: Math.round((first + length) * width),
      score: Math.min(1, Math.round(mean * 1e6) / 1e6),
    }))
    .toSorted((one, other) => sign * (one.score - other.score) || one.start_ms - other.start_ms)
    .slice(0, limit)
}
