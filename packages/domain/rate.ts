import { divideHalfEven } from './rating/round.ts'

/** A step of a graduated price: micro-cents for each unit up to a number of units; the last step has no end. */
export interface PriceStep {
  upto?: number | undefined
  micros: number
}

/** Without a tier or a quality it is the price of those that have none of their own. */
export interface Price {
  meter: string
  tier?: string | undefined
  quality?: string | undefined
  steps: readonly PriceStep[]
}

export interface PricedThing {
  meter: string
  tier: string
  quality: string
}

const fits = (asked: string | undefined, own: string) => asked === undefined || asked === own

const precision = ({ tier, quality }: Price) =>
  (tier === undefined ? 0 : 2) + (quality === undefined ? 0 : 1)

/** The most precise price; undefined where the book has none. */
export const priceOf = (prices: readonly Price[], thing: PricedThing) =>
  prices
    .filter(
      (price) =>
        price.meter === thing.meter &&
        fits(price.tier, thing.tier) &&
        fits(price.quality, thing.quality),
    )
    .toSorted((one, other) => precision(other) - precision(one))[0]

const thousand = 1000n
const microsPerCent = 1_000_000n

interface Usage {
  /** Thousandths of what the meter counts. */
  thousandths: bigint
  /** How much of it is one priced unit. */
  perUnit: number
}

const unitOf = (perUnit: number) => BigInt(perUnit) * thousand

/** How much of the usage, in thousandths, each step charges. */
export const partsBySteps = (
  { thousandths, perUnit }: Usage,
  steps: readonly PriceStep[],
): bigint[] => {
  const unit = unitOf(perUnit)
  let rest = thousandths > 0n ? thousandths : 0n
  let reached = 0n
  return steps.map(({ upto }) => {
    const room = upto === undefined ? rest : BigInt(upto) * unit - reached
    const part = rest < room ? rest : room
    reached += part
    rest -= part
    return part
  })
}

/** Cents for one line, rounded once. Nothing costs less than nothing. */
export const rate = (usage: Usage, steps: readonly PriceStep[]): bigint => {
  const cost = partsBySteps(usage, steps).reduce(
    (sum, part, index) => sum + part * BigInt(steps[index]!.micros),
    0n,
  )
  return divideHalfEven(cost, unitOf(usage.perUnit) * microsPerCent)
}

/** Shares out cents by weight, so that the parts are the whole: the largest remainders get the cents that are left. */
export const shareOut = (cents: bigint, weights: readonly bigint[]): bigint[] => {
  const positive = weights.map((weight) => (weight > 0n ? weight : 0n))
  const total = positive.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return positive.map(() => 0n)
  const shares = positive.map((weight) => (cents * weight) / total)
  const order = positive
    .map((weight, index) => ({ index, remainder: (cents * weight) % total }))
    .toSorted((one, other) =>
      one.remainder === other.remainder
        ? one.index - other.index
        : one.remainder > other.remainder
          ? -1
          : 1,
    )
  let left = cents - shares.reduce((sum, share) => sum + share, 0n)
  for (const { index } of order) {
    if (left === 0n) break
    shares[index]! += 1n
    left -= 1n
  }
  return shares
}
