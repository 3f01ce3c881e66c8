import { FairShares } from '@playhead/domain/fair-shares.ts'
import { unknownEnvironmentId } from '../collector-options.ts'

/** Who a body in flight is counted for: its environment once that is known, its network until then. */
interface Owner {
  environmentId: string
  network: string
}

/** All bodies in flight without a known environment count as one party: they are identified within moments. */
const unknownEnvironmentWeight = 0.5
const roomAgain = 1 / 8

/**
 * How much of the collector's memory each party holds: bodies, events that wait for the store and running views of each
 * environment, and bodies without a known environment. Networks share the memory of the latter among themselves.
 */
export class CollectorMemory {
  readonly bytesMax: number
  readonly #shares = new FairShares((party) =>
    party === unknownEnvironmentId ? unknownEnvironmentWeight : 1,
  )
  readonly #networks = new FairShares()

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  readonly hold = (environmentId: string, by: number) => this.#shares.change(environmentId, by)

  holdFor({ environmentId, network }: Owner, by: number) {
    this.#shares.change(environmentId, by)
    if (environmentId === unknownEnvironmentId) this.#networks.change(network, by)
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
    if (environmentId !== unknownEnvironmentId) return true
    return this.#networks.isBeyond(network, this.#shares.shareOf(environmentId, this.bytesMax))
  }

  /** Whether an environment would exceed its share with this many more bytes. */
  wouldBeBeyond(environmentId: string, more: number) {
    this.#shares.change(environmentId, more)
    const isBeyond = this.#shares.isBeyond(environmentId, this.bytesMax)
    this.#shares.change(environmentId, -more)
    return isBeyond
  }

  /** The bytes that the environment furthest beyond its share must free, so that it can receive new data again. */
  excess() {
    if (this.#shares.isOfOne) return undefined
    const [environmentId] = this.beyond().filter((party) => party !== unknownEnvironmentId)
    if (environmentId === undefined) return undefined
    const excess = this.#shares.excessOf(environmentId, this.bytesMax)
    return {
      environmentId,
      bytes: excess + this.#shares.shareOf(environmentId, this.bytesMax) * roomAgain,
    }
  }

  /** Environments that exceed their share, the largest excess first. */
  beyond() {
    return this.#shares.beyond(this.bytesMax)
  }
}
