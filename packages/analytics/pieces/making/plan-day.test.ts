import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { expect, test } from 'vitest'
import { tierMs } from '../piece.ts'
import { type HourOfDay, planDay } from './plan-day.ts'

const midnight = Date.parse('2026-11-20T00:00:00Z')
const dimensions: DimensionId[] = ['country', 'cdn', 'video_title']

const hourOf = (at: number, views: number, complete: DimensionId[] | undefined): HourOfDay => ({
  moment: midnight + at * tierMs.hour,
  views,
  piece:
    complete === undefined
      ? undefined
      : { version: at, complete: new Set(complete), dense: new Set(['cdn']) },
})

const told = (hours: readonly HourOfDay[], kind: 'complete' | 'dense' = 'complete') => {
  const plan = planDay(hours, dimensions, kind)
  const at = (some: readonly HourOfDay[]) =>
    some.map(({ moment }) => (moment - midnight) / tierMs.hour)
  return { of: plan.dimensions, hours: at(plan.hours), raw: at(plan.raw), others: plan.others }
}

test('a day is the sum of its hours, but for dimensions that they lack', () => {
  const hours = [0, 1, 2].map((at) => hourOf(at, 100, ['country', 'cdn']))
  expect(told(hours)).toEqual({
    of: ['country', 'cdn'],
    hours: [0, 1, 2],
    raw: [],
    others: ['video_title'],
  })
  expect(told(hours, 'dense')).toMatchObject({ of: ['cdn'], others: ['country', 'video_title'] })
})

test('hours without a piece, and quiet ones that lack dimensions, are read from views', () => {
  const hours = [
    hourOf(0, 5, ['cdn']),
    hourOf(1, 100, ['country', 'cdn']),
    hourOf(2, 10, undefined),
    hourOf(3, 100, ['country', 'cdn']),
  ]
  expect(told(hours)).toEqual({
    of: ['country', 'cdn'],
    hours: [1, 3],
    raw: [0, 2],
    others: ['video_title'],
  })
})

test('a dimension that busy hours lack is read from all views', () => {
  const hours = [hourOf(0, 5, ['country', 'cdn']), hourOf(1, 100, ['cdn'])]
  expect(told(hours)).toMatchObject({
    of: ['cdn'],
    hours: [0, 1],
    others: ['country', 'video_title'],
  })
})

test('without pieces of hours everything is read from views', () => {
  const hours = [hourOf(0, 5, undefined), hourOf(1, 100, undefined)]
  expect(told(hours)).toMatchObject({ hours: [], raw: [0, 1] })
  expect(told([])).toMatchObject({ hours: [], raw: [] })
})
