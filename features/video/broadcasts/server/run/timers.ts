/** Timers with names; none keeps the process alive. */
export class Timers {
  readonly #timers = new Map<string, NodeJS.Timeout>()

  has(name: string) {
    return this.#timers.has(name)
  }

  /** Replaces one of the same name. */
  set(name: string, ms: number, work: () => unknown) {
    this.clear(name)
    const timer = setTimeout(() => void work(), ms)
    timer.unref()
    this.#timers.set(name, timer)
  }

  clear(name: string) {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }

  clearAll() {
    for (const name of this.#timers.keys()) this.clear(name)
  }
}
