import { describe, expect, test } from 'vitest'
import { readTime, writeTime } from './time-address.ts'
import {
  earliestStart,
  isGrowing,
  isOutOfReach,
  momentOf,
  type Shown,
  startOf,
  timeAfter,
  type TimeEvent,
  type TimeState,
} from './time-machine.ts'

/** 2026-11-23 12:00:00 in the time zone of the test. */
const newest = new Date(2026, 10, 23, 12, 0, 0).getTime() / 1_000
const minutes = (count: number) => count * 60
const at = (count: number) => newest - minutes(count)

const live: Shown = { kind: 'live' }
const paused: Shown = { kind: 'paused', at: at(5) }
/** From 11:00 to 11:30. */
const window: Shown = { kind: 'window', start: at(60), at: at(60) + 1_795 }
const draft = { day: 'today', hour: '09', minute: '30' } as const
const custom: TimeState = { kind: 'custom', draft, behind: paused }
const draftOf = (hour: string, minute: string) => ({ ...draft, hour, minute })

const windowAt = (start: number): Shown => ({
  kind: 'window',
  start,
  at: Math.min(start + 1_795, newest),
})

/** Every state with every event. */
const table: [TimeState, TimeEvent, TimeState][] = [
  [live, { kind: 'pause' }, { kind: 'paused', at: newest }],
  [live, { kind: 'back' }, windowAt(newest - 1_795 - 600)],
  [live, { kind: 'forward' }, live],
  [live, { kind: 'live' }, live],
  [live, { kind: 'open' }, { kind: 'custom', draft: draftOf('11', '30'), behind: live }],
  [live, { kind: 'type', draft }, live],
  [live, { kind: 'apply' }, live],
  [live, { kind: 'cancel' }, live],

  [paused, { kind: 'pause' }, paused],
  [paused, { kind: 'back' }, windowAt(at(15) - 1_795)],
  [paused, { kind: 'forward' }, live],
  [paused, { kind: 'live' }, live],
  [paused, { kind: 'open' }, { kind: 'custom', draft: draftOf('11', '25'), behind: paused }],
  [paused, { kind: 'type', draft }, paused],
  [paused, { kind: 'apply' }, paused],
  [paused, { kind: 'cancel' }, paused],

  [window, { kind: 'pause' }, window],
  [window, { kind: 'back' }, windowAt(at(70))],
  [window, { kind: 'forward' }, windowAt(at(50))],
  [window, { kind: 'live' }, live],
  [window, { kind: 'open' }, { kind: 'custom', draft: draftOf('11', '00'), behind: window }],
  [window, { kind: 'type', draft }, window],
  [window, { kind: 'apply' }, window],
  [window, { kind: 'cancel' }, window],

  [custom, { kind: 'pause' }, paused],
  [custom, { kind: 'back' }, windowAt(at(15) - 1_795)],
  [custom, { kind: 'forward' }, live],
  [custom, { kind: 'live' }, live],
  [custom, { kind: 'open' }, custom],
  [custom, { kind: 'type', draft: draftOf('10', '') }, { ...custom, draft: draftOf('10', '') }],
  [custom, { kind: 'apply' }, windowAt(at(150))],
  [custom, { kind: 'cancel' }, paused],
]

describe('the table of transitions', () => {
  test('has every state with every event', () => {
    const pairs = table.map(([state, event]) => `${state.kind} ${event.kind}`)
    expect(new Set(pairs).size).toBe(4 * 8)
    expect(pairs).toHaveLength(4 * 8)
  })

  test.each(table)('MONI-008 MONI-010 MONI-011 %o after %o', (state, event, next) => {
    // Opened at 11:30 and five seconds: the fields have minutes only.
    expect(timeAfter(state, event, newest)).toEqual(next)
  })
})

