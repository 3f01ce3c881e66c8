import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/**
 * Work that nobody waits for, because its duration would tell what the answer does not: whether an
 * address has an account. A stop of the program waits for it.
 */
export class AfterAnswer {
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

  /** What comes again and again is gathered for a while; a stop does not wait for that while. */
  runLater(what: string, seconds: number, work: () => Promise<void>) {
    this.run(what, async () => {
      await pause(seconds * 1000, undefined, { signal: this.#hurry.signal, ref: false }).catch(
        () => {},
      )
      await work()
    })
  }

  /** Once all of it is done, or the patience is over. */
  async settle(seconds: number) {
    this.#hurry.abort()
    this.#hurry = new AbortController()
    const timer = new AbortController()
    const patience = pause(seconds * 1000, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#running), patience])
    timer.abort()
  }
}
