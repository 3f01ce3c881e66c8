import { settlesWithin, type Pause } from '@playhead/domain/awake-pause.ts'

interface HeartbeatOptions {
  /** Resolves once the server has sent any response; rejects when it does not respond. */
  ping: () => Promise<void>
  /** The error for calls that wait for a server that does not respond. */
  silent: () => Error
  pause: Pause
}

interface WatchOptions {
  /** A statement that may take minutes tolerates half a minute of silence, as under extreme load. */
  isPatient?: boolean
  /** It may succeed without a server response, as when a connection is taken from a pool. */
  isMute?: boolean
  /** Frees the resources of the refused work. */
  giveUp?: () => void
}

interface Waiting {
  ticks: number
  isPatient: boolean
  refuse: () => void
}

const tickMilliseconds = 250
/** Nearly every call has finished by then and needs no ping. */
const graceTicks = 4
const ticksBetweenPings = 4
const pingMilliseconds = 3_000
const patienceTicks = 120

/**
 * Distinguishes a slow server from one that hangs. A long call is waited for as long as the server answers a parallel
 * ping. When it does not, such calls are refused, and new ones immediately until it answers again.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #waiting = new Set<Waiting>()
  #isBeating = false
  #isAsking = false
  #isClosed = false
  #answers = 0
  #silentTicks: number | undefined
  #restTicks = 0

  constructor(options: HeartbeatOptions) {
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
    const isAnswered = await settlesWithin(pause, ping(), pingMilliseconds)
    this.#isAsking = false
    // Under heavy load the ping itself may be late while other calls are answered.
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
