import { availableParallelism } from 'node:os'
import type { App } from '@playhead/server-kit/app.ts'

/** Somebody waits for it, or will if all goes as usual; the latter may become the former meanwhile. */
export interface Ticket {
  isWaitedFor: boolean
}

interface Waiting {
  ticket: Ticket
  begin(): void
}

/** As many encoders at once as there are cores; whoever waits goes before what is only expected. */
export class Slots {
  readonly #count: number
  readonly #waiting: Waiting[] = []
  readonly #idle = new Set<() => void>()
  #taken = 0

  constructor(count = availableParallelism()) {
    this.#count = count
  }

  async run<Result>(
    ticket: Ticket,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await this.#take(ticket, signal)
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      this.#release()
    }
  }

  /** Once nobody encodes for a viewer: background work begins its next piece then. */
  async whenIdle(signal: AbortSignal) {
    while (this.#taken > 0) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#idle.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        this.#idle.add(wake)
        signal.addEventListener('abort', wake, { once: true })
      })
    }
    signal.throwIfAborted()
  }

  #take(ticket: Ticket, signal: AbortSignal) {
    signal.throwIfAborted()
    if (this.#taken < this.#count) {
      this.#taken += 1
      return Promise.resolve()
    }
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        ticket,
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #release() {
    const urgent = this.#waiting.findIndex(({ ticket }) => ticket.isWaitedFor)
    const [next] = this.#waiting.splice(Math.max(0, urgent), 1)
    if (next) return next.begin()
    this.#taken -= 1
    if (this.#taken === 0) for (const wake of this.#idle) wake()
  }
}

const slots = new WeakMap<App['storage'], Slots>()

/** Of this process: requests and jobs hold different objects of the app, but one storage. */
export const slotsOf = ({ storage }: Pick<App, 'storage'>) => {
  const known = slots.get(storage) ?? new Slots()
  slots.set(storage, known)
  return known
}
