import type { CollectedEnvironment, EnvironmentDirectory } from './collector-options.ts'

interface Known {
  environment: CollectedEnvironment
  asOf: number
}

type Waiting = (environment: CollectedEnvironment | null | undefined) => void

const freshForMs = 10_000
const absentForMs = 5_000
/** Anonymous clients can invent any number of keys. */
const absentMax = 20_000
const askedAtOnceMax = 500
const environmentKeyMaxLength = 100

/** Environments by beacon key. Cached entries are still used while the database is unavailable. */
export class EnvironmentCache {
  readonly #directory: EnvironmentDirectory
  readonly #now: () => number
  /** Existing environments: requests with invented keys cannot evict them. */
  readonly #byKey = new Map<string, Known>()
  /** Keys without an environment, and when that was looked up. */
  readonly #absent = new Map<string, number>()
  readonly #byId = new Map<string, CollectedEnvironment>()
  readonly #waiting = new Map<string, Waiting[]>()
  #isAsking = false

  constructor(directory: EnvironmentDirectory, now: () => number) {
    this.#directory = directory
    this.#now = now
  }

  /** Null: there is none. Undefined: not cached, use `whenKnown`. */
  find(key: string): CollectedEnvironment | null | undefined {
    if (key === '' || key.length > environmentKeyMaxLength) return null
    const known = this.#byKey.get(key)
    if (!known) {
      const absentAsOf = this.#absent.get(key)
      return absentAsOf !== undefined && this.#now() - absentAsOf < absentForMs ? null : undefined
    }
    // A stale environment is still used while it is reloaded.
    if (this.#now() - known.asOf >= freshForMs && !this.#waiting.has(key))
      this.whenKnown(key, () => {})
    return known.environment
  }

  /** Calls back with undefined when the database is unavailable. */
  whenKnown(key: string, callback: Waiting) {
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(callback)
    else this.#waiting.set(key, [callback])
    void this.#ask()
  }

  /** Environments for the rows of views, as last seen. Null where one was deleted. */
  async ofIds(ids: readonly string[]): Promise<Map<string, CollectedEnvironment>> {
    const missing = ids.filter((id) => !this.#byId.has(id))
    if (missing.length > 0)
      for (const environment of await this.#directory.findByIds(missing)) this.#keep(environment)
    return new Map(
      ids.flatMap((id) => {
        const environment = this.#byId.get(id)
        return environment ? [[id, environment] as const] : []
      }),
    )
  }

  errorRules(id: string): CollectedEnvironment['errorRules'] | undefined {
    return this.#byId.get(id)?.errorRules
  }

  async #ask() {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      while (this.#waiting.size > 0) {
        const keys = [...this.#waiting.keys()].slice(0, askedAtOnceMax)
        await this.#askFor(keys)
      }
    } finally {
      this.#isAsking = false
    }
  }

  async #askFor(keys: readonly string[]) {
    const found = await this.#directory.findByKeys(keys).catch(() => undefined)
    const byKey = new Map(found?.map((environment) => [environment.key, environment]))
    for (const key of keys) {
      const callbacks = this.#waiting.get(key) ?? []
      this.#waiting.delete(key)
      const environment = found && (byKey.get(key) ?? null)
      if (environment !== undefined) this.#learn(key, environment)
      else this.#postpone(key)
      for (const callback of callbacks) callback(environment)
    }
  }

  #learn(key: string, environment: CollectedEnvironment | null) {
    this.#absent.delete(key)
    if (environment) {
      this.#byKey.set(key, { environment, asOf: this.#now() })
      return this.#keep(environment)
    }
    const before = this.#byKey.get(key)?.environment
    if (before) this.#byId.delete(before.id)
    this.#byKey.delete(key)
    this.#absent.set(key, this.#now())
    const [oldest] = this.#absent.size > absentMax ? this.#absent.keys() : []
    if (oldest !== undefined) this.#absent.delete(oldest)
  }

  /** While the database is unavailable, cached environments are not requested again with every event. */
  #postpone(key: string) {
    const known = this.#byKey.get(key)
    if (known) known.asOf = this.#now() - freshForMs / 2
  }

  #keep(environment: CollectedEnvironment) {
    const before = this.#byId.get(environment.id)
    if (before?.status === 'integrated') environment.status = 'integrated'
    this.#byId.set(environment.id, environment)
  }
}
