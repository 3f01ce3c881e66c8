import { networkOf } from '@playhead/domain/network-of.ts'

export interface Place {
  leave(): void
}

/** Counts the connections that have not published, together and per network. */
export class WaitingRoom {
  readonly #max: number
  readonly #perNetworkMax: number
  readonly #networks = new Map<string, number>()
  #count = 0

  constructor(max: number, perNetworkMax: number) {
    this.#max = max
    this.#perNetworkMax = perNetworkMax
  }

  /** Undefined when there is no place. */
  enter(address: string): Place | undefined {
    const network = networkOf(address)
    const there = this.#networks.get(network) ?? 0
    if (this.#count >= this.#max || there >= this.#perNetworkMax) return undefined
    this.#count += 1
    this.#networks.set(network, there + 1)
    let isHere = true
    return {
      leave: () => {
        if (!isHere) return
        isHere = false
        this.#count -= 1
        const left = this.#networks.get(network)! - 1
        if (left > 0) this.#networks.set(network, left)
        else this.#networks.delete(network)
      },
    }
  }
}
