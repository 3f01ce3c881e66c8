import type { CollectedEnvironment, EnvironmentDirectory } from './collector-options.ts'

interface Known {
  environment: CollectedEnvironment | null
  asOf: number
}

type Waiting = (environment: CollectedEnvironment | null | undefined) => void

const freshForMs = 10_000
const absentForMs = 5_000
const keysMax = 20_000
const askedAtOnceMax = 500
export const environmentKeyMaxLength = 100

/** Environments by the key of their beacons. What was known is still used while the database is away. */
export class EnvironmentCache {
  readonly #directory: EnvironmentDirectory
  readonly #now: () => number
  readonly #byKey = new Map<string, Known>()
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
    if (!known) return undefined
    const age = this.#now() - known.asOf
    if (known.environment === null) return age < absentForMs ? null : undefined
    // An environment that was known serves on while it is asked for anew.
    if (age >= freshForMs && !this.#waiting.has(key)) this.whenKnown(key, () => {})
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
    const before = this.#byKey.get(key)?.environment
    if (before && environment === null) this.#byId.delete(before.id)
    this.#byKey.delete(key)
    this.#byKey.set(key, { environment, asOf: this.#now() })
    if (environment) this.#keep(environment)
    if (this.#byKey.size > keysMax) this.#forgetOldest()
  }

  /** Known ones are not asked for again with every event while the database is away. */
  #postpone(key: string) {
    const known = this.#byKey.get(key)
    if (known?.environment) known.asOf = this.#now() - freshForMs / 2
  }

  #keep(environment: CollectedEnvironment) {
    const before = this.#byId.get(environment.id)
    if (before?.status === 'integrated') environment.status = 'integrated'
    this.#byId.set(environment.id, environment)
  }

  #forgetOldest() {
    for (const key of this.#byKey.keys()) {
      this.#byKey.delete(key)
      if (this.#byKey.size <= keysMax) return
    }
  }
}
