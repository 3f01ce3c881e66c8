import { FairShares } from '@playhead/domain/fair-shares.ts'

interface Guest {
  environmentId: string
  giveWay: () => void
}

/**
 * How many requests are taken at a time, by the rule of `fair-shares.ts`. One that gives way is told to come back, and
 * goes on where it was.
 */
export class RequestRoom {
  readonly #shares = new FairShares()
  /** In the order of their arrival. */
  readonly #guests = new Set<Guest>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Answers the way out, or nothing where there is no room. */
  enter(environmentId: string, giveWay: () => void) {
    const guest = { environmentId, giveWay }
    this.#shares.change(environmentId, 1)
    if (this.#shares.isBeyond(environmentId, this.#max) || this.#shares.isFull(this.#max)) {
      this.#shares.change(environmentId, -1)
      return undefined
    }
    this.#guests.add(guest)
    if (this.#shares.isOver(this.#max)) this.#newestBeyond()?.giveWay()
    return () => {
      if (this.#guests.delete(guest)) this.#shares.change(environmentId, -1)
    }
  }

  /** It has sent the least. One that was told is on its way out and is not told again. */
  #newestBeyond() {
    const [furthest] = this.#shares.beyond(this.#max)
    const newest = [...this.#guests].findLast(({ environmentId }) => environmentId === furthest)
    if (newest) this.#guests.delete(newest)
    return newest && { giveWay: () => this.#tell(newest) }
  }

  #tell({ environmentId, giveWay }: Guest) {
    this.#shares.change(environmentId, -1)
    giveWay()
  }
}
