import { FairQueue } from '@playhead/domain/fair-queue.ts'
import { nobodysEnvironment } from './collector-options.ts'
import type { Delivery } from './delivery.ts'

/** Longer the event loop is not kept from everything else. */
const takenWithinMs = 8

const isOver = (delivery: Delivery) => delivery.isOver

/** The turn of somebody whose environment is not known; of whom is decided when it comes. */
const ofStranger = Symbol('of a stranger')

/**
 * Bodies that are complete, until they are read: a large one takes some 20 ms of the processor. Environments take
 * turns. All of which no environment is known are one of them, and networks take turns within it: strangers choose how
 * many networks there are.
 */
export class BodyTurns {
  readonly #queue = new FairQueue<Delivery | typeof ofStranger>(
    (item) => item !== ofStranger && isOver(item),
  )
  readonly #strangers = new FairQueue<Delivery>(isOver)
  readonly #mayGo: (environmentId: string) => boolean
  #isComing = false

  /** `mayGo` says whether an environment has not put enough into the next batch already. */
  constructor(mayGo: (environmentId: string) => boolean) {
    this.#mayGo = mayGo
  }

  add(delivery: Delivery, take: () => void) {
    const { environmentId, network, bytes } = delivery
    delivery.waitWith(take)
    if (environmentId === nobodysEnvironment) {
      this.#strangers.push(network, bytes, delivery)
      this.#queue.push(nobodysEnvironment, bytes, ofStranger)
    } else this.#queue.push(environmentId, bytes, delivery)
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
    for (let next = this.#next(); next; next = this.#next()) next.take()
  }

  #next(mayGo?: (environmentId: string) => boolean): Delivery | undefined {
    for (;;) {
      const next = this.#queue.take(mayGo)
      if (next !== ofStranger) return next
      // Those that were given up meanwhile have left their turn.
      const stranger = this.#strangers.take()
      if (stranger) return stranger
    }
  }

  #takeSome() {
    const until = performance.now() + takenWithinMs
    for (;;) {
      const next = this.#next(this.#mayGo)
      if (!next) return
      next.take()
      if (performance.now() >= until) return this.goOn()
    }
  }
}
