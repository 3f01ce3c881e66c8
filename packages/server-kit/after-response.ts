import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/**
 * Work that runs after the response, because its duration would reveal what the response hides: whether an
 * address has an account. The program waits for it before it stops.
 */
export class AfterResponse {
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()
  #hurry = new AbortController()

  constructor(log: Log) {
    this.#log = log
  }

  run(what: string, work: () => Promise<void>) {
    const running = work()
      .catch((error: unknown) => this.#log.error(`${what} failed`, { error }))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Delays work so that repeated changes are batched; when the program stops, the delay ends at once. */
  runLater(what: string, seconds: number, work: () => Promise<void>) {
    this.run(what, async () => {
      await pause(seconds * 1000, undefined, { signal: this.#hurry.signal, ref: false }).catch(
        () => {},
      )
      await work()
    })
  }

  /** Waits until all work has finished, or the time is up. */
  async settle(seconds: number) {
    this.#hurry.abort()
    this.#hurry = new AbortController()
    const timer = new AbortController()
    const patience = pause(seconds * 1000, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#running), patience])
    timer.abort()
  }
}
