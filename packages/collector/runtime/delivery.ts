import type { ServerResponse } from 'node:http'

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
  readonly #response: ServerResponse
  readonly arrivedAt: number
  /** Its body, for as long as something of it is not settled. */
  readonly bytes: number
  #open = 1
  #isOver = false
  readonly #release: (delivery: Delivery) => void

  constructor(
    response: ServerResponse,
    given: { arrivedAt: number; bytes: number; release: (delivery: Delivery) => void },
  ) {
    this.#response = response
    this.arrivedAt = given.arrivedAt
    this.bytes = given.bytes
    this.#release = given.release
  }

  get isOver() {
    return this.#isOver
  }

  hold() {
    this.#open += 1
  }

  settle() {
    this.#open -= 1
    if (this.#open > 0 || this.#isOver) return
    this.#finish()
    acknowledge(this.#response)
  }

  /** Closed without an answer, so that the player sends it again. */
  abandon() {
    if (this.#isOver) return
    this.#finish()
    this.#response.destroy()
  }

  #finish() {
    this.#isOver = true
    this.#release(this)
  }
}
