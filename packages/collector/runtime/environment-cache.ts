import type { CollectedEnvironment, EnvironmentDirectory } from './collector-options.ts'

interface Known {
  environment: CollectedEnvironment
  asOf: number
}

type Waiting = (environment: CollectedEnvironment | null | undefined) => void

const freshForMs = 10_000
const absentForMs = 5_000
/** Strangers make up as many keys as they like. */
const absentMax = 20_000
const askedAtOnceMax = 500
export const environmentKeyMaxLength = 100

/** Environments by the key of their beacons. What was known is still used while the database is away. */
export class EnvironmentCache {
  readonly #directory: EnvironmentDirectory
  readonly #now: () => number
  /** Those that there are: whatever strangers send, they stay. */
  readonly #byKey = new Map<string, Known>()
  /** Keys of none, and when that was so. */
  readonly #absent = new Map<string, number>()
  readonly #byId = new Map<string, CollectedEnvironment>()
  readonly #waiting = new Map<string, Waiting[]>()
  #isAsking = false

  constructor(directory: EnvironmentDirectory, now: () => number) {
    this.#directory = directory
    this.#now = now
  }

  /** Null: there is none. Undefined: not known at this moment, ask with `whenKnown`. */
  find(key: string): CollectedEnvironment | null | undefined {
    if (key === '' || key.length > environmentKeyMaxLength) return null
    const known = this.#byKey.get(key)
    if (!known) {
      const absentAsOf = this.#absent.get(key)
      return absentAsOf !== undefined && this.#now() - absentAsOf < absentForMs ? null : undefined
    }
    // An environment that was known serves on while it is asked for anew.
    if (this.#now() - known.asOf >= freshForMs && !this.#waiting.has(key))
      this.whenKnown(key, () => {})
    return known.environment
  }

  /** Calls back with undefined when nobody could be asked. */
  whenKnown(key: string, callback: Waiting) {
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(callback)
    else this.#waiting.set(key, [callback])
    void this.#ask()
  }

  /** For rows of views: as last seen. Null where it was deleted. */
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

  /** Known ones are not asked for again with every event while the database is away. */
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
