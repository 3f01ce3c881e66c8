import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Clock } from '../clock.ts'

export interface RateLimit {
  /** How many calls may arrive at once. */
  burst: number
  perSecond: number
}

export const defaultRateLimit: RateLimit = { burst: 600, perSecond: 20 }

const callersMax = 50_000

/** A token bucket per caller, for one process. Guesses at passwords are counted in the database. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #clock: Clock
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** Returns how many calls are left, or refuses. Expensive calls count as several. */
  take(key: string, cost = 1): number {
    const now = this.#clock.now().getTime()
    const { burst, perSecond } = this.#limit
    const known = this.#buckets.get(key)
    // If the clock is set back, no tokens are lost.
    const elapsedMs = known ? Math.max(0, now - known.at) : 0
    const tokens = known ? Math.min(burst, known.tokens + (elapsedMs / 1000) * perSecond) : burst
    this.#buckets.delete(key)
    if (this.#buckets.size >= callersMax) this.#buckets.delete(this.#buckets.keys().next().value!)
    const isRefused = tokens < cost
    this.#buckets.set(key, { tokens: isRefused ? tokens : tokens - cost, at: now })
    if (isRefused)
      throw new ApiError('too_many_requests', {
        retryAfterSeconds: Math.ceil((cost - tokens) / perSecond),
      })
    return Math.floor(tokens - cost)
  }
}
