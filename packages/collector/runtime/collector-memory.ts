import { FairShares } from '@playhead/domain/fair-shares.ts'
import { nobodysEnvironment } from './collector-options.ts'

/** Whose a body on its way is: its environment once that is known, and until then its network. */
export interface Owner {
  environmentId: string
  network: string
}

/** All that is on its way and not known yet is one party among the environments: it is known within a moment. */
const weightOfNobody = 0.5
const roomAgain = 1 / 8

/**
 * Who holds how much of the memory of the collector: bodies, events that wait for the store and running views of each
 * environment, and bodies of which no environment is known. The share of those is shared in turn by networks.
 */
export class CollectorMemory {
  readonly bytesMax: number
  readonly #shares = new FairShares((party) => (party === nobodysEnvironment ? weightOfNobody : 1))
  readonly #networks = new FairShares()

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  readonly hold = (environmentId: string, by: number) => this.#shares.change(environmentId, by)

  holdFor({ environmentId, network }: Owner, by: number) {
    this.#shares.change(environmentId, by)
    if (environmentId === nobodysEnvironment) this.#networks.change(network, by)
  }

  get isTight() {
    return this.#shares.isTight(this.bytesMax)
  }

  get isOver() {
    return this.#shares.isOver(this.bytesMax)
  }

  get isFull() {
    return this.#shares.isFull(this.bytesMax)
  }

  isBeyond({ environmentId, network }: Owner) {
    if (!this.#shares.isBeyond(environmentId, this.bytesMax)) return false
    if (environmentId !== nobodysEnvironment) return true
    return this.#networks.isBeyond(network, this.#shares.shareOf(environmentId, this.bytesMax))
  }

  /** Whether an environment would be beyond its share with so much more. */
  wouldBeBeyond(environmentId: string, more: number) {
    this.#shares.change(environmentId, more)
    const isBeyond = this.#shares.isBeyond(environmentId, this.bytesMax)
    this.#shares.change(environmentId, -more)
    return isBeyond
  }

  /** What the environment that is furthest beyond its share gives up, so that it has room again for what it is sent. */
  excess() {
    if (this.#shares.isOfOne) return undefined
    const [environmentId] = this.beyond().filter((party) => party !== nobodysEnvironment)
    if (environmentId === undefined) return undefined
    const excess = this.#shares.excessOf(environmentId, this.bytesMax)
    return {
      environmentId,
      bytes: excess + this.#shares.shareOf(environmentId, this.bytesMax) * roomAgain,
    }
  }

  /** Environments beyond their share, the one furthest beyond it first. */
  beyond() {
    return this.#shares.beyond(this.bytesMax)
  }
}
