import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { billingFrequencies, overages } from '../plans.ts'
import { priceOf, type PriceStep } from '../rate.ts'
import { type Meter, meters } from '../usage.ts'
import { feeLines, includedOfMonth, pricedPeriods, type SubscriptionSpan } from './fee-lines.ts'
import { rateUsage } from './rate-usage.ts'

const aRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
type Random = ReturnType<typeof aRandom>

const monthOf = (year: number, month: number) => ({
  from: new Date(Date.UTC(year, month, 1)),
  until: new Date(Date.UTC(year, month + 1, 1)),
})

const monthsFrom2024 = Array.from({ length: 48 }, (_, index) => monthOf(2024, index))

const aSpan = (random: Random, from: Date, until: Date | null): SubscriptionSpan => ({
  planId: 'pro',
  planName: 'Pro',
  planVersion: 1 + random(3),
  frequency: billingFrequencies[random(2)]!,
  fees: { month: random(100_000), year: random(1_000_000) },
  included: { delivered: random(200_000), views_other: random(3) * 1000 },
  overage: overages[random(2)]!,
  currency: 'USD',
  from,
  until,
})

/** Changes at whole seconds, some of them at the beginning of a month or on a leap day. */
const aHistory = (random: Random): SubscriptionSpan[] => {
  const times = new Set<number>()
  for (let count = 1 + random(6); count > 0; count -= 1) {
    const any = Date.UTC(2024, 0, 1) + random(3 * 365 * 86_400) * 1000
    const moments = [any, Date.UTC(2024, random(30), 1), Date.UTC(2024, 1, 29, random(24))]
    times.add(moments[random(4)] ?? any)
  }
  const sorted = [...times].toSorted((one, other) => one - other)
  return sorted.map((time, index) => {
    const next = sorted[index + 1]
    return aSpan(random, new Date(time), next === undefined ? null : new Date(next))
  })
}

/** The nearest whole number of a fraction, found by trying; a half goes to the even one. */
const nearest = (numerator: number, denominator: number, factor: number) => {
  const top = BigInt(factor) * BigInt(numerator)
  const bottom = BigInt(denominator)
  let cents = top / bottom
  while (2n * (top - cents * bottom) > bottom) cents += 1n
  return 2n * (top - cents * bottom) === bottom && cents % 2n === 1n ? cents + 1n : cents
}

const secondsIn = (from: number, until: number) => Math.max(0, (until - from) / 1000)

/** Walks year by year from the beginning of the subscription. */
const slowYears = (span: SubscriptionSpan, month: { from: Date; until: Date }) => {
  const lines: bigint[] = []
  const end = span.until?.getTime() ?? Infinity
  for (let year = 0; year < 6; year += 1) {
    const [from, until] = [year, year + 1].map((count) => {
      const time = new Date(span.from)
      time.setUTCFullYear(time.getUTCFullYear() + count)
      return time.getTime()
    }) as [number, number]
    if (from >= end) break
    if (from >= month.from.getTime() && from < month.until.getTime())
      lines.push(BigInt(span.fees.year))
    if (end < until && end >= month.from.getTime() && end < month.until.getTime())
      lines.push(-nearest(secondsIn(end, until), secondsIn(from, until), span.fees.year))
  }
  return lines.filter((cents) => cents !== 0n)
}

const slowMonth = (span: SubscriptionSpan, month: { from: Date; until: Date }) => {
  const seconds = secondsIn(
    Math.max(span.from.getTime(), month.from.getTime()),
    Math.min(span.until?.getTime() ?? Infinity, month.until.getTime()),
  )
  const whole = secondsIn(month.from.getTime(), month.until.getTime())
  return seconds === 0 ? [] : [nearest(seconds, whole, span.fees.month)]
}

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, one) => total + one, 0n)

test('fees and included amounts of random histories are what a slow model says, to the cent', () => {
  const random = aRandom(11)
  const runs = howMany('histories', { usual: 300, long: 10_000 })
  for (let run = 0; run < runs; run += 1) {
    const spans = aHistory(random)
    // One that a change fell into, and any other.
    const changed = random(spans.length)
    const months = monthsFrom2024.filter(({ from, until }) => {
      const time = spans[changed]!.from
      return time >= from && time < until
    })
    for (const month of [...months, monthsFrom2024[random(48)]!]) {
      const slow = spans.flatMap((span) =>
        span.frequency === 'year' ? slowYears(span, month) : slowMonth(span, month),
      )
      const fast = feeLines(spans, month).map(({ cents }) => cents)
      const texts = [fast, slow].map((lines) => lines.filter((cents) => cents !== 0n).join(' '))
      expect(texts[0]).toBe(texts[1])
      const whole = secondsIn(month.from.getTime(), month.until.getTime())
      let minutes = 0n
      for (const span of spans.filter(({ overage }) => overage === 'priced')) {
        const from = Math.max(span.from.getTime(), month.from.getTime())
        const until = Math.min(span.until?.getTime() ?? Infinity, month.until.getTime())
        minutes += BigInt(secondsIn(from, until)) * BigInt(span.included.delivered!)
      }
      const exact = minutes * 60n * 1000n
      const included = includedOfMonth(spans, month).delivered ?? 0n
      const off = 2n * (included * BigInt(whole) - exact)
      expect(off <= BigInt(whole) && off >= -BigInt(whole)).toBe(true)
    }
  }
})

