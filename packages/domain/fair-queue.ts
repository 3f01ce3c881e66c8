interface Queued<Item> {
  item: Item
  cost: number
}

interface Line<Item> {
  items: Queued<Item>[]
  /** How much work was done up to its turn, had all parties been served evenly. */
  turn: number
}

/** Strangers choose how many parties there are: with more than these, those that wait for nothing are forgotten. */
const partiesMax = 1000

/** The rule of `fair-shares.ts` for work that is done piece by piece: parties take turns, and dear pieces cost more. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Line<Item>>()
  readonly #isGone: (item: Item) => boolean
  #size = 0
  #turn = 0

  /** `isGone` says what need not be done any more. */
  constructor(isGone: (item: Item) => boolean = () => false) {
    this.#isGone = isGone
  }

  get size() {
    return this.#size
  }

  /** How many it knows, with those that wait for nothing any more. */
  get parties() {
    return this.#lines.size
  }

  push(party: string, cost: number, item: Item) {
    const known = this.#lines.get(party)
    const line = known ?? { items: [], turn: this.#turn }
    if (!known) {
      if (this.#lines.size >= partiesMax) this.#forgetIdle()
      this.#lines.set(party, line)
    }
    // Who had nothing to do has saved up nothing.
    if (line.items.length === 0) line.turn = Math.max(line.turn, this.#turn)
    line.items.push({ item, cost })
    this.#size += 1
  }

  take(mayGo: (party: string) => boolean = () => true): Item | undefined {
    let next: Line<Item> | undefined
    for (const [party, line] of this.#lines) {
      this.#dropGone(line)
      if (line.items.length > 0 && (!next || line.turn < next.turn) && mayGo(party)) next = line
    }
    const first = next?.items.shift()
    if (!next || !first) return undefined
    this.#turn = next.turn
    next.turn += first.cost
    this.#size -= 1
    if (this.#size === 0) this.#lines.clear()
    return first.item
  }

  #forgetIdle() {
    for (const [party, line] of this.#lines) {
      this.#dropGone(line)
      if (line.items.length === 0) this.#lines.delete(party)
    }
  }

  #dropGone({ items }: Line<Item>) {
    while (items[0] && this.#isGone(items[0].item)) {
      items.shift()
      this.#size -= 1
    }
  }
}
