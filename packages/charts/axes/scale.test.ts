import { expect, test } from 'vitest'
import { areaPath, linePath } from '../lines/line-path.ts'
import { columnScale, linearScale } from './scale.ts'

test('a value lies between the ends as it does between those of its axis', () => {
  const y = linearScale([20, 120], [200, 0])
  expect([20, 45, 120, 130].map(y)).toEqual([200, 150, 0, -20])
  expect(linearScale([5, 5], [0, 100])(5)).toBe(50)
})

test('columns share the width, with room between them only', () => {
  const { step, columnWidth, leftOf } = columnScale(4, 390, 0.1)
  expect([step, columnWidth, leftOf(3) + columnWidth]).toEqual([100, 90, 390])
  expect(columnScale(0, 300, 0.2).step).toBe(300)
})

test('a line has a gap where a value is missing, and a lone value is a dot', () => {
  const spots = [[0, 10], [10.04, 5], undefined, [30, 0.26]] as const
  expect(linePath(spots, 1)).toBe('M0,10L10,5M30,0.3Z')
  expect(areaPath(spots, 20, 1)).toBe('M0,10L10,5L10,20L0,20ZM30,0.3L30,20L30,20Z')
  expect([linePath([], 1), areaPath([undefined], 20, 1)]).toEqual(['', ''])
})
