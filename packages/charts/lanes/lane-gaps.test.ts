import { expect, test } from 'vitest'
import { gapsOf, sharedGaps } from './lane-gaps.ts'

const point = (time: number, value: number | null = 1) => ({ time, value })

test('a step without a value is a gap; one that comes half a step late is none', () => {
  expect(gapsOf([point(0), point(10), point(24), point(50)], 10, 60)).toEqual([
    { from: 34, to: 50 },
  ])
})

test('an unknown value is a gap like a missing point, and so is the end', () => {
  expect(gapsOf([point(0), point(10, null), point(20), point(30)], 10, 60)).toEqual([
    { from: 10, to: 20 },
    { from: 40, to: 60 },
  ])
})

test('nothing before the first value is a gap', () => {
  expect(gapsOf([point(50), point(60)], 10, 70)).toEqual([])
  expect(gapsOf([], 10, 70)).toEqual([])
})

test('only what every line lacks is shared', () => {
  const away = { from: 20, to: 40 }
  expect(sharedGaps([[away], [away, { from: 60, to: 70 }]])).toEqual([away])
  expect(sharedGaps([[away], [{ from: 30, to: 60 }]])).toEqual([{ from: 30, to: 40 }])
  expect(sharedGaps([[away], []])).toEqual([])
})
