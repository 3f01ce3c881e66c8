import { shareOut } from '../rate.ts'
import { type Meter, type SharedBy, sharings } from '../usage.ts'
import { divideHalfEven } from './round.ts'

export interface Stretch {
  from: Date
  until: Date
}

/** A cost of each month from its first day on. */
export interface FixedCost {
  centsPerMonth: number
  sharedBy: SharedBy
  from: Date
  /** The end of its last day; undefined while it goes on. */
  until: Date | undefined
}

/** An environment, with what it used in the month. */
export interface Sharer {
  amounts: Readonly<Partial<Record<Meter, bigint>>>
}

const lengthOf = ({ from, until }: Stretch) => BigInt(Math.max(0, until.getTime() - from.getTime()))

const lengthInside = (cost: FixedCost, { from, until }: Stretch) =>
  lengthOf({
    from: cost.from > from ? cost.from : from,
    until: cost.until && cost.until < until ? cost.until : until,
  })

/** Of a month: by days where the cost begins or ends in it. Rounded once, half to even. */
export const centsOfMonth = (cost: FixedCost, month: Stretch): bigint =>
  divideHalfEven(BigInt(cost.centsPerMonth) * lengthInside(cost, month), lengthOf(month))

/** Of a part of the month, by its length: this part and the rest are the month to the cent. */
export const centsOfPart = (cost: FixedCost, month: Stretch, part: Stretch): bigint => {
  const inside = lengthInside(cost, part)
  const rest = lengthInside(cost, month) - inside
  return shareOut(centsOfMonth(cost, month), [inside, rest])[0] ?? 0n
}

const amountOf = ({ amounts }: Sharer, sharedBy: SharedBy) =>
  sharings[sharedBy].meters.reduce((sum, meter: Meter) => sum + (amounts[meter] ?? 0n), 0n)

/** Who used nothing pays nothing. While no environment used anything, the cost is shared evenly: it is there all the same. */
export const shareAmong = (
  cents: bigint,
  sharers: readonly Sharer[],
  sharedBy: SharedBy,
): bigint[] => {
  const weights = sharers.map((sharer) => amountOf(sharer, sharedBy))
  const isUsed = weights.some((weight) => weight > 0n)
  return shareOut(cents, isUsed ? weights : sharers.map(() => 1n))
}

/** Over the days of a part, by the length that the cost has in each. */
export const shareOverDays = (cents: bigint, cost: FixedCost, days: readonly Stretch[]): bigint[] =>
  shareOut(
    cents,
    days.map((day) => lengthInside(cost, day)),
  )
