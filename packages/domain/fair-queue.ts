interface Queued<Item> {
  item: Item
  cost: number
}

interface Line<Item> {
  items: Queued<Item>[]
  /** Amount of work done up to its turn, if all parties had been served evenly. */
  turn: number
}

/** Anonymous clients choose how many parties there are: above this number, parties with an empty queue are dropped. */
const partiesMax = 1000

/** The rule of `fair-shares.ts` for work done in pieces: parties take turns, and expensive pieces cost more. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Line<Item>>()
  readonly #isGone: (item: Item) => boolean
  #size = 0
  #turn = 0

  /** `isGone` says which items need no processing any more. */
  constructor(isGone: (item: Item) => boolean = () => false) {
    this.#isGone = isGone
  }

  get size() {
    return this.#size
  }

  /** The number of known parties, including those with an empty queue. */
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
    // An idle party does not accumulate credit.
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
