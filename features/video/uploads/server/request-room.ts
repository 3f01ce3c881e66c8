/** How many requests are taken at a time; no environment may have all of it. */
export class RequestRoom {
  readonly #inside = new Map<string, number>()
  #count = 0

  constructor(private readonly limits: { all: number; perEnvironment: number }) {}

  /** Answers the way out, or nothing where there is no room. */
  enter(environmentId: string) {
    const own = this.#inside.get(environmentId) ?? 0
    if (this.#count >= this.limits.all || own >= this.limits.perEnvironment) return undefined
    this.#change(environmentId, 1)
    return () => this.#change(environmentId, -1)
  }

  #change(environmentId: string, by: 1 | -1) {
    const own = (this.#inside.get(environmentId) ?? 0) + by
    this.#count += by
    if (own > 0) this.#inside.set(environmentId, own)
    else this.#inside.delete(environmentId)
  }
}
