import type { Clock } from '@playhead/server-kit/clock.ts'
import { RateLimiter } from '@playhead/server-kit/http/rate-limit.ts'

/** An animated picture or a storyboard takes about as long as this many pictures. */
const expensiveCost = 4
/** The limit of all networks together for one environment, as a multiple of the limit of one network. */
const networksPerEnvironment = 5

const limitOf = (perMinute: number) => ({ burst: perMinute, perSecond: perMinute / 60 })

/** Limits how many new pictures a network may request; cached pictures are not counted. */
export class PictureAllowance {
  readonly #networks: RateLimiter
  readonly #environments: RateLimiter

  constructor(perMinute: number, clock: Clock) {
    this.#networks = new RateLimiter(limitOf(perMinute), clock)
    this.#environments = new RateLimiter(limitOf(perMinute * networksPerEnvironment), clock)
  }

  /** Throws the refusal when the limit is reached. */
  take(environmentId: string, network: string, isExpensive: boolean) {
    const cost = isExpensive ? expensiveCost : 1
    this.#networks.take(network, cost)
    this.#environments.take(environmentId, cost)
  }
}
