import type { ServerResponse } from 'node:http'
import { unknownEnvironmentId } from '../collector-options.ts'

// Without a body the whole response is one write to the socket.
const acknowledgement = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-length': 0,
}

/** Always 200, whatever the data: with any other status every player resends a growing batch. */
export const acknowledge = (response: ServerResponse) => {
  if (response.headersSent || response.destroyed) return
  response.writeHead(200, acknowledgement)
  response.end()
}

export const respondToPreflight = (response: ServerResponse) => {
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '86400',
    'content-length': 0,
  })
  response.end()
}

/** How long a request waited here until it was answered: no time that the network took. */
export interface Held {
  ms: number
}

/** One request, answered once every event in it is settled: stored, or recorded as rejected. */
export class Delivery {
  /** Released once answered, to free memory: queued batches may still reference a finished delivery. */
  #response: ServerResponse | undefined
  /** When its body was complete. */
  arrivedAt = 0
  /** Bytes it holds in memory until all of its events are settled. */
  bytes = 0
  /** The environment that this memory counts for, once known; until then it counts for the network. */
  environmentId = unknownEnvironmentId
  readonly network: string
  /** Views keep this after the delivery is over. */
  readonly held: Held = { ms: 0 }
  #since = performance.now()
  /** Reads the body; released with it when the delivery is abandoned first. */
  #take: (() => void) | undefined
  #isTaken = false
  #open = 1
  readonly #release: (delivery: Delivery) => void

  constructor(
    response: ServerResponse,
    given: { network: string; release: (delivery: Delivery) => void },
  ) {
    this.#response = response
    this.network = given.network
    this.#release = given.release
  }

  get isOver() {
    return this.#response === undefined
  }

  /** Its events are being processed: abandoning it would free little memory. */
  get isTaken() {
    return this.#isTaken
  }

  waitWith(take: () => void) {
    this.#since = performance.now()
    this.#take = take
  }

  take() {
    const take = this.#take
    this.#take = undefined
    this.#isTaken = true
    take?.()
  }

  hold() {
    this.#open += 1
  }

  settle() {
    this.#open -= 1
    if (this.#open > 0) return
    const response = this.#finish()
    if (!response) return
    this.held.ms = performance.now() - this.#since
    acknowledge(response)
  }

  /** Closes the connection without a response, so that the player sends the request again. */
  abandon() {
    this.#finish()?.destroy()
  }

  #finish() {
    const response = this.#response
    if (!response) return undefined
    this.#response = undefined
    this.#take = undefined
    this.#release(this)
    return response
  }
}
