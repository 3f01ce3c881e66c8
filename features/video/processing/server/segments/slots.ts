import { availableParallelism } from 'node:os'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** Somebody waits for it, or will if all goes as usual; the latter may become the former meanwhile. */
export interface Ticket {
  isWaitedFor: boolean
  /** Such as an asset: who asks for much of one does not hold up the others. */
  group?: string
}

interface Waiting {
  ticket: Ticket
  begin(): void
}

/** Behind so many nobody waits: the answer would come too late to be of use. */
const waitingMax = { ofGroup: 64, all: 1024 }
const retrySeconds = 2
const idlePatienceMs = 60_000

const tooBusy = () =>
  new ApiError('unavailable', {
    messages: ['The server is busy. Please try again in a moment.'],
    retryAfterSeconds: retrySeconds,
  })

const groupOf = ({ ticket }: Waiting) => ticket.group ?? ''

/**
 * As many encoders at once as there are cores; whoever waits goes before what is only expected, and
 * groups take turns.
 */
export class Slots {
  readonly #count: number
  /** Of each group: how many run, and when the last one began. */
  readonly #groups = new Map<string, { running: number; begunAt: number }>()
  #begun = 0
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
    const { group = '' } = ticket
    await this.#take(ticket, signal)
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      this.#release(group)
    }
  }

  /**
   * Once nobody encodes for a viewer: background work begins its next piece then, and where viewers
   * never rest after a while all the same. It yields the processor anyway.
   */
  async whenIdle(signal: AbortSignal, patienceMs = idlePatienceMs) {
    const patience = AbortSignal.timeout(patienceMs)
    const ends = AbortSignal.any([signal, patience])
    while (this.#taken > 0 && !patience.aborted) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#idle.delete(wake)
          ends.removeEventListener('abort', wake)
          resolve()
        }
        this.#idle.add(wake)
        ends.addEventListener('abort', wake, { once: true })
      })
    }
    signal.throwIfAborted()
  }

  #take(ticket: Ticket, signal: AbortSignal) {
    signal.throwIfAborted()
    if (this.#taken < this.#count) {
      this.#taken += 1
      this.#enter(ticket.group ?? '')
      return Promise.resolve()
    }
    this.#refuseBehindTooMany(ticket)
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

  /** What is made ahead takes nobody's place. */
  #refuseBehindTooMany({ group = '', isWaitedFor }: Ticket) {
    const before = this.#waiting.filter(({ ticket }) => ticket.isWaitedFor || !isWaitedFor)
    const ofGroup = before.filter((one) => groupOf(one) === group)
    if (before.length >= waitingMax.all || ofGroup.length >= waitingMax.ofGroup) throw tooBusy()
  }

  #enter(group: string) {
    this.#begun += 1
    const { running = 0 } = this.#groups.get(group) ?? {}
    this.#groups.set(group, { running: running + 1, begunAt: this.#begun })
  }

  #leave(group: string) {
    const known = this.#groups.get(group)
    if (known) known.running -= 1
    if (known?.running === 0 && !this.#waiting.some((one) => groupOf(one) === group))
      this.#groups.delete(group)
  }

  /** Of the group that has the least, and among those the one whose turn is longest ago. */
  #next() {
    const urgent = this.#waiting.filter(({ ticket }) => ticket.isWaitedFor)
    const rankOf = (one: Waiting) => this.#groups.get(groupOf(one)) ?? { running: 0, begunAt: 0 }
    const [next] = (urgent.length > 0 ? urgent : this.#waiting).toSorted((one, other) => {
      const [first, second] = [rankOf(one), rankOf(other)]
      return first.running - second.running || first.begunAt - second.begunAt
    })
    return next
  }

  #release(group: string) {
    this.#leave(group)
    const next = this.#next()
    if (next) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#enter(groupOf(next))
      return next.begin()
    }
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

const pictureSlots = new WeakMap<App['storage'], Slots>()

/** Pictures have places of their own, so that nobody's playing waits for a storyboard. */
export const pictureSlotsOf = ({ storage }: Pick<App, 'storage'>) => {
  const known =
    pictureSlots.get(storage) ?? new Slots(Math.max(1, Math.floor(availableParallelism() / 2)))
  pictureSlots.set(storage, known)
  return known
}
