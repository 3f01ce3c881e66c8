import type { ServerResponse } from 'node:http'
import { nobodysEnvironment } from './collector-options.ts'

// Without a body the whole answer is one write to the socket.
const acknowledgement = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-length': 0,
}

/** 200 whatever the data was worth: any other answer makes every player send a growing batch again. */
export const acknowledge = (response: ServerResponse) => {
  if (response.headersSent || response.destroyed) return
  response.writeHead(200, acknowledgement)
  response.end()
}

export const answerPreflight = (response: ServerResponse) => {
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '86400',
    'content-length': 0,
  })
  response.end()
}

/** One request that is answered once everything it brought is settled: stored, or written down as not to be stored. */
export class Delivery {
  /** Let go with the answer: who waits for the store may have to remember a delivery that is over. */
  #response: ServerResponse | undefined
  /** When its body was complete. */
  arrivedAt = 0
  /** What it holds in memory, for as long as something of it is not settled. */
  bytes = 0
  /** Whose memory that is, as far as is known by now; until then it counts for its network. */
  environmentId = nobodysEnvironment
  readonly network: string
  /** Reads its body, and is let go with it when it is given up before. */
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

  /** Its events have begun to be taken in: giving it up frees little. */
  get isTaken() {
    return this.#isTaken
  }

  waitWith(take: () => void) {
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
    if (response) acknowledge(response)
  }

  /** Closed without an answer, so that the player sends it again. */
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
