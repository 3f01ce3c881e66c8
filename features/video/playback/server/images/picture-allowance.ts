import type { Clock } from '@playhead/server-kit/clock.ts'
import { RateLimiter } from '@playhead/server-kit/http/rate-limit.ts'

/** A film or a sheet takes about as long as so many pictures. */
const dearCost = 4
/** What all networks together may ask of one environment, of what one network may. */
const networksPerEnvironment = 5

const limitOf = (perMinute: number) => ({ burst: perMinute, perSecond: perMinute / 60 })

/** How many pictures that are not there yet may be asked for: those that are there cost nothing and are not counted. */
export class PictureAllowance {
  readonly #networks: RateLimiter
  readonly #environments: RateLimiter

  constructor(perMinute: number, clock: Clock) {
    this.#networks = new RateLimiter(limitOf(perMinute), clock)
    this.#environments = new RateLimiter(limitOf(perMinute * networksPerEnvironment), clock)
  }

  /** Throws the refusal. */
  take(environmentId: string, network: string, isDear: boolean) {
    const cost = isDear ? dearCost : 1
    this.#networks.take(network, cost)
    this.#environments.take(environmentId, cost)
  }
}
