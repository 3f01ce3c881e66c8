import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { describe, expect, test } from 'vitest'
import { bucketWidth, quantileBounds, quantileOf } from './histogram.ts'
import { readQuantile } from './testing-histogram.sql.ts'

const clickhouse = await makeTestClickHouse()

const spreads: [name: string, numbers: number[]][] = [
  ['one number', [1_234.5]],
  ['two that are far apart', [0.001, 90_000]],
  ['zeros among others', [0, 0, 0, 7, 8, 9]],
  ['scores below zero', [-0.5, -0.25, -0.1]],
  ['many', Array.from({ length: 500 }, (_, index) => ((index * 7_919) % 503) ** 2 / 7)],
]

describe('a percentile of a histogram', () => {
  test.each(spreads)('of %s is the same as in SQL, and near the exact one', async (_, numbers) => {
    for (const level of [0, 0.37, 0.5, 0.95, 1]) {
      const { exact, estimated, ...histogram } = await readQuantile(clickhouse, numbers, level)
      const value = quantileOf(histogram, level)!
      expect(Math.abs(value - estimated!)).toBeLessThanOrEqual(Math.abs(estimated!) * 1e-12)
      expect(Math.abs(value - exact!)).toBeLessThanOrEqual(Math.abs(exact!) * bucketWidth)
    }
  })

  test('of no numbers is unknown', async () => {
    const { exact, estimated, ...histogram } = await readQuantile(clickhouse, [], 0.5)
    expect([exact, estimated, quantileOf(histogram, 0.5)]).toEqual([null, null, null])
    expect(quantileBounds(histogram, [0.4, 0.6])).toBeNull()
  })
})

test('bounds are wider by the error of their buckets, below zero too', () => {
  const of = (bucket: number) => quantileBounds({ buckets: [bucket], counts: [9] }, [0.2, 0.8])
  expect(of(8_192)).toEqual({ low: 1 - bucketWidth, high: 1 + bucketWidth })
  expect(of(-8_192)).toEqual({ low: -1 - bucketWidth, high: -1 + bucketWidth })
  expect(of(0)).toEqual({ low: 0, high: 0 })
})
