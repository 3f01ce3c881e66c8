/** Runs independent tasks, a few at a time; the first failure ends it. */
export class ConcurrencyLimit {
  readonly #max: number
  readonly #underWay = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  constructor(max: number) {
    this.#max = max
  }

  /** Returns when there is capacity for another task. */
  async add(work: () => Promise<void>) {
    if (this.#failure) throw this.#failure.error
    const one: Promise<void> = work()
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#underWay.delete(one))
    this.#underWay.add(one)
    if (this.#underWay.size >= this.#max) await Promise.race(this.#underWay)
  }

  /** Waits until no task is running, whether they failed or not. */
  async end() {
    await Promise.all(this.#underWay)
  }

  async finish() {
    await this.end()
    if (this.#failure) throw this.#failure.error
  }
}
