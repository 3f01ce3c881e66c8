import type { BillingFrequency, Fees, Included, Overage, PlanName } from '../plans.ts'
import { type Meter, meterNames, meters } from '../usage.ts'
import { divideHalfEven } from './round.ts'

export interface Period {
  from: Date
  until: Date
}

/** From when to when an organization had a version of a plan, at a frequency. */
export interface SubscriptionSpan {
  planId: string
  planName: PlanName
  planVersion: number
  frequency: BillingFrequency
  fees: Fees
  included: Included
  overage: Overage
  currency: string
  from: Date
  /** Null while it runs. */
  until: Date | null
}

export interface FeeLine extends Period {
  kind: 'fee' | 'credit'
  planId: string
  planName: PlanName
  planVersion: number
  frequency: BillingFrequency
  currency: string
  /** Negative for a credit. */
  cents: bigint
}

const overlapOf = (span: Pick<SubscriptionSpan, 'from' | 'until'>, period: Period) => {
  const from = span.from > period.from ? span.from : period.from
  const until = span.until !== null && span.until < period.until ? span.until : period.until
  return from < until ? { from, until } : undefined
}

const lengthOf = ({ from, until }: Period) => BigInt(until.getTime() - from.getTime())

/** A year later; 29 February becomes 1 March. */
const addYears = (time: Date, count: number) => {
  const later = new Date(time)
  later.setUTCFullYear(time.getUTCFullYear() + count)
  return later
}

const isIn = (time: Date, { from, until }: Period) => time >= from && time < until

/** The year of a subscription that a moment falls into. */
export const yearOf = (from: Date, time: Date): Period => {
  let years = time.getUTCFullYear() - from.getUTCFullYear()
  if (addYears(from, years) > time) years -= 1
  return { from: addYears(from, years), until: addYears(from, years + 1) }
}

/** By the second, over the whole month. */
const monthlyLines = (span: SubscriptionSpan, month: Period) => {
  const part = overlapOf(span, month)
  if (!part) return []
  const cents = divideHalfEven(BigInt(span.fees.month) * lengthOf(part), lengthOf(month))
  return [{ kind: 'fee' as const, ...part, cents }]
}

/** The fee of a year falls due in the month it begins; what is left of it when it ends early is a credit. */
const yearlyLines = (span: SubscriptionSpan, month: Period) => {
  const lines: { kind: 'fee' | 'credit'; from: Date; until: Date; cents: bigint }[] = []
  const fee = BigInt(span.fees.year)
  const last = new Date(month.until.getTime() - 1)
  const year = last >= span.from ? yearOf(span.from, last) : undefined
  if (year && isIn(year.from, month) && (span.until === null || year.from < span.until))
    lines.push({ kind: 'fee', ...year, cents: fee })
  if (span.until !== null && isIn(span.until, month)) {
    const ended = yearOf(span.from, new Date(span.until.getTime() - 1))
    const rest = { from: span.until, until: ended.until }
    const cents = divideHalfEven(fee * lengthOf(rest), lengthOf(ended))
    if (cents > 0n) lines.push({ kind: 'credit', ...rest, cents: -cents })
  }
  return lines
}

/** The fees of a calendar month (UTC), and the credits of years that ended early in it. */
export const feeLines = (spans: readonly SubscriptionSpan[], month: Period): FeeLine[] =>
  spans.flatMap((span) => {
    const { planId, planName, planVersion, frequency, currency } = span
    const plan = { planId, planName, planVersion, frequency, currency }
    const lines = frequency === 'year' ? yearlyLines(span, month) : monthlyLines(span, month)
    return lines.map((line) => ({ ...plan, ...line }))
  })

/** The parts of a month in which usage is charged. An hour belongs to the part that its beginning is in. */
export const pricedPeriods = (spans: readonly SubscriptionSpan[], month: Period): Period[] =>
  spans.flatMap((span) => (span.overage === 'priced' ? (overlapOf(span, month) ?? []) : []))

/** In thousandths of what a meter counts. */
export type IncludedAmounts = Partial<Record<Meter, bigint>>

/** What the charged usage of a month includes: the mean of the plans, weighted by how long each was charged. */
export const includedOfMonth = (
  spans: readonly SubscriptionSpan[],
  month: Period,
): IncludedAmounts => {
  const result: IncludedAmounts = {}
  for (const meter of meterNames) {
    const unit = BigInt(meters[meter].perUnit) * 1000n
    let weighted = 0n
    for (const span of spans) {
      const part = span.overage === 'priced' ? overlapOf(span, month) : undefined
      if (part) weighted += BigInt(span.included[meter] ?? 0) * unit * lengthOf(part)
    }
    if (weighted > 0n) result[meter] = divideHalfEven(weighted, lengthOf(month))
  }
  return result
}
