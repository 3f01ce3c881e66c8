import { isAnsweredWithin, type Pause } from './awake-pause.ts'

export interface PulseOptions {
  /** Resolves once the server has said anything at all; rejects where nothing answers. */
  ping: () => Promise<void>
  /** What those are refused with who wait for a server that answers nothing. */
  silent: () => Error
  pause: Pause
}

export interface WatchOptions {
  /** A statement that may take minutes also bears half a minute of silence, as under a load that stops everything. */
  isPatient?: boolean
  /** It may succeed without a word from the server, as when a connection of a pool is taken. */
  isMute?: boolean
  /** Frees what the refused work holds. */
  giveUp?: () => void
}

interface Waiting {
  ticks: number
  isPatient: boolean
  refuse: () => void
}

const tickMilliseconds = 250
/** Nearly every call is over by then, and costs no question. */
const graceTicks = 4
const ticksBetweenPings = 4
const pingMilliseconds = 3_000
const patienceTicks = 120

/**
 * Tells a server that is slow from one that hangs. A call that takes long is waited for as long as the server answers
 * a question asked beside it. When it does not, such calls are refused, and new ones at once until it answers again.
 */
export class Pulse {
  readonly #options: PulseOptions
  readonly #waiting = new Set<Waiting>()
  #isBeating = false
  #isAsking = false
  #isClosed = false
  #answers = 0
  #silentTicks: number | undefined
  #restTicks = 0

  constructor(options: PulseOptions) {
    this.#options = options
  }

  async watch<Result>(
    work: () => Promise<Result>,
    { isPatient = false, isMute = false, giveUp }: WatchOptions = {},
  ): Promise<Result> {
    if (this.#refuses(isPatient)) {
      giveUp?.()
      throw this.#options.silent()
    }
    const waiting: Waiting = { ticks: 0, isPatient, refuse: () => {} }
    const silence = new Promise<never>((_, reject) => {
      waiting.refuse = () => {
        reject(this.#options.silent())
        giveUp?.()
      }
    })
    this.#waiting.add(waiting)
    if (!this.#isBeating) void this.#beat()
    try {
      const result = await Promise.race([work(), silence])
      if (!isMute) this.#answers += 1
      return result
    } finally {
      this.#waiting.delete(waiting)
    }
  }

  close(): void {
    this.#isClosed = true
  }

  async #beat(): Promise<void> {
    this.#isBeating = true
    while (!this.#isClosed && (this.#waiting.size > 0 || this.#silentTicks !== undefined)) {
      await this.#options.pause(tickMilliseconds)
      this.#tick()
    }
    this.#isBeating = false
  }

  #tick(): void {
    if (this.#silentTicks !== undefined) this.#silentTicks += 1
    let isLong = false
    for (const one of this.#waiting) {
      one.ticks += 1
      isLong ||= one.ticks >= graceTicks
    }
    this.#restTicks -= 1
    const isDue = isLong ? this.#restTicks <= 0 : this.#silentTicks !== undefined
    if (isDue && !this.#isAsking) void this.#ask()
    this.#refuseWaiting()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const before = this.#answers
    const { pause, ping } = this.#options
    const isAnswered = await isAnsweredWithin(pause, ping(), pingMilliseconds)
    this.#isAsking = false
    // Under a heavy load the question itself may be late where others are answered.
    if (isAnswered || this.#answers > before) this.#silentTicks = undefined
    else this.#silentTicks ??= 0
    this.#restTicks = this.#silentTicks === undefined ? ticksBetweenPings : 0
    this.#refuseWaiting()
  }

  #refuses(isPatient: boolean): boolean {
    if (this.#silentTicks === undefined) return false
    return !isPatient || this.#silentTicks > patienceTicks
  }

  #refuseWaiting(): void {
    for (const one of this.#waiting)
      if (one.ticks >= graceTicks && this.#refuses(one.isPatient)) {
        this.#waiting.delete(one)
        one.refuse()
      }
  }
}
