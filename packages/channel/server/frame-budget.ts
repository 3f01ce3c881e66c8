/** A token bucket of frames that refills at a rate per second. */
export class FrameBudget {
  readonly #perSecond: number
  readonly #burst: number
  #left: number
  #at: number

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#left = burst
    this.#at = now
  }

  take(now: number): boolean {
    const seconds = Math.max(0, now - this.#at) / 1000
    this.#left = Math.min(this.#burst, this.#left + seconds * this.#perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
