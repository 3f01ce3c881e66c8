import { howMany } from '@playhead/testing/how-many.ts'
import { describe, expect, test } from 'vitest'
import { pieceWaits, type Tier, tierMs, versionsPerMs } from './piece.ts'
import {
  type ChangedHour,
  freshPieces,
  hasFewViews,
  isMostlyRaw,
  type KnownPiece,
  planRange,
} from './plan-range.ts'

const hour = tierMs.hour
const day = tierMs.day
const midnight = Date.parse('2026-11-20T00:00:00Z')
const madeAt = Date.parse('2026-11-25T00:00:00Z')
const now = Date.parse('2026-11-26T00:00:00Z')

const piece = (tier: Tier, moment: number, given: Partial<KnownPiece> = {}): KnownPiece => ({
  tier,
  moment,
  version: madeAt * versionsPerMs + 7,
  isCurrent: true,
  isComplete: true,
  ...given,
})

const changed = (at: number, given: Partial<ChangedHour> = {}): ChangedHour => ({
  hour: at,
  written: madeAt - pieceWaits.margin - 1,
  firstLoss: now + day,
  writtenRows: 1_000,
  ...given,
})

/** Mulberry32. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

describe('a piece that no longer holds the present views is not used', () => {
  const fresh = (one: KnownPiece, change?: ChangedHour) =>
    freshPieces([one], change === undefined ? [] : [change], now).length === 1

  test('when an hour of it changed later, or within the margin before it was made', () => {
    const [ofHour, ofDay] = [piece('hour', midnight), piece('day', midnight)]
    const latest = madeAt - pieceWaits.margin
    for (const one of [ofHour, ofDay]) {
      expect(fresh(one, changed(midnight))).toBe(true)
      expect(fresh(one, changed(midnight, { written: latest }))).toBe(false)
      expect(fresh(one, changed(midnight, { written: now }))).toBe(false)
    }
    const last = changed(midnight + 23 * hour, { written: latest })
    expect([fresh(ofHour, last), fresh(ofDay, last)]).toEqual([true, false])
    expect(fresh(ofDay, changed(midnight + day, { written: latest }))).toBe(true)
    expect(fresh(ofDay, changed(midnight - hour, { written: latest }))).toBe(true)
  })

  test('when retention may have removed views, it lies in the future, or lacks numbers or values', () => {
    const one = piece('hour', midnight)
    expect(fresh(one, changed(midnight, { firstLoss: now + 1 }))).toBe(true)
    expect(fresh(one, changed(midnight, { firstLoss: now }))).toBe(false)
    expect(fresh({ ...one, version: now * versionsPerMs })).toBe(true)
    expect(fresh({ ...one, version: (now + 1) * versionsPerMs })).toBe(false)
    expect(fresh({ ...one, isCurrent: false })).toBe(false)
    expect(fresh({ ...one, isComplete: false })).toBe(false)
  })
})

test('a range is days, hours at its edges, and views where neither fits', () => {
  const pieces = [
    ...Array.from({ length: 72 }, (_, index) => piece('hour', midnight + index * hour)),
    ...[0, 1, 2].map((index) => piece('day', midnight + index * day)),
  ]
  const start = midnight + 21.5 * hour
  const end = midnight + 2 * day + 1.25 * hour
  const plan = planRange({ start, end }, pieces, ['day', 'hour'])
  expect(plan.pieces.map(({ tier, moment }) => [tier, (moment - midnight) / hour])).toEqual([
    ['hour', 22],
    ['hour', 23],
    ['day', 24],
    ['hour', 48],
  ])
  expect(plan.raw).toEqual([
    { start, end: midnight + 22 * hour },
    { start: midnight + 49 * hour, end },
  ])
  const ofHours = planRange({ start, end }, pieces, ['hour'])
  expect(new Set(ofHours.pieces.map(({ tier }) => tier))).toEqual(new Set(['hour']))
  expect(ofHours.raw).toEqual(plan.raw)
})

test('a range of which more than half is read from views has exact percentiles', () => {
  const range = { start: midnight, end: midnight + 2 * day }
  const raw = (hours: number) => [
    { start: midnight, end: midnight + hour },
    { start: midnight + day, end: midnight + day + (hours - 1) * hour },
  ]
  expect([isMostlyRaw(range, raw(24)), isMostlyRaw(range, raw(25))]).toEqual([false, true])
})

test('a range of fewer than three million views has exact percentiles of single metrics', () => {
  const range = { start: midnight + 0.5 * hour, end: midnight + 2 * hour }
  const rows = (at: number, writtenRows: number) => changed(at, { writtenRows })
  const besides = [rows(midnight - hour, 9e6), rows(midnight + 2 * hour, 9e6)]
  const of = (last: number) => [...besides, rows(midnight, 2_000_000), rows(midnight + hour, last)]
  expect(hasFewViews(range, of(999_999))).toBe(true)
  expect(hasFewViews(range, of(1_000_000))).toBe(false)
})

const rounds = howMany('plans', { usual: 300, long: 3_000 })

test('pieces and views cover a range exactly once, whatever is missing', () => {
  const random = randomOf(20_261_127)
  for (let round = 0; round < rounds; round += 1) {
    const share = random()
    const pieces = [
      ...Array.from({ length: 24 * 6 }, (_, index) => piece('hour', midnight + index * hour)),
      ...Array.from({ length: 6 }, (_, index) => piece('day', midnight + index * day)),
    ].filter(() => random() < share)
    const whole = random() < 0.3 ? hour : 1
    const at = () => midnight + Math.floor((random() * 6 * day) / whole) * whole
    const [start, end] = [at(), at() + 1].toSorted((a, b) => a - b) as [number, number]
    const tiers: Tier[] = random() < 0.3 ? ['hour'] : ['day', 'hour']
    const plan = planRange({ start, end }, pieces, tiers)
    const covered = [
      ...plan.raw,
      ...plan.pieces.map(({ tier, moment }) => ({ start: moment, end: moment + tierMs[tier] })),
    ].toSorted((a, b) => a.start - b.start)
    let reached = start
    for (const part of covered) {
      expect(part.start).toBe(reached)
      expect(part.end).toBeGreaterThan(part.start)
      reached = part.end
    }
    expect(reached).toBe(Math.max(start, end))
    for (const used of plan.pieces) {
      expect(pieces).toContain(used)
      expect(tiers).toContain(used.tier)
    }
  }
})
