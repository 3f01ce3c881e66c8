import { FairShares } from '@playhead/domain/fair-shares.ts'

interface Guest {
  environmentId: string
  giveWay: () => void
}

/**
 * Limits concurrent requests by the rule of `fair-shares.ts`. A request that gives way gets a retry
 * response and resumes where it stopped.
 */
export class RequestRoom {
  readonly #shares = new FairShares()
  /** In the order of arrival. */
  readonly #guests = new Set<Guest>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Returns a function that leaves the room, or undefined when it is full. */
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

  /** The newest request has sent the least. One that was already asked to give way is not asked again. */
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
