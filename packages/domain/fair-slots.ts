/**
 * The rule of `fair-shares.ts` for a limited number of slots: the party with the fewest goes next, and no party gets
 * the last slot too.
 */

/** The parties of a request from coarse to fine, such as environment, network and asset. */
export type Path = readonly string[]

interface Turn {
  running: number
  waiting: number
  /** Sequence number of the party's most recent start. */
  begunAt: number
}

const nothing: Turn = { running: 0, waiting: 0, begunAt: 0 }

/**
 * Counts slots per party and whose turn was longest ago. Each party name contains the path to it, so names are unique.
 */
class FairTurns {
  readonly #turns = new Map<string, Turn>()
  #beginnings = 0

  running(name: string) {
    return (this.#turns.get(name) ?? nothing).running
  }

  waiting(name: string) {
    return (this.#turns.get(name) ?? nothing).waiting
  }

  begin(path: Path) {
    this.#beginnings += 1
    for (const name of path) {
      const turn = this.#change(name, 'running', 1)
      turn.begunAt = this.#beginnings
    }
  }

  end(path: Path) {
    for (const name of path) this.#change(name, 'running', -1)
  }

  wait(path: Path) {
    for (const name of path) this.#change(name, 'waiting', 1)
  }

  stopWaiting(path: Path) {
    for (const name of path) this.#change(name, 'waiting', -1)
  }

  /** Negative when the first goes before the other: level by level the party with fewer slots, or the longer wait. */
  compare(one: Path, other: Path): number {
    for (const [depth, name] of one.entries()) {
      const against = other[depth]
      if (against === undefined) return 1
      if (against === name) continue
      const [first, second] = [
        this.#turns.get(name) ?? nothing,
        this.#turns.get(against) ?? nothing,
      ]
      const difference = first.running - second.running || first.begunAt - second.begunAt
      if (difference !== 0) return difference
    }
    return one.length - other.length
  }

  #change(name: string, what: 'running' | 'waiting', by: 1 | -1) {
    const turn = this.#turns.get(name) ?? { ...nothing }
    turn[what] += by
    if (turn.running > 0 || turn.waiting > 0) this.#turns.set(name, turn)
    else this.#turns.delete(name)
    return turn
  }
}

interface SlotRequest {
  path: Path
  /** Lower ranks go first, whatever the party. It may change while the request waits. */
  rank?: number
  /** Long work, such as a film compared with a picture: one slot is always reserved for other work. */
  isExpensive?: boolean
}

interface SlotOptions {
  /** Slots that one party may have; there is one more in total. */
  perParty: number
  /** Queue limits for each party, from coarse to fine, and for all together. */
  waitingMax: { perParty: readonly number[]; all: number }
}

type Refusal = 'party' | 'all'

/** The queue is too long: the response would come too late. */
export class QueueFull extends Error {
  override readonly name = 'PlacesRefused'
  constructor(readonly because: Refusal) {
    super('The queue for slots is full.')
  }
}

interface Waiting {
  asking: SlotRequest
  begin(): void
}

/**
 * Slots for work that takes a while. One party may use all but one of them, which is reserved for another party.
 */
export class FairSlots {
  readonly #waitingMax: SlotOptions['waitingMax']
  readonly #turns = new FairTurns()
  readonly #waiting: Waiting[] = []
  #perParty: number
  #taken = 0
  #expensive = 0

  constructor({ perParty, waitingMax }: SlotOptions) {
    this.#perParty = perParty
    this.#waitingMax = waitingMax
  }

  /** With fewer, what runs goes on; with more, requests that wait begin at once. */
  set perParty(count: number) {
    this.#perParty = count
    this.#beginWaiting()
  }

  get taken() {
    return this.#taken
  }

  /** Throws PlacesRefused; when the signal aborts during the wait, throws its reason. */
  async run<Result>(
    asking: SlotRequest,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.enter(asking, signal)
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      leave()
    }
  }

  /** Returns a function that releases the slot. */
  async enter(asking: SlotRequest, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#mayBegin(asking)) this.#begin(asking)
    else await this.#wait(asking, signal)
    let isInside = true
    return () => {
      if (isInside) this.#end(asking)
      isInside = false
    }
  }

  #mayBegin({ path, isExpensive }: SlotRequest) {
    const perParty = this.#perParty
    if (this.#taken > perParty || (isExpensive && this.#expensive >= Math.max(1, perParty - 1)))
      return false
    return path.every((name) => this.#turns.running(name) < perParty)
  }

  #begin({ path, isExpensive }: SlotRequest) {
    this.#taken += 1
    if (isExpensive) this.#expensive += 1
    this.#turns.begin(path)
  }

  #end({ path, isExpensive }: SlotRequest) {
    this.#taken -= 1
    if (isExpensive) this.#expensive -= 1
    this.#turns.end(path)
    this.#beginWaiting()
  }

  #beginWaiting() {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#leaveQueue(next)
      this.#begin(next.asking)
      next.begin()
    }
  }

  #wait(asking: SlotRequest, signal: AbortSignal | undefined) {
    this.#refuseBehindTooMany(asking)
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#leaveQueue(waiting)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        asking,
        begin: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      this.#turns.wait(asking.path)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #leaveQueue(waiting: Waiting) {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    this.#turns.stopWaiting(waiting.asking.path)
  }

  #refuseBehindTooMany({ path, rank = 0 }: SlotRequest) {
    const { perParty, all } = this.#waitingMax
    const before = this.#waiting.filter(({ asking }) => (asking.rank ?? 0) <= rank)
    for (const [depth, name] of path.entries()) {
      const max = perParty[depth] ?? all
      if (this.#turns.waiting(name) < max) continue
      const ofParty = before.filter(({ asking }) => asking.path.includes(name))
      if (ofParty.length >= max) throw new QueueFull('party')
    }
    if (before.length >= all) throw new QueueFull('all')
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const waiting of this.#waiting) {
      if (!this.#mayBegin(waiting.asking)) continue
      if (!next || this.#compare(waiting.asking, next.asking) < 0) next = waiting
    }
    return next
  }

  #compare(one: SlotRequest, other: SlotRequest) {
    return (one.rank ?? 0) - (other.rank ?? 0) || this.#turns.compare(one.path, other.path)
  }
}
