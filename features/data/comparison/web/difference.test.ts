import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'

test('a difference has an interval, and is no chance when nothing lies outside of it', () => {
  const first = { value: 10, low: 9, high: 11 }
  const near = differenceOf({ value: 11, low: 10, high: 12 }, first)!
  expect(near.value).toBe(1)
  expect(near.low).toBeCloseTo(1 - Math.SQRT2, 12)
  expect(near.high).toBeCloseTo(1 + Math.SQRT2, 12)
  expect(near.canBeChance).toBe(true)
  expect(differenceOf({ value: 13, low: 12, high: 14 }, first)!.canBeChance).toBe(false)
  expect(differenceOf({ value: 7, low: 6, high: 8 }, first)!.canBeChance).toBe(false)
})

test('lopsided intervals count on the side that faces the other value', () => {
  const rare = { value: 0, low: 0, high: 0.2 }
  const { low, high } = differenceOf({ value: 0.5, low: 0.4, high: 0.55 }, rare)!
  expect(low).toBeCloseTo(0.5 - Math.hypot(0.1, 0.2), 12)
  expect(high).toBeCloseTo(0.55, 12)
})

test('two samples of the same views differ by chance 95 times of 100', () => {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const sample = () => {
    const values = Array.from({ length: 80 }, () => random() + random() + random())
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length
    const square = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1)
    const error = 1.959964 * Math.sqrt(square / values.length)
    return { value: mean, low: mean - error, high: mean + error }
  }
  const draws = Array.from({ length: 2_000 }, () => differenceOf(sample(), sample())!)
  const share = draws.filter(({ canBeChance }) => canBeChance).length / draws.length
  expect(share).toBeGreaterThan(0.935)
  expect(share).toBeLessThan(0.965)
})

test('without an interval the difference alone is known, without a value nothing', () => {
  const known = { value: 3, low: null, high: null }
  expect(differenceOf(known, { value: 1, low: 0, high: 2 })).toEqual({ value: 2 })
  expect(differenceOf(known, { value: null, low: null, high: null })).toBeUndefined()
})
