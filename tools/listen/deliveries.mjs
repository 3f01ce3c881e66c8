import { setTimeout as pause } from 'node:timers/promises'
import { sendSigned } from './send-signed.mjs'

const eventsPerSecond = 20
const waitingMax = 1_000

/** Sends events one after the other, in their order. What could not be sent is not sent again by itself. */
export class Deliveries {
  #address
  #secret
  #tell
  #waiting = []
  #latest
  #isSending = false
  #stopped = new AbortController()
  counts = { sent: 0, taken: 0, leftOut: 0 }

  /** `tell` is called with each event and what became of it. */
  constructor({ address, secret, tell }) {
    this.#address = address
    this.#secret = secret
    this.#tell = tell
  }

  /** Returns false for an event that is left out because too many wait. */
  add(event) {
    if (this.#waiting.length >= waitingMax) {
      this.counts.leftOut += 1
      return false
    }
    this.#waiting.push(event)
    void this.#sendAll()
    return true
  }

  /** Sends the last event that was sent once more, before those that wait; false before the first one. */
  repeat() {
    if (!this.#latest) return false
    this.#waiting.unshift(this.#latest)
    void this.#sendAll()
    return true
  }

  stop() {
    this.#waiting = []
    this.#stopped.abort()
  }

  async #sendAll() {
    if (this.#isSending) return
    this.#isSending = true
    const { signal } = this.#stopped
    while (this.#waiting.length > 0) {
      const event = this.#waiting.shift()
      this.#latest = event
      const body = JSON.stringify({ ...event, attempts: [] })
      const address = this.#address
      const outcome = await sendSigned({ address, secret: this.#secret, body, signal })
      if (signal.aborted) return
      this.counts.sent += 1
      if (outcome.status >= 200 && outcome.status < 300) this.counts.taken += 1
      this.#tell(event, outcome)
      await pause(1000 / eventsPerSecond)
    }
    this.#isSending = false
  }
}
