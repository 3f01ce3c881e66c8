import { FairQueue } from '@playhead/domain/fair-queue.ts'
import { unknownEnvironmentId } from '../collector-options.ts'
import type { Delivery } from './delivery.ts'

/** A turn blocks the event loop no longer than this. */
const takenWithinMs = 8

const isOver = (delivery: Delivery) => delivery.isOver

/** A turn of a body without a known environment; which network goes next is decided when the turn comes. */
const anonymousTurn = Symbol('anonymous turn')

/**
 * Queue of complete bodies until they are parsed: a large one takes some 20 ms of CPU time. Environments take turns.
 * All bodies without a known environment count as one environment, and networks take turns within it: anonymous clients
 * choose how many networks there are.
 */
export class BodyQueue {
  readonly #queue = new FairQueue<Delivery | typeof anonymousTurn>(
    (item) => item !== anonymousTurn && isOver(item),
  )
  readonly #anonymous = new FairQueue<Delivery>(isOver)
  readonly #mayGo: (environmentId: string) => boolean
  #isScheduled = false

  /** `mayGo` says whether an environment is still below its limit for the next batch. */
  constructor(mayGo: (environmentId: string) => boolean) {
    this.#mayGo = mayGo
  }

  add(delivery: Delivery, take: () => void) {
    const { environmentId, network, bytes } = delivery
    delivery.waitWith(take)
    if (environmentId === unknownEnvironmentId) {
      this.#anonymous.push(network, bytes, delivery)
      this.#queue.push(unknownEnvironmentId, bytes, anonymousTurn)
    } else this.#queue.push(environmentId, bytes, delivery)
    this.schedule()
  }

  schedule() {
    if (this.#isScheduled || this.#queue.size === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#takeSome()
    })
  }

  /** Takes everything in the queue immediately. */
  takeAll() {
    for (let next = this.#next(); next; next = this.#next()) next.take()
  }

  #next(mayGo?: (environmentId: string) => boolean): Delivery | undefined {
    for (;;) {
      const next = this.#queue.take(mayGo)
      if (next !== anonymousTurn) return next
      // Bodies that were dropped in between have already left the queue.
      const stranger = this.#anonymous.take()
      if (stranger) return stranger
    }
  }

  #takeSome() {
    const until = performance.now() + takenWithinMs
    for (;;) {
      const next = this.#next(this.#mayGo)
      if (!next) return
      next.take()
      if (performance.now() >= until) return this.schedule()
    }
  }
}
