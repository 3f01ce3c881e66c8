import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { judge, type JudgedRule, newState } from '../judge/judge.ts'
import { aDice } from '../testing-dice.ts'
import { replayGroup, type ReplayedIncident } from './replay.ts'
import type { SeenWindows, WindowsOfGroup } from './windows.ts'

/** Judges every slot, whether anything can happen in it or not. */
const judgeEverySlot = (rule: JudgedRule, windows: SeenWindows, { values }: WindowsOfGroup) => {
  const { slots, from } = windows
  const worst = rule.area === 'above' ? Math.max : Math.min
  const incidents: Omit<ReplayedIncident, 'group'>[] = []
  const statuses = new Set<string>()
  let state = newState(slots.first + from * slots.seconds)
  for (let at = from; at < slots.count; at += 1) {
    const isFew = Number.isNaN(values[at]!)
    const window = {
      knownShare: windows.knownShares[at]!,
      value: isFew ? null : values[at]!,
      audience: isFew ? 0 : 100,
    }
    const end = slots.first + (at + 1) * slots.seconds
    const { state: after, effect } = judge(rule, window, state, end - 5)
    state = after
    if (effect?.kind === 'open') incidents.push({ start: end, end: null, peak: null })
    const last = incidents.at(-1)
    if (last?.end === null && window.value !== null)
      last.peak = last.peak === null ? window.value : worst(last.peak, window.value)
    if (last && effect?.kind === 'end') last.end = end
    if (effect)
      statuses.add(effect.kind === 'end' ? effect.status : `flapping ${effect.isFlapping}`)
  }
  return { incidents, statuses }
}

const of = <T>(dice: () => number, some: readonly T[]) => some[Math.floor(dice() * some.length)]!

/** An incident expires after this many minutes, and opens again. */
const week = 7 * 24 * 60

const kinds = ['level', 'level', 'noise', 'few', 'unknown'] as const

/** Runs of values, of windows with too few viewers and of unknown ones; one kind, if it is given, lasts for a week. */
const aSeries = (dice: () => number, lasting?: (typeof kinds)[number]) => {
  const count = lasting ? week + 200 : 2_000
  const seconds = lasting ? 60 : of(dice, [5, 60])
  const values = new Float64Array(count)
  const knownShares = new Float64Array(count)
  const longest = of(dice, [5, 40, 400])
  for (let at = 0; at < count;) {
    const isLasting = lasting !== undefined && at >= 60
    const kind = isLasting ? lasting : of(dice, kinds)
    const level = Math.round(dice() * 20) / 20
    const end = isLasting ? count : Math.min(count, at + 1 + Math.floor(dice() * longest))
    for (; at < end; at += 1) {
      values[at] = kind === 'few' ? Number.NaN : kind === 'noise' ? dice() : level
      knownShares[at] = kind === 'unknown' ? of(dice, [0, 0.79]) : of(dice, [0.8, 1])
    }
  }
  const windows: SeenWindows = {
    slots: { first: 1_900_000_020, seconds, count },
    from: 5,
    knownShares,
    groups: [{ parts: ['DE'], values }],
  }
  return windows
}

test('a replay of any value is what judging every slot would do', () => {
  const seen = new Set<string>()
  const series = howMany('replayed series', { usual: 24, long: 400, release: 3_000 })
  for (let seed = 0; seed < series; seed += 1) {
    const dice = aDice(seed)
    const windows = aSeries(dice, seed % 4 === 0 ? of(dice, kinds) : undefined)
    const [group] = windows.groups
    const given = {
      area: of(dice, ['above', 'below'] as const),
      windowSeconds: of(dice, [60, 300, 3_600]),
      closeAfterSeconds: of(dice, [0, 60, 120, 3_600]),
      minViews: 25,
      opensWithoutData: dice() < 0.5,
    }
    for (let value = 0; value <= 1; value += 0.1) {
      const rule = { ...given, value, closeValue: value * (given.area === 'above' ? 0.9 : 1.1) }
      const { incidents, statuses } = judgeEverySlot(rule, windows, group!)
      for (const status of statuses) seen.add(status)
      expect(replayGroup(rule, windows, group!), `seed ${seed}, value ${value}`).toEqual(
        incidents.map((one) => ({ group: ['DE'], ...one })),
      )
    }
  }
  expect([...seen].toSorted()).toEqual(['closed', 'expired', 'flapping false', 'flapping true'])
})