describe('limits', () => {
  test('MONI-009 a window that ended half an hour ago can be paused, an older one cannot', () => {
    const young: Shown = { kind: 'window', start: at(60), at: at(30) }
    expect(timeAfter(young, { kind: 'pause' }, newest)).toEqual({ kind: 'paused', at: at(30) })
    const old: Shown = { kind: 'window', start: at(60), at: at(30) - 5 }
    expect(timeAfter(old, { kind: 'pause' }, newest)).toBe(old)
  })

  test('MONI-010 a step back ends 24 hours ago, a step forward ends live', () => {
    const nearEdge = windowAt(earliestStart(newest) + 60)
    const edge = timeAfter(nearEdge, { kind: 'back' }, newest)
    expect(edge).toEqual(windowAt(newest - 86_400))
    expect(timeAfter(edge, { kind: 'back' }, newest)).toEqual(edge)
    expect(timeAfter(windowAt(at(39)), { kind: 'forward' }, newest)).toEqual(live)
    expect(timeAfter(windowAt(at(40)), { kind: 'forward' }, newest)).toMatchObject({
      kind: 'window',
      start: at(30),
    })
  })

  test('MONI-014 an invalid time stays in its fields', () => {
    const wrong: TimeState = { ...custom, draft: draftOf('24', '00') }
    expect(timeAfter(wrong, { kind: 'apply' }, newest)).toBe(wrong)
  })

  test('MONI-013 MONI-019 a window spans half an hour, and what is listed is never later than the data', () => {
    expect(startOf(live, newest)).toBe(newest - 1_795)
    expect(startOf(window, newest)).toBe(at(60))
    const young = windowAt(at(10))
    expect(momentOf(young, newest)).toBe(newest)
    expect([isGrowing(young, newest), isGrowing(window, newest)]).toEqual([true, false])
  })
})

describe('the address', () => {
  test('MONI-012 each state is read from what it writes', () => {
    for (const shown of [live, paused, window])
      expect(readTime(writeTime(shown), newest)).toEqual(shown)
    expect(writeTime(window)).toEqual({ start: String(at(60)), timestamp: String(at(60) + 1_795) })
    expect(writeTime(live)).toEqual({ start: undefined, timestamp: undefined })
  })

  test('MONI-019 MONI-020 times are steps, and the timestamp lies within its window', () => {
    const read = (start: number, timestamp: number) =>
      readTime({ start: String(start), timestamp: String(timestamp) }, newest)
    expect(read(at(60) + 3, at(60) + 9)).toEqual({
      kind: 'window',
      start: at(60),
      at: at(60) + 5,
    })
    expect(read(at(60), newest)).toMatchObject({ at: at(60) + 1_795 })
    expect(read(at(60), at(90))).toMatchObject({ at: at(60) })
  })

  test('MONI-012 milliseconds are times too, and texts are not', () => {
    expect(readTime({ start: String(at(60) * 1_000) }, newest)).toEqual(window)
    for (const start of ['', 'soon', '-5', 'NaN']) expect(readTime({ start }, newest)).toEqual(live)
  })

  test('MONI-009 a pause grows old and becomes a window of the same half hour', () => {
    const later = newest + 1_800
    expect(readTime({ timestamp: String(newest) }, later)).toEqual({ kind: 'paused', at: newest })
    expect(readTime({ timestamp: String(newest) }, later + 5)).toEqual({
      kind: 'window',
      start: newest - 1_795,
      at: newest,
    })
  })

  test('MONI-014 MONI-016 the future is now, and more than a day ago is out of reach', () => {
    expect(readTime({ start: String(newest + 900) }, newest)).toMatchObject({ start: newest })
    expect(readTime({ timestamp: String(newest + 900) }, newest)).toEqual({
      kind: 'paused',
      at: newest,
    })
    const reach = (start: number) =>
      isOutOfReach(readTime({ start: String(start) }, newest), newest)
    expect([reach(newest - 86_400), reach(newest - 86_405)]).toEqual([false, true])
  })
})
