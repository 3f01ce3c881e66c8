import { expect, test } from 'vitest'
import { aDice } from '../testing-dice.ts'
import { windowLengthOf } from './window-length.ts'
import {
  type AnomalyEffect,
  type AnomalyState,
  type AnomalyWindow,
  judgeAnomaly,
  newAnomalyState,
} from './judge-anomaly.ts'

const step = 300
const limit = 4

const aWindow = (given: Partial<AnomalyWindow> = {}): AnomalyWindow => ({
  knownShare: 1,
  distance: 0,
  views: 100,
  affected: 20,
  newShare: 1,
  isCause: true,
  countsViews: false,
  ...given,
})
const beyond = aWindow({ distance: 5 })
const good = aWindow()
const unknown = aWindow({ knownShare: 0.5, distance: 9 })
const few = aWindow({ distance: 9, views: 24 })

const times = (count: number, window: AnomalyWindow) => Array.from({ length: count }, () => window)

/** By the number of the window after which it happened. */
const judged = (windows: readonly AnomalyWindow[], from: AnomalyState = newAnomalyState(0)) => {
  let state = from
  const effects: [number, AnomalyEffect][] = []
  for (const [index, window] of windows.entries()) {
    const next = judgeAnomaly(limit, window, state, index * step)
    state = next.state
    if (next.effect) effects.push([index, next.effect])
  }
  return { state, effects }
}
const opened = { kind: 'open' }

test.each([
  ['one spike', [good, beyond, good, beyond, good], []],
  ['two windows running', [good, beyond, beyond], [[2, opened]]],
  ['too few affected', times(5, aWindow({ distance: 5, affected: 4.9 })), []],
  ['affected views add up', times(6, aWindow({ distance: 5, affected: 5 })), [[4, opened]]],
  [
    'overlapping windows do not add up: they see the same views',
    times(12, aWindow({ distance: 5, affected: 9, newShare: 1 / 6 })),
    [],
  ],
  [
    'the worst of overlapping windows counts',
    [9, 9, 10].map((affected) => aWindow({ distance: 5, affected, newShare: 1 / 6 })),
    [[2, opened]],
  ],
  ['what another cause explains', times(9, aWindow({ distance: 9, isCause: false })), []],
  ['unknown windows break no row', [beyond, unknown, unknown, beyond], [[3, opened]]],
  ['unknown windows open nothing', times(9, unknown), []],
  ['few views', times(9, few), []],
  [
    'few views of a measure that counts them',
    times(2, { ...few, countsViews: true }),
    [[1, opened]],
  ],
] as const)('%s', (_, windows, expected) => {
  expect(judged(windows).effects).toEqual(expected)
})

test('it closes after half an hour of good windows, at the first of them, and is quiet for an hour', () => {
  const windows = [beyond, beyond, ...times(6, good), ...times(13, beyond)]
  expect(judged(windows).effects).toEqual([
    [1, opened],
    [7, { kind: 'end', status: 'closed', at: 2 * step }],
    [20, opened],
  ])
})

test('a drift back over the middle keeps it open, a gap keeps what is known', () => {
  const between = aWindow({ distance: 3 })
  const windows = [
    beyond,
    beyond,
    ...times(5, good),
    between,
    ...times(3, good),
    ...times(4, unknown),
    ...times(3, good),
  ]
  const { effects } = judged(windows)
  expect(effects).toEqual([
    [1, opened],
    [15, { kind: 'end', status: 'closed', at: 8 * step }],
  ])
})

test('it expires without viewers, without data and by its age', () => {
  const start = [beyond, beyond]
  const ends = (windows: readonly AnomalyWindow[]) => judged([...start, ...windows]).effects[1]
  expect(ends(times(3, few))).toEqual([
    4,
    { kind: 'end', status: 'expired', by: 'few_viewers', at: 5 * step },
  ])
  expect(ends(times(72, unknown))?.[0]).toBe(73)
  expect(ends(times(2_016, beyond))?.[0]).toBe(2_016)
})

test('what a person ended opens again only once it was good', () => {
  const waiting = { ...newAnomalyState(0), waitsForGood: true }
  expect(judged(times(20, beyond), waiting).effects).toEqual([])
  expect(judged([beyond, good, beyond, beyond], waiting).effects).toEqual([[3, opened]])
})

test('random windows: openings and ends take turns', () => {
  const random = aDice(7)
  const windows = Array.from({ length: 20_000 }, () =>
    aWindow({
      distance: random() < 0.4 ? 5 : random() * 4,
      knownShare: random() < 0.1 ? 0 : 1,
      views: random() < 0.1 ? 10 : 100,
    }),
  )
  const { effects } = judged(windows)
  expect(effects.length).toBeGreaterThan(50)
  for (const [place, [, { kind }]] of effects.entries())
    expect(kind).toBe(place % 2 === 0 ? 'open' : 'end')
})

test.each([
  [300, 1],
  [75, 1],
  [74, 6],
  [34, 6],
  [33, 12],
  [0, 12],
])('of %i views in five minutes, a window is %i times as long', (views, length) => {
  expect(windowLengthOf([views, views])).toBe(length)
  expect(windowLengthOf([])).toBe(12)
})
