/**
 * The rule for every resource that tenants share, such as memory or worker slots:
 *
 * - While there is capacity, one party may use nearly all of it. A little is always reserved for newcomers.
 * - Under pressure every active party has a fair share by its weight. Parties that use less keep what they use, and the
 *   rest is divided among the others.
 * - Only a party above its share is refused or evicted, the one furthest above it first.
 *
 * This file is the rule for amounts; `fair-slots.ts` is the same rule for slots that are acquired and released.
 */

/** Fraction that parties above their share may use together; the rest is reserved for newcomers. */
const nearlyAll = 7 / 8
/** Limit for parties within their share, until the others have freed memory. */
const forAMoment = 5 / 4

interface Holding {
  amount: number
  weight: number
}

const inOrder = (one: Holding, other: Holding) =>
  one.amount / one.weight - other.amount / other.weight

/**
 * Fair amount per unit of weight at this capacity: Infinity when all holdings fit.
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

/** What parties hold of a limited resource. Counting is cheap; shares are computed only under pressure. */
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

  /** From this level on, shares apply. */
  isTight(capacity: number) {
    return this.#total > capacity * nearlyAll
  }

  /** More is held than the capacity: parties above their share must free some. */
  isOver(capacity: number) {
    return this.#total > capacity
  }

  /** Above this even parties within their share are refused. */
  isFull(capacity: number) {
    return this.#total > capacity * forAMoment
  }

  /** What a party may hold at the moment: unlimited while there is capacity. */
  shareOf(party: string, capacity: number) {
    return this.#levelOf(capacity * nearlyAll) * this.#weightOf(party)
  }

  isBeyond(party: string, capacity: number) {
    return this.isTight(capacity) && this.of(party) > this.shareOf(party, capacity)
  }

  /** How much a party holds above its share. */
  excessOf(party: string, capacity: number) {
    return this.isBeyond(party, capacity) ? this.of(party) - this.shareOf(party, capacity) : 0
  }

  /** Parties above their share, the largest excess first. */
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
