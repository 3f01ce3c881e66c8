import type { CollectorMemory } from './collector-memory.ts'
import { nobodysEnvironment as nobody } from './collector-options.ts'
import type { Delivery } from './delivery.ts'

/** What a request takes up while it waits, beside its body: its socket, its headers and its events made of the body. */
const requestBytes = 16 * 1024

/**
 * Requests from their first byte to their answer, and what they hold of the memory. Whenever one of them takes more
 * of it, those beyond their share give way.
 */
export class Arrivals {
  readonly #memory: CollectorMemory
  readonly #shed: (delivery: Delivery) => void
  /** Those whose body is on its way, by when they began. */
  readonly arriving = new Map<Delivery, number>()
  /** Those whose body is here, in the order of their arrival. */
  readonly complete = new Set<Delivery>()
  #bytes = 0

  constructor(memory: CollectorMemory, shed: (delivery: Delivery) => void) {
    this.#memory = memory
    this.#shed = shed
  }

  get bytes() {
    return this.#bytes
  }

  all() {
    return [...this.complete, ...this.arriving.keys()]
  }

  begin(delivery: Delivery, now: number) {
    this.arriving.set(delivery, now)
    this.grow(delivery, requestBytes)
  }

  grow(delivery: Delivery, bytes: number) {
    delivery.bytes += bytes
    this.#bytes += bytes
    this.#memory.holdFor(delivery, bytes)
    this.#judge(delivery)
  }

  /** It is known by now whose it is. */
  belongsTo(delivery: Delivery, environmentId: string) {
    if (delivery.isOver || delivery.environmentId === environmentId) return
    this.#memory.holdFor(delivery, -delivery.bytes)
    delivery.environmentId = environmentId
    this.#memory.holdFor(delivery, delivery.bytes)
    this.#judge(delivery)
  }

  arrived(delivery: Delivery, now: number) {
    delivery.arrivedAt = now
    this.arriving.delete(delivery)
    this.complete.add(delivery)
  }

  release(delivery: Delivery) {
    this.#bytes -= delivery.bytes
    this.#memory.holdFor(delivery, -delivery.bytes)
    this.arriving.delete(delivery)
    this.complete.delete(delivery)
  }

  #judge(delivery: Delivery) {
    const memory = this.#memory
    if (!memory.isTight) return
    while (!delivery.isOver && memory.isBeyond(delivery))
      this.#shed(this.#largest((other) => isLike(other, delivery)) ?? delivery)
    while (memory.isOver && !delivery.isOver) {
      const victim = this.#furthestBeyond()
      if (!victim) break
      this.#shed(victim)
    }
    if (memory.isFull && !delivery.isOver) this.#shed(delivery)
  }

  #furthestBeyond() {
    for (const party of this.#memory.beyond()) {
      const victim = this.#largest(
        (one) => one.environmentId === party && this.#memory.isBeyond(one),
      )
      if (victim) return victim
    }
    return undefined
  }

  /** The one that holds most, of two the older one, which is slower. */
  #largest(isMeant: (delivery: Delivery) => boolean) {
    let largest: Delivery | undefined
    const note = (one: Delivery) => {
      if (!one.isTaken && isMeant(one) && one.bytes > (largest?.bytes ?? 0)) largest = one
    }
    for (const one of this.complete) note(one)
    for (const one of this.arriving.keys()) note(one)
    return largest
  }
}

const isLike = (one: Delivery, other: Delivery) =>
  one.environmentId === other.environmentId &&
  (one.network === other.network || one.environmentId !== nobody)
