import type { ChannelLimits } from '../protocol/limits.ts'

export interface Refusal {
  status: 403 | 429 | 503
  retryAfterSeconds?: number
}

type AdmissionLimits = Pick<
  ChannelLimits,
  'socketsMax' | 'newSocketsPerSecond' | 'socketsOfSessionMax' | 'socketsOfAddressMax'
>

/** Owner of a socket: a session or token by its id, else the client address. */
export interface Owner {
  kind: 'session' | 'address'
  id: string
}

/** Counts the sockets of this process, of each session and of each address. */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #clock: { now(): number }
  readonly #byOwner = new Map<string, number>()
  #open = 0
  #second = 0
  #newInSecond = 0

  constructor(limits: AdmissionLimits, clock: { now(): number }) {
    this.#limits = limits
    this.#clock = clock
  }

  get open() {
    return this.#open
  }

  /** Checked before the caller is known: protects the look-up itself. */
  refusesNew(): Refusal | undefined {
    const second = Math.floor(this.#clock.now() / 1000)
    if (second !== this.#second) this.#newInSecond = 0
    this.#second = second
    if (
      this.#open >= this.#limits.socketsMax ||
      this.#newInSecond >= this.#limits.newSocketsPerSecond
    )
      return { status: 503, retryAfterSeconds: 5 }
    this.#newInSecond += 1
    return undefined
  }

  /** Returns a function that releases the place, or a refusal. */
  admit({ kind, id }: Owner): (() => void) | Refusal {
    if (this.#open >= this.#limits.socketsMax) return { status: 503, retryAfterSeconds: 5 }
    const key = `${kind} ${id}`
    const count = this.#byOwner.get(key) ?? 0
    const max =
      kind === 'session' ? this.#limits.socketsOfSessionMax : this.#limits.socketsOfAddressMax
    if (count >= max) return { status: 429, retryAfterSeconds: 5 }
    this.#byOwner.set(key, count + 1)
    this.#open += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#open -= 1
      const left = this.#byOwner.get(key)! - 1
      if (left > 0) this.#byOwner.set(key, left)
      else this.#byOwner.delete(key)
    }
  }
}
