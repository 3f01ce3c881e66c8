/**
 * The rule for everything that tenants share, be it memory or places at work:
 *
 * - While there is room, one party may use nearly all of it. A little is always kept for those who come.
 * - Under pressure every active party has a fair share, by its weight. Those who use less keep what they use, and what
 *   they leave is shared among the others.
 * - Only a party beyond its share is refused or gives way, the one furthest beyond it first.
 *
 * This file is the rule for amounts; `fair-places.ts` is the same rule for places that are taken and left.
 */

/** What those beyond their share may use together; the rest is kept for those who come. */
const nearlyAll = 7 / 8
/** What those within theirs may use while the others have not given way yet. */
const forAMoment = 5 / 4

interface Holding {
  amount: number
  weight: number
}

const inOrder = (one: Holding, other: Holding) =>
  one.amount / one.weight - other.amount / other.weight

/**
 * How much each may have for each part of its weight when so much is shared: Infinity where all that they hold fits.
 */
export const fairLevel = (capacity: number, holdings: Iterable<Holding>): number => {
  let left = capacity
  let weight = 0
  const sorted = [...holdings].sort(inOrder)
  for (const holding of sorted) weight += holding.weight
  for (const holding of sorted) {
    const level = left / weight
    if (holding.amount > level * holding.weight) return level
    left -= holding.amount
    weight -= holding.weight
  }
  return Number.POSITIVE_INFINITY
}

/** What parties hold of something that has an end. Counting is cheap; shares are worked out only under pressure. */
export class FairShares {
  readonly #holdings = new Map<string, Holding>()
  readonly #weightOf: (party: string) => number
  #total = 0
  #level: { capacity: number; value: number } | undefined

  constructor(weightOf: (party: string) => number = () => 1) {
    this.#weightOf = weightOf
  }

  get total() {
    return this.#total
  }

  get isOfOne() {
    return this.#holdings.size < 2
  }

  of(party: string) {
    return this.#holdings.get(party)?.amount ?? 0
  }

  change(party: string, by: number) {
    if (by === 0) return
    this.#total += by
    this.#level = undefined
    const known = this.#holdings.get(party)
    const amount = (known?.amount ?? 0) + by
    if (amount <= 0) this.#holdings.delete(party)
    else if (known) known.amount = amount
    else this.#holdings.set(party, { amount, weight: this.#weightOf(party) })
  }

  /** From here on shares count. */
  isTight(capacity: number) {
    return this.#total > capacity * nearlyAll
  }

  /** More is held than there is: those beyond their share give way. */
  isOver(capacity: number) {
    return this.#total > capacity
  }

  /** Beyond it even those within their share find no room. */
  isFull(capacity: number) {
    return this.#total > capacity * forAMoment
  }

  /** What a party may hold at this moment: everything while there is room. */
  shareOf(party: string, capacity: number) {
    return this.#levelOf(capacity * nearlyAll) * this.#weightOf(party)
  }

  isBeyond(party: string, capacity: number) {
    return this.isTight(capacity) && this.of(party) > this.shareOf(party, capacity)
  }

  /** How much a party has beyond its share. */
  excessOf(party: string, capacity: number) {
    return this.isBeyond(party, capacity) ? this.of(party) - this.shareOf(party, capacity) : 0
  }

  /** Those beyond their share, the one furthest beyond it first. */
  beyond(capacity: number): string[] {
    if (!this.isTight(capacity)) return []
    return [...this.#holdings]
      .filter(([party]) => this.isBeyond(party, capacity))
      .sort(([, one], [, other]) => inOrder(other, one))
      .map(([party]) => party)
  }

  #levelOf(capacity: number) {
    if (this.#level?.capacity !== capacity)
      this.#level = { capacity, value: fairLevel(capacity, this.#holdings.values()) }
    return this.#level.value
  }
}
