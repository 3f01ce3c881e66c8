import { expect, test } from 'vitest'
import { tickLabels, valueAxis } from './value-axis.ts'

const axis = (values: number[], more: Partial<Parameters<typeof valueAxis>[0]> = {}) =>
  valueAxis({ values, rows: 4, baseline: 'zero', tickUnit: 1, ...more })

test('sizes begin at zero and end at something round', () => {
  expect(axis([40, 92])).toEqual({ domain: [0, 100], ticks: [0, 25, 50, 75, 100] })
})

test('scores begin near the lowest, so that their changes are seen', () => {
  const { domain } = axis([0.843, 0.892], { baseline: 'data' })
  expect(domain[0]).toBeCloseTo(0.84)
  expect(domain[1]).toBeCloseTo(0.9)
})

test('steps are round in the unit that is shown', () => {
  const minuteMs = 60_000
  expect(axis([7.4 * minuteMs], { tickUnit: minuteMs }).ticks).toEqual(
    [0, 2, 4, 6, 8].map((minutes) => minutes * minuteMs),
  )
})

test('an axis of whole counts has no ticks between them', () => {
  expect(axis([0, 1]).ticks).toEqual([0, 1])
  expect(axis([0, 3]).ticks).toEqual([0, 1, 2, 3])
  expect(axis([0, 0.5, 1]).ticks).toEqual([0, 0.25, 0.5, 0.75, 1])
})

test('METR-022 there are never more rows than were asked for, and they cover everything', () => {
  for (const high of [0.003, 1, 7, 103, 999, 48_213, 7e9])
    for (const rows of [4, 2]) {
      const { ticks, domain } = axis([high / 3, high], { rows })
      expect(ticks.length - 1).toBeLessThanOrEqual(rows)
      expect(ticks.length).toBeGreaterThan(1)
      expect(domain[1]).toBeGreaterThanOrEqual(high)
    }
})

test('nothing but zeros, and nothing at all, still have an axis', () => {
  expect(axis([0, 0]).domain).toEqual([0, 1])
  expect(axis([]).domain).toEqual([0, 1])
  expect(axis([Infinity, Number.NaN]).domain).toEqual([0, 1])
  expect(axis([], { range: [2, 2] }).domain).toEqual([0, 1])
  expect(axis([0.5], { baseline: 'data' }).domain[0]).toBeLessThan(0.5)
})

test('an axis ends at what no value can exceed', () => {
  const { domain, ticks } = axis([0.45, 0.97], { baseline: 'data', highest: 1 })
  expect(domain[1]).toBe(1)
  expect(ticks.every((tick) => tick <= 1)).toBe(true)
})

test('a fixed range stays as it is', () => {
  expect(axis([3, 250], { range: [0, 1] }).domain).toEqual([0, 1])
})

test('zeros after the point are left out where every row has them', () => {
  expect(tickLabels(['76.0', '80.0', '84.0'])).toEqual(['76', '80', '84'])
  expect(tickLabels(['0.00 %', '0.50 %', '1.00 %'])).toEqual(['0.0 %', '0.5 %', '1.0 %'])
  expect(tickLabels(['0', '1.2k'])).toEqual(['0', '1.2k'])
})
