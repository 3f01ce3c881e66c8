import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { type SharedBy, sharingNames } from '../usage.ts'
import {
  centsOfMonth,
  centsOfPart,
  type FixedCost,
  shareAmong,
  type Sharer,
  shareOverDays,
} from './share-costs.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const at = (text: string) => new Date(`${text}T00:00:00Z`)
const november = { from: at('2026-11-01'), until: at('2026-12-01') }

const rent = (given: Partial<FixedCost> = {}): FixedCost => ({
  centsPerMonth: 40_000,
  sharedBy: 'delivered',
  from: at('2026-01-01'),
  until: undefined,
  ...given,
})

const aRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const sumOf = (shares: readonly bigint[]) => shares.reduce((sum, share) => sum + share, 0n)

/** The slow model: every hour of the cost counts one by one. */
const hoursOf = ({ from, until }: FixedCost, start: Date, end: Date) => {
  let hours = 0
  for (let time = start.getTime(); time < end.getTime(); time += hourMs)
    if (time >= from.getTime() && (!until || time < until.getTime())) hours += 1
  return hours
}

/** Each has the whole cents of its exact share; what is left goes to the largest remainders, the first before the later. */
const slowly = (cents: bigint, weights: readonly number[]) => {
  const all = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  const exact = weights.map((weight) => cents * BigInt(weight))
  const shares = exact.map((value) => value / all)
  while (sumOf(shares) < cents) {
    let best = -1
    for (const [index, value] of exact.entries()) {
      const missing = value - shares[index]! * all
      if (missing > 0n && (best < 0 || missing > exact[best]! - shares[best]! * all)) best = index
    }
    shares[best]! += 1n
  }
  return shares
}

const aCost = (random: (below: number) => number): FixedCost => {
  const first = random(45) - 15
  const last = first + random(60)
  const dayOf = (index: number) => new Date(november.from.getTime() + index * dayMs)
  return {
    centsPerMonth: 1 + random(1_000_000),
    sharedBy: sharingNames[random(sharingNames.length)]!,
    from: dayOf(first),
    until: random(3) === 0 ? undefined : dayOf(last + 1),
  }
}

const meterOf = {
  views: 'views_other',
  delivered: 'delivered',
  stored: 'stored',
  encoded: 'encoded',
} as const

test('in random worlds the shares of environments and of days are the whole to the cent, as a slow model says', () => {
  const random = aRandom(11)
  const runs = howMany('shared costs', { usual: 500, long: 10_000, release: 50_000 })
  for (let run = 0; run < runs; run += 1) {
    const cost = aCost(random)
    const start = random(700)
    const end = start + 1 + random(720 - start)
    const part = {
      from: new Date(november.from.getTime() + start * hourMs),
      until: new Date(november.from.getTime() + end * hourMs),
    }
    const hours = hoursOf(cost, november.from, november.until)
    const inside = hoursOf(cost, part.from, part.until)
    const month = centsOfMonth(cost, november)
    expect(Math.abs(Number(month) - (cost.centsPerMonth * hours) / 720)).toBeLessThanOrEqual(0.5)
    const cents = centsOfPart(cost, november, part)
    expect(cents).toBe(hours === 0 ? 0n : slowly(month, [inside, hours - inside])[0])

    const used = Array.from({ length: 1 + random(12) }, () => random(4) * random(900))
    const sharers: Sharer[] = used.map((amount) =>
      cost.sharedBy === 'evenly'
        ? { amounts: { delivered: BigInt(amount) } }
        : { amounts: { [meterOf[cost.sharedBy]]: BigInt(amount) } },
    )
    const isEven = cost.sharedBy === 'evenly' || used.every((amount) => amount === 0)
    const shares = shareAmong(cents, sharers, cost.sharedBy)
    expect(sumOf(shares)).toBe(cents)
    expect(shares).toEqual(slowly(cents, isEven ? used.map(() => 1) : used))

    const days = Array.from({ length: 30 }, (_, index) => ({
      from: new Date(Math.max(november.from.getTime() + index * dayMs, part.from.getTime())),
      until: new Date(
        Math.min(november.from.getTime() + (index + 1) * dayMs, part.until.getTime()),
      ),
    })).filter(({ from, until }) => from < until)
    const ofDays = shareOverDays(cents, cost, days)
    expect(sumOf(ofDays)).toBe(cents)
    const hoursOfDays = days.map(({ from, until }) => hoursOf(cost, from, until))
    expect(ofDays).toEqual(inside > 0 ? slowly(cents, hoursOfDays) : days.map(() => 0n))
  }
})

test('a month costs its whole amount, and one in which the cost begins or ends its days of it', () => {
  expect(centsOfMonth(rent(), november)).toBe(40_000n)
  expect(centsOfMonth(rent({ from: at('2026-11-16') }), november)).toBe(20_000n)
  expect(centsOfMonth(rent({ until: at('2026-11-04') }), november)).toBe(4000n)
  expect(centsOfMonth(rent({ from: at('2026-12-01') }), november)).toBe(0n)
  expect(centsOfMonth(rent({ until: at('2026-11-01') }), november)).toBe(0n)
})

test('half of a month costs half, by the hour', () => {
  const noon = new Date('2026-11-16T12:00:00Z')
  expect(centsOfPart(rent(), november, { from: november.from, until: noon })).toBe(20_667n)
  expect(centsOfPart(rent(), november, { from: noon, until: november.until })).toBe(19_333n)
})

test('hosted and other views count alike, and live minutes are not encoded ones', () => {
  const sharers: Sharer[] = [
    { amounts: { views_hosted: 30n, views_other: 45n, live: 900n } },
    { amounts: { views_other: 25n, encoded: 10n } },
  ]
  const sharedBy = (name: SharedBy) => shareAmong(1000n, sharers, name)
  expect(sharedBy('views')).toEqual([750n, 250n])
  expect(sharedBy('encoded')).toEqual([0n, 1000n])
})

test('while no environment used anything, each has an equal share', () => {
  expect(shareAmong(100n, [{ amounts: {} }, { amounts: {} }, { amounts: {} }], 'stored')).toEqual([
    34n,
    33n,
    33n,
  ])
  expect(shareAmong(100n, [], 'views')).toEqual([])
})
