import type { ParsedBeacon } from '../../beacon/parse-beacon.ts'
import type { InFlightRequests } from '../requests/in-flight-requests.ts'
import type { CollectorMemory } from './collector-memory.ts'
import type { Delivery } from '../requests/delivery.ts'
import type { EnvironmentCache } from '../environment-cache.ts'
import { typicalViewBytes, viewKey } from '../views/live-view.ts'
import type { LiveViews } from '../views/live-views.ts'

interface AdmissionParts {
  memory: CollectorMemory
  inFlight: InFlightRequests
  environments: EnvironmentCache
  views: LiveViews
  defaultEnvironmentKey: string | undefined
}

/**
 * Attributes a body to its environment, first by a hint and then by its events, and checks whether its events fit in
 * memory.
 */
export class MemoryAdmission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** The key identifies the environment: the memory of the request no longer counts for its network. */
  noteKey(delivery: Delivery, key: string | null | undefined) {
    const { environments, inFlight } = this.#parts
    const known = this.#find(key)
    if (known) inFlight.belongsTo(delivery, known.id)
    if (known !== undefined) return
    environments.whenKnown(this.#keyOf(key), (environment) => {
      if (environment) inFlight.belongsTo(delivery, environment.id)
    })
  }

  admits(parsed: ParsedBeacon, delivery: Delivery) {
    const { inFlight, memory } = this.#parts
    const own = this.#find(parsed.environmentKey)
    if (own) inFlight.belongsTo(delivery, own.id)
    if (delivery.isOver) return false
    for (const [environmentId, newViews] of this.#newViews(parsed)) {
      const bytes = newViews * typicalViewBytes + delivery.bytes
      if (memory.wouldBeBeyond(environmentId, bytes)) return false
    }
    return true
  }

  /** How many new views this body would open in each environment. */
  #newViews({ events }: ParsedBeacon) {
    const opened = new Map<string, Set<string>>()
    for (const { environmentKey, viewId } of events) {
      const environment = this.#find(environmentKey)
      if (!environment) continue
      const views = opened.get(environment.id) ?? new Set()
      opened.set(environment.id, views)
      if (!this.#parts.views.get(viewKey(environment.id, viewId))) views.add(viewId)
    }
    return [...opened].map(([id, { size }]) => [id, size] as const)
  }

  #keyOf(key: string | null | undefined) {
    return key ?? this.#parts.defaultEnvironmentKey ?? ''
  }

  #find(key: string | null | undefined) {
    return this.#parts.environments.find(this.#keyOf(key))
  }
}
