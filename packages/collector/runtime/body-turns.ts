import { FairQueue } from '@playhead/domain/fair-queue.ts'
import { nobodysEnvironment } from './collector-options.ts'
import type { Delivery } from './delivery.ts'

/** Longer the event loop is not kept from everything else. */
const takenWithinMs = 8

/**
 * Bodies that are complete, until they are read: a large one takes some 20 ms of the processor. Environments take
 * turns, and so do networks while no environment is known.
 */
export class BodyTurns {
  readonly #queue = new FairQueue<Delivery>((delivery) => delivery.isOver)
  readonly #mayGo: (environmentId: string) => boolean
  #isComing = false

  /** `mayGo` says whether an environment has not put enough into the next batch already. */
  constructor(mayGo: (environmentId: string) => boolean) {
    this.#mayGo = mayGo
  }

  add(delivery: Delivery, take: () => void) {
    const { environmentId, network, bytes } = delivery
    const party = environmentId === nobodysEnvironment ? `network ${network}` : environmentId
    delivery.waitWith(take)
    this.#queue.push(party, bytes, delivery)
    this.goOn()
  }

  goOn() {
    if (this.#isComing || this.#queue.size === 0) return
    this.#isComing = true
    setImmediate(() => {
      this.#isComing = false
      this.#takeSome()
    })
  }

  /** Whatever is there, at once. */
  takeAll() {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.take()
  }

  #takeSome() {
    const until = performance.now() + takenWithinMs
    for (;;) {
      const next = this.#queue.take(this.#mayGo)
      if (!next) return
      next.take()
      if (performance.now() >= until) return this.goOn()
    }
  }
}
