const startsMax = 100
const withinMs = 3600_000

/** The programs that one broadcast has started: an encoder may change its sound and its clock all the time. */
export class ProgramStarts {
  #times: number[] = []

  /** Whether another may start now; counts it. */
  take(now = Date.now()) {
    this.#times = this.#times.filter((time) => now - time < withinMs)
    if (this.#times.length >= startsMax) return false
    this.#times.push(now)
    return true
  }
}
