import { availableParallelism } from 'node:os'
import { FairPlaces, type Path } from '@playhead/domain/fair-places.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** `isWaitedFor`: a viewer waits for the result. If false it is prefetched, and can become true later. */
export interface Ticket {
  isWaitedFor: boolean
  path: Path
  /** Takes much longer than other work: other work goes first and always has a place. */
  isDear?: boolean
}

/** The levels of fairness: environments take turns, within each the viewers by network, within these the assets. */
export const pathOf = (environmentId: string, network: string, assetId: string): Path => [
  environmentId,
  `network ${network}`,
  `asset ${assetId}`,
]

/** With a longer queue the response would come too late to be useful. */
const waitingMax = { perParty: [128, 64, 64], all: 1024 }
const idlePatienceMs = 60_000

const rankOf = ({ isWaitedFor, isDear }: Ticket) => (isWaitedFor ? (isDear ? 1 : 0) : 2)

/**
 * As many concurrent encoders as cores, and one more when two environments need them; requested
 * work goes before prefetching.
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
   * Resolves when no encoder runs for a viewer, or after `patienceMs`. Background work waits for
   * this before each piece; its processes have a low priority anyway.
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

/** One for each process: requests and jobs have different app objects, but share one storage. */
export const slotsOf = ({ storage }: Pick<App, 'storage'>) => {
  const known = slots.get(storage) ?? new Slots()
  slots.set(storage, known)
  return known
}

const pictureSlots = new WeakMap<App['storage'], Slots>()

/** Pictures have separate slots, so that playback never waits for a storyboard. */
export const pictureSlotsOf = ({ storage }: Pick<App, 'storage'>) => {
  const known =
    pictureSlots.get(storage) ?? new Slots(Math.max(2, Math.floor(availableParallelism() / 2)))
  pictureSlots.set(storage, known)
  return known
}
