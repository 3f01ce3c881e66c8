import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import type { Price } from '../rate.ts'
import type { FeeLine } from '../rating/fee-lines.ts'
import { rateUsage } from '../rating/rate-usage.ts'
import { type EnvironmentUsage, sumOfEnvironments } from '../rating/sum-usage.ts'
import { correctionLines, drawLines, sumOf, usageLines } from './draw-lines.ts'

const month = new Date('2026-10-01T00:00:00Z')
const names = new Map([
  ['a', 'Production'],
  ['b', 'Staging'],
])

/** Numbers that look random and are the same in each run. */
const aDice = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
}

const prices: Price[] = [
  {
    meter: 'delivered',
    tier: '1080p',
    steps: [{ upto: 1000, micros: 120_000 }, { micros: 80_000 }],
  },
  { meter: 'delivered', steps: [{ micros: 70_003 }] },
  { meter: 'encoded', steps: [{ micros: 1_500_000 }] },
]

const aWorld = (roll: (below: number) => number): EnvironmentUsage[] =>
  ['a', 'b', 'c', 'd'].flatMap((environmentId) =>
    (['720p', '1080p', ''] as const).map((tier) => ({
      environmentId,
      meter: tier === '' ? ('encoded' as const) : ('delivered' as const),
      tier,
      quality: '',
      thousandths: BigInt(roll(5) === 0 ? 0 : roll(900_000_000)),
    })),
  )

const rated = (rows: readonly EnvironmentUsage[], minutes: number) => ({
  lines: rateUsage(sumOfEnvironments(rows), prices, { delivered: BigInt(minutes) * 60_000n }),
  ofEnvironments: rows,
})

const costOf = (lines: ReturnType<typeof rated>['lines']) =>
  lines.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)

test('the environments of each line add up to what the organization pays and to what it used', () => {
  const worlds = howMany('invoiced worlds', { usual: 300, long: 10_000 })
  for (let seed = 1; seed <= worlds; seed += 1) {
    const roll = aDice(seed)
    const rows = aWorld(roll)
    const { lines } = rated(rows, roll(100_000))
    const drawn = usageLines({ lines, ofEnvironments: rows, prices, names, month })
    expect(sumOf(drawn)).toBe(costOf(lines))
    for (const line of lines) {
      const own = drawn.filter(({ tier, meter }) => tier === line.tier && meter === line.meter)
      const sum = (of: 'thousandths' | 'includedThousandths') =>
        own.reduce((all, one) => all + one[of], 0n)
      expect(sum('thousandths')).toBe(line.thousandths)
      expect(sum('includedThousandths')).toBe(line.includedThousandths)
    }
    for (const { cents, includedThousandths, thousandths } of drawn) {
      expect(cents).toBeGreaterThanOrEqual(0n)
      expect(includedThousandths).toBeLessThanOrEqual(thousandths)
    }
  }
})

test('a correction is the difference to the cent, whatever changed in which environment', () => {
  const worlds = howMany('corrected worlds', { usual: 300, long: 10_000 })
  let moved = 0
  for (let seed = 1; seed <= worlds; seed += 1) {
    const roll = aDice(seed)
    const minutes = roll(50_000)
    const before = rated(aWorld(roll), minutes)
    const now = rated(
      before.ofEnvironments.map((row) => ({
        ...row,
        thousandths: roll(3) === 0 ? BigInt(roll(900_000_000)) : row.thousandths,
      })),
      minutes,
    )
    const lines = correctionLines({ month, before, now, names })
    expect(sumOf(lines)).toBe(costOf(now.lines) - costOf(before.lines))
    if (lines.length > 0) moved += 1
    expect(correctionLines({ month, before: now, now, names })).toEqual([])
  }
  expect(moved).toBeGreaterThan(worlds / 2)
})

test('what belongs to an environment stands together, by its name', () => {
  const zoo = new Map([
    ['a', 'Staging'],
    ['b', 'Archive'],
  ])
  const use = (environmentId: string, tier: string, thousandths: bigint): EnvironmentUsage => ({
    environmentId,
    meter: 'delivered',
    tier,
    quality: '',
    thousandths,
  })
  const rows = ['720p', '1080p'].flatMap((tier) => [
    use('a', tier, 90_000_000n),
    use('b', tier, 90_000_000n),
  ])
  const given = rated(rows, 0)
  const order = (lines: ReturnType<typeof usageLines>) =>
    lines.map(({ environmentName, tier }) => `${environmentName} ${tier}`)
  const expected = ['Archive 1080p', 'Archive 720p', 'Staging 1080p', 'Staging 720p']
  const drawn = usageLines({ ...given, prices, names: zoo, month })
  expect(order(drawn)).toEqual(expected)
  const before = { lines: [], ofEnvironments: [] }
  expect(order(correctionLines({ month, before, now: given, names: zoo }))).toEqual(expected)
})

const fee = (cents: bigint, kind: FeeLine['kind'] = 'fee'): FeeLine => ({
  kind,
  planId: 'pro',
  planName: 'Pro',
  planVersion: 1,
  frequency: 'month',
  currency: 'USD',
  cents,
  from: month,
  until: new Date('2026-11-01T00:00:00Z'),
})

test('credits beyond what is charged are carried, so that no invoice is below zero', () => {
  const drawn = (fees: FeeLine[], carried?: { month: Date; cents: bigint }) =>
    drawLines({ month, fees, usage: [], corrections: [], carried })
  const lines = drawn([fee(1000n), fee(-2500n, 'credit')])
  expect(sumOf(lines)).toBe(0n)
  expect(lines.at(-1)).toMatchObject({ kind: 'carried', cents: 1500n })
  const next = drawn([fee(1000n)], { month, cents: 1500n })
  expect(next.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['fee', 1000n],
    ['carried', -1500n],
    ['carried', 500n],
  ])
  expect(next[1]!.description).toBe('Credit carried from October 2026')
  expect(drawn([fee(1000n)])[0]!.description).toBe('Plan Pro, by the month, Oct 1 to Oct 31')
  expect(drawn([fee(0n)])).toEqual([])
  expect(drawn([], { month, cents: 500n })).toEqual([])
})
