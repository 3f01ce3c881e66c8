import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@playhead/server-kit/app.ts'

const retryMs = 2000

/** What the database says of data that it will never take: SQLSTATE classes 22 and 23. */
const isHopeless = (error: unknown) =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

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

  /** What must happen is tried again whatever the database says of it. */
  add(work: () => Promise<unknown>, { mustHappen = false } = {}): Promise<void> {
    this.#last = this.#last.then(() => this.#run(work, mustHappen))
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

  async #run(work: () => Promise<unknown>, mustHappen: boolean) {
    while (!this.#isClosed)
      try {
        await work()
        return
      } catch (error) {
        if (this.#isClosed) return
        this.#app.log.error('A change of a broadcast failed.', { ...this.#detail, error })
        if (isHopeless(error) && !mustHappen) return
        await pause(retryMs)
      }
  }
}
