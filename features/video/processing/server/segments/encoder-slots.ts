import { availableParallelism } from 'node:os'
import { FairSlots, type Path } from '@playhead/domain/fair-slots.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** `isWaitedFor`: a viewer waits for the result. If false it is prefetched, and can become true later. */
export interface Ticket {
  isWaitedFor: boolean
  path: Path
  /** Takes much longer than other work: other work goes first and always has a place. */
  isExpensive?: boolean
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
/** A broadcast may go on for months: work without a deadline waits this long for its end. */
const broadcastPatienceMs = 30 * 60_000
/** Less is the sound of a broadcast. */
const noticeableCores = 0.1

const rankOf = ({ isWaitedFor, isExpensive }: Ticket) => (isWaitedFor ? (isExpensive ? 1 : 0) : 2)

/**
 * As many concurrent encoders as cores, and one more when two environments need them; requested
 * work goes before prefetching.
 */
export class EncoderSlots {
  readonly #slots: FairSlots
  readonly #idle = new Set<() => void>()
  readonly #cores: number
  #reserved = 0

  constructor(perParty = availableParallelism()) {
    this.#cores = perParty
    this.#slots = new FairSlots({ perParty, waitingMax })
  }

  get reservedCores() {
    return this.#reserved
  }

  /** Cores that broadcasts take first, however many they are now. Viewers of recordings always have one slot. */
  set reservedCores(cores: number) {
    this.#reserved = cores
    this.#slots.perParty = Math.max(1, Math.round(this.#cores - cores))
    this.#wakeIdle()
  }

  async run<Result>(
    ticket: Ticket,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const asking = {
      path: ticket.path,
      isExpensive: ticket.isExpensive ?? false,
      get rank() {
        return rankOf(ticket)
      },
    }
    try {
      return await this.#slots.run(asking, signal, work)
    } finally {
      this.#wakeIdle()
    }
  }

  /** Resolves when no broadcast encodes and no viewer waits, or after a longer time: for work without a deadline. */
  async whenAllIdle(signal: AbortSignal, patienceMs = broadcastPatienceMs) {
    await this.#whenNone(() => this.#reserved >= noticeableCores, signal, patienceMs)
    await this.whenIdle(signal)
  }

  /**
   * Resolves when no encoder runs for a viewer, or after `patienceMs`. Background work waits for
   * this before each piece; its processes have a low priority anyway.
   */
  whenIdle(signal: AbortSignal, patienceMs = idlePatienceMs) {
    return this.#whenNone(() => this.#slots.taken > 0, signal, patienceMs)
  }

  #wakeIdle() {
    for (const wake of this.#idle) wake()
  }

  async #whenNone(isBusy: () => boolean, signal: AbortSignal, patienceMs: number) {
    const patience = AbortSignal.timeout(patienceMs)
    const ends = AbortSignal.any([signal, patience])
    while (isBusy() && !patience.aborted) {
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

const slots = new WeakMap<App['storage'], EncoderSlots>()

/** One for each process: requests and jobs have different app objects, but share one storage. */
export const encoderSlotsOf = ({ storage }: Pick<App, 'storage'>) => {
  const known = slots.get(storage) ?? new EncoderSlots()
  slots.set(storage, known)
  return known
}

const pictureSlots = new WeakMap<App['storage'], EncoderSlots>()

/** Pictures have separate slots, so that playback never waits for a storyboard. */
export const pictureSlotsOf = ({ storage }: Pick<App, 'storage'>) => {
  const known =
    pictureSlots.get(storage) ??
    new EncoderSlots(Math.max(2, Math.floor(availableParallelism() / 2)))
  pictureSlots.set(storage, known)
  return known
}
