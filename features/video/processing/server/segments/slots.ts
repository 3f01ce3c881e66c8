import { availableParallelism } from 'node:os'
import { FairPlaces, type Path } from '@playhead/domain/fair-places.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** Somebody waits for it, or will if all goes as usual; the latter may become the former meanwhile. */
export interface Ticket {
  isWaitedFor: boolean
  path: Path
  /** Takes much longer than others: those go first, and there is always a place for them. */
  isDear?: boolean
}

/** Who takes turns: environments, in each its viewers by network, and of each of those the assets. */
export const pathOf = (environmentId: string, network: string, assetId: string): Path => [
  environmentId,
  `network ${network}`,
  `asset ${assetId}`,
]

/** Behind so many nobody waits: the answer would come too late to be of use. */
const waitingMax = { perParty: [128, 64, 64], all: 1024 }
const idlePatienceMs = 60_000

const rankOf = ({ isWaitedFor, isDear }: Ticket) => (isWaitedFor ? (isDear ? 1 : 0) : 2)

/**
 * As many encoders at once as there are cores, and one more where two environments need them; whoever waits goes
 * before what is only expected.
 */
export class Slots {
  readonly #places: FairPlaces
  readonly #idle = new Set<() => void>()

  constructor(perParty = availableParallelism()) {
    this.#places = new FairPlaces({ perParty, waitingMax })
  }

  async run<Result>(
    ticket: Ticket,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const asking = {
      path: ticket.path,
      isDear: ticket.isDear ?? false,
      get rank() {
        return rankOf(ticket)
      },
    }
    try {
      return await this.#places.run(asking, signal, work)
    } finally {
      if (this.#places.taken === 0) for (const wake of this.#idle) wake()
    }
  }

  /**
   * Once nobody encodes for a viewer: background work begins its next piece then, and where viewers
   * never rest after a while all the same. It yields the processor anyway.
   */
  async whenIdle(signal: AbortSignal, patienceMs = idlePatienceMs) {
    const patience = AbortSignal.timeout(patienceMs)
    const ends = AbortSignal.any([signal, patience])
    while (this.#places.taken > 0 && !patience.aborted) {
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
    pictureSlots.get(storage) ?? new Slots(Math.max(2, Math.floor(availableParallelism() / 2)))
  pictureSlots.set(storage, known)
  return known
}
