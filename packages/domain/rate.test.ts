import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { type PriceStep, priceOf, rate, shareOut } from './rate.ts'

/** The slow model: every unit is a fraction of its own, added up by numerator and denominator. */
const slowly = (thousandths: bigint, perUnit: number, steps: readonly PriceStep[]) => {
  const unit = BigInt(perUnit) * 1000n
  let [numerator, denominator] = [0n, 1n]
  let from = 0n
  for (const { upto, micros } of steps) {
    const end = upto === undefined ? thousandths : BigInt(upto) * unit
    const until = end < thousandths ? end : thousandths
    if (until > from) {
      // Adds (until - from) / unit × micros / 1,000,000.
      const [top, bottom] = [(until - from) * BigInt(micros), unit * 1_000_000n]
      numerator = numerator * bottom + top * denominator
      denominator *= bottom
    }
    if (end > from) from = end
  }
  for (let cents = numerator / denominator; ; cents += 1n) {
    const twice = 2n * (numerator - cents * denominator)
    if (twice < denominator) return cents
    if (twice === denominator) return cents % 2n === 0n ? cents : cents + 1n
  }
}

const aRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

const aLadder = (random: (below: number) => number): PriceStep[] => {
  let upto = 0
  const steps: PriceStep[] = Array.from({ length: random(4) }, () => {
    upto += 1 + random(500)
    return { upto, micros: random(2_000_000) }
  })
  return [...steps, { micros: random(2_000_000) }]
}

test('a line costs what a slow model says, to the cent', () => {
  const random = aRandom(7)
  const runs = howMany('ratings', { usual: 500, long: 10_000, release: 50_000 })
  for (let run = 0; run < runs; run += 1) {
    const steps = aLadder(random)
    const perUnit = [1, 60, 43_800][random(3)]!
    const thousandths = BigInt(random(2_000_000)) * BigInt(1 + random(perUnit))
    expect(rate({ thousandths, perUnit }, steps)).toBe(slowly(thousandths, perUnit, steps))
  }
})

test('a half is rounded to the even cent, once for each line', () => {
  const half = [{ micros: 500_000 }]
  const cents = [1, 2, 3, 5].map((units) =>
    rate({ thousandths: BigInt(units) * 1000n, perUnit: 1 }, half),
  )
  expect(cents).toEqual([0n, 1n, 2n, 2n])
})

test('steps are graduated: the first units keep their price', () => {
  const steps = [{ upto: 100, micros: 2_000_000 }, { micros: 1_000_000 }]
  expect(rate({ thousandths: 150_000n, perUnit: 1 }, steps)).toBe(250n)
})

test('the parts of a shared amount are the whole, and each is within a cent of its share', () => {
  const random = aRandom(3)
  const runs = howMany('sharings', { usual: 500, long: 5000 })
  for (let run = 0; run < runs; run += 1) {
    const weights = Array.from({ length: 1 + random(12) }, () => BigInt(random(1000)))
    const total = weights.reduce((sum, weight) => sum + weight, 0n)
    const cents = BigInt(random(100_000))
    const shares = shareOut(cents, weights)
    if (total === 0n) continue
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(cents)
    for (const [index, share] of shares.entries())
      expect(
        Math.abs(Number(share) - (Number(cents) * Number(weights[index])) / Number(total)),
      ).toBeLessThan(1)
  }
})

test('the most precise price counts', () => {
  const prices = [
    { meter: 'stored', steps: [{ micros: 1 }] },
    { meter: 'stored', quality: 'premium', steps: [{ micros: 2 }] },
    { meter: 'stored', tier: '2160p', steps: [{ micros: 3 }] },
    { meter: 'stored', tier: '2160p', quality: 'premium', steps: [{ micros: 4 }] },
  ]
  const micros = (tier: string, quality: string) =>
    priceOf(prices, { meter: 'stored', tier, quality })?.steps[0]?.micros
  expect([micros('720p', 'plus'), micros('720p', 'premium')]).toEqual([1, 2])
  expect([micros('2160p', 'plus'), micros('2160p', 'premium')]).toEqual([3, 4])
  expect(priceOf(prices, { meter: 'live', tier: '', quality: '' })).toBeUndefined()
})