const pricesOf = (random: Random) =>
  ['720p', '1080p', '2160p'].map((tier) => {
    const steps: PriceStep[] = [
      { upto: 1 + random(100_000), micros: random(2_000_000) },
      { micros: random(2_000_000) },
    ]
    return { meter: 'delivered', tier, steps }
  })

/** Takes the included amount one thousandth of a unit at a time from the line whose first unit is dearest. */
test('included amounts are taken from the dearest resolution first, and the steps count what is left', () => {
  const random = aRandom(23)
  const runs = howMany('usages', { usual: 500, long: 10_000 })
  for (let run = 0; run < runs; run += 1) {
    const prices = pricesOf(random)
    const usage = ['720p', '1080p', '2160p'].map((tier) => ({
      meter: 'delivered' as const,
      tier,
      quality: '',
      thousandths: BigInt(random(50_000_000)) * 1000n,
    }))
    const included = BigInt(random(80_000_000)) * 1000n
    const lines = rateUsage(usage, prices, { delivered: included })
    const total = sum(usage.map(({ thousandths }) => thousandths))
    const taken = sum(lines.map((line) => line.includedThousandths))
    expect(taken).toBe(included < total ? included : total)
    for (const line of lines) {
      const first = priceOf(prices, line)!.steps[0]!.micros
      // Nothing of a cheaper line is included while a dearer one still has something to charge.
      const dearer = lines.filter((other) => priceOf(prices, other)!.steps[0]!.micros > first)
      const isLeft = dearer.some((other) => other.includedThousandths < other.thousandths)
      expect(line.includedThousandths > 0n && isLeft).toBe(false)
      const rest = line.thousandths - line.includedThousandths
      const [low, high] = priceOf(prices, line)!.steps as [PriceStep, PriceStep]
      const step = BigInt(low.upto!) * 60_000n
      const below = rest < step ? rest : step
      const top = below * BigInt(low.micros) + (rest - below) * BigInt(high.micros)
      const bottom = 60_000n * 1_000_000n
      const off = 2n * (line.cents! * bottom - top)
      expect(off <= bottom && off >= -bottom).toBe(true)
    }
  }
})

const november = monthOf(2026, 10)

const pro = (changes: Partial<SubscriptionSpan>): SubscriptionSpan => ({
  ...aSpan(aRandom(1), november.from, null),
  frequency: 'month',
  fees: { month: 3000, year: 36_500 },
  included: { delivered: 1000 },
  overage: 'priced',
  ...changes,
})

test('a plan that was had for ten of thirty days costs a third of its fee, and includes a third', () => {
  const until = new Date('2026-11-11T00:00:00Z')
  const spans = [pro({ until }), pro({ from: until, fees: { month: 6000, year: 0 } })]
  expect(feeLines(spans, november).map(({ cents }) => cents)).toEqual([1000n, 4000n])
  const delivered = (meter: Meter) => BigInt(1000 * meters[meter].perUnit * 1000)
  expect(includedOfMonth(spans.slice(0, 1), november).delivered).toBe(
    (delivered('delivered') * 1n) / 3n,
  )
})

test('a year is charged in the month it begins, and what is left is credited when it ends early', () => {
  const from = new Date('2026-01-01T00:00:00Z')
  const until = new Date('2026-11-02T00:00:00Z')
  const spans = [pro({ frequency: 'year', from, until })]
  expect(feeLines(spans, monthOf(2026, 0)).map(({ cents }) => cents)).toEqual([36_500n])
  expect(feeLines(spans, monthOf(2026, 5))).toEqual([])
  // 60 of 365 days are left.
  expect(feeLines(spans, november)).toMatchObject([{ kind: 'credit', cents: -6000n }])
})

test('what a plan without overage price was used for is not charged, and includes nothing', () => {
  const until = new Date('2026-11-11T00:00:00Z')
  const spans = [pro({ until, overage: 'none' }), pro({ from: until })]
  expect(pricedPeriods(spans, november)).toEqual([{ from: until, until: november.until }])
  expect(includedOfMonth(spans, november).delivered).toBe(40_000_000n)
})
