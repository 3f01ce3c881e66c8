import { type Price, priceOf, rate } from '../rate.ts'
import { type Meter, meters } from '../usage.ts'
import type { IncludedAmounts } from './fee-lines.ts'

export interface UsedLine {
  meter: Meter
  tier: string
  quality: string
  thousandths: bigint
}

export interface RatedLine extends UsedLine {
  /** The part of `thousandths` that the plan includes. */
  includedThousandths: bigint
  /** Undefined without a price. */
  cents: bigint | undefined
}

/** What the first unit costs. */
const firstMicros = (prices: readonly Price[], line: UsedLine) =>
  priceOf(prices, line)?.steps[0]?.micros ?? -1

const nameOf = ({ tier, quality }: UsedLine) => `${tier} ${quality}`

/** The dearest first; lines of one price by their name, so that the same usage gives the same invoice. */
const byPrice = (prices: readonly Price[]) => (one: UsedLine, other: UsedLine) =>
  firstMicros(prices, other) - firstMicros(prices, one) ||
  (nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0)

/**
 * Prices the usage of a month: one line for each meter, tier and quality, in the order given. Included amounts are taken
 * from the dearest line of a meter first, and the steps of a price count from what is left.
 */
export const rateUsage = (
  usage: readonly UsedLine[],
  prices: readonly Price[],
  included: IncludedAmounts = {},
): RatedLine[] => {
  const left = new Map(Object.entries(included))
  const free = new Map<UsedLine, bigint>()
  for (const line of usage.toSorted(byPrice(prices))) {
    const rest = left.get(line.meter) ?? 0n
    const used = line.thousandths > 0n ? line.thousandths : 0n
    const part = used < rest ? used : rest
    free.set(line, part)
    left.set(line.meter, rest - part)
  }
  return usage.map((line) => {
    const includedThousandths = free.get(line) ?? 0n
    const price = priceOf(prices, line)
    const thousandths = line.thousandths - includedThousandths
    const { perUnit } = meters[line.meter]
    const cents = price && rate({ thousandths, perUnit }, price.steps)
    return { ...line, includedThousandths, cents }
  })
}
