import type { CollectorMemory } from '../memory/collector-memory.ts'
import { unknownEnvironmentId } from '../collector-options.ts'
import type { Delivery } from './delivery.ts'

/** Memory that a waiting request uses in addition to its body: its socket, its headers and its parsed events. */
const requestBytes = 16 * 1024

/**
 * Requests from their first byte to their response, and the memory they hold. When a request takes more memory,
 * requests of parties that exceed their share are dropped.
 */
export class InFlightRequests {
  readonly #memory: CollectorMemory
  readonly #shed: (delivery: Delivery) => void
  /** Requests whose body is still arriving, with their start time. */
  readonly arriving = new Map<Delivery, number>()
  /** Requests whose body is complete, in order of arrival. */
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

  /** The environment of the request is known now. */
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

  /** The request that holds the most memory; of two equal ones the older, which is slower. */
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
  (one.network === other.network || one.environmentId !== unknownEnvironmentId)
