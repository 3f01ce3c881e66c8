import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@playhead/server-kit/app.ts'

const retryMs = 2000

/** Changes of one broadcast in their order. A change that the database does not take is tried again until it does. */
export class WorkLine {
  readonly #app: Pick<App, 'log' | 'stopping'>
  readonly #detail: Record<string, unknown>
  #last: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(app: Pick<App, 'log' | 'stopping'>, detail: Record<string, unknown>) {
    this.#app = app
    this.#detail = detail
  }

  add(work: () => Promise<unknown>): Promise<void> {
    this.#last = this.#last.then(() => this.#run(work))
    return this.#last
  }

  /** Resolves when all that was added by then has happened. */
  settled() {
    return this.#last
  }

  /** What waits is not done any more: the program stops, and recovery does it later. */
  close() {
    this.#isClosed = true
  }

  async #run(work: () => Promise<unknown>) {
    while (!this.#isClosed)
      try {
        await work()
        return
      } catch (error) {
        if (this.#isClosed) return
        this.#app.log.error('A change of a broadcast failed.', { ...this.#detail, error })
        await pause(retryMs)
      }
  }
}
