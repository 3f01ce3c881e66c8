import { describe, expect, test } from 'vitest'
import { bucketCountOf, type Edges, heatmapOf } from './heatmap.ts'
import { hotspotsOf } from './hotspots.ts'

/** The result of the query, computed here from the ranges. */
const edgesOf = (ranges: readonly [number, number][], durationMs: number): Edges[] => {
  const count = bucketCountOf(durationMs)
  const edges = Array.from({ length: count }, (_, bucket) => ({
    bucket,
    starts: 0,
    startSum: 0,
    ends: 0,
    endSum: 0,
  }))
  const bucketOf = (edge: number) =>
    edges[Math.min(count - 1, Math.floor(edge / (durationMs / count)))]!
  for (const [start, end] of ranges) {
    bucketOf(start).starts += 1
    bucketOf(start).startSum += start
    bucketOf(end).ends += 1
    bucketOf(end).endSum += end
  }
  return edges
}

/** Brute force: each range against each bucket. */
const overlaps = (ranges: readonly [number, number][], durationMs: number, views: number) => {
  const count = bucketCountOf(durationMs)
  const width = durationMs / count
  return Array.from({ length: count }, (_, bucket) => {
    const played = ranges.map(([start, end]) =>
      Math.max(0, Math.min(end, (bucket + 1) * width) - Math.max(start, bucket * width)),
    )
    return played.reduce((sum, one) => sum + one, 0) / width / views
  })
}

describe('heatmap', () => {
  test('the number of buckets grows with the duration', () => {
    const counts = [1, 1000, 60_000, 600_000, 3_600_000, 36_000_000].map(bucketCountOf)
    expect(counts).toEqual([1, 4, 31, 98, 240, 400])
  })

  test('is the overlap of all ranges with each bucket, for any ranges', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 30; round += 1) {
      const durationMs = 1 + random(500_000)
      const ranges = Array.from({ length: random(20) }, (): [number, number] => {
        const start = random(durationMs)
        return [start, start + random(durationMs - start + 1)]
      })
      const found = heatmapOf(edgesOf(ranges, durationMs), { durationMs, views: 3 })
      const expected = overlaps(ranges, durationMs, 3)
      for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 5)
    }
  })

  test('of no views is all zeros', () => {
    expect(heatmapOf([], { durationMs: 1000, views: 0 })).toEqual([0, 0, 0, 0])
  })
})

describe('hotspots', () => {
  const everything = { direction: 'desc', limit: undefined } as const

  test('divide the timeline where interest changes, most played first', () => {
    const heatmap = [1, 1, 1, 1, 0.4, 0.4, 0.4, 2, 2, 0.4]
    expect(hotspotsOf(heatmap, 10_000, everything)).toEqual([
      { start_ms: 7000, end_ms: 9000, score: 1 },
      { start_ms: 0, end_ms: 4000, score: 0.5 },
      { start_ms: 4000, end_ms: 7000, score: 0.2 },
      { start_ms: 9000, end_ms: 10_000, score: 0.2 },
    ])
    expect(hotspotsOf(heatmap, 10_000, { direction: 'asc', limit: 1 })).toEqual([
      { start_ms: 4000, end_ms: 7000, score: 0.2 },
    ])
  })

  test('noise makes none', () => {
    const heatmap = Array.from({ length: 100 }, (_, at) => 0.9 + (at % 3) * 0.005)
    expect(hotspotsOf(heatmap, 60_000, everything)).toEqual([
      { start_ms: 0, end_ms: 60_000, score: expect.closeTo(0.9945, 3) },
    ])
  })

  test('are empty without plays', () => {
    expect(hotspotsOf([], 0, everything)).toEqual([])
    expect(hotspotsOf([0, 0], 2000, everything)).toEqual([])
  })

  test('scores lie between 0 and 1 and ranges cover the video without a gap', () => {
    const heatmap = Array.from({ length: 200 }, (_, at) => Math.abs(Math.sin(at / 9)) * (at % 7))
    const spots = hotspotsOf(heatmap, 123_457, everything)
    for (const { score } of spots) expect(score >= 0 && score <= 1).toBe(true)
    const inOrder = spots.toSorted((one, other) => one.start_ms - other.start_ms)
    expect(inOrder[0]?.start_ms).toBe(0)
    expect(inOrder.at(-1)?.end_ms).toBe(123_457)
    for (const [at, spot] of inOrder.slice(1).entries())
      expect(spot.start_ms).toBe(inOrder[at]?.end_ms)
  })
})
