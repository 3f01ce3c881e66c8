import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '../app.ts'
import {
  deleteAttempts,
  insertAttempt,
  lockAttempts,
  sumAttempts,
  updateAttemptBack,
} from './attempts.sql.ts'
import { waitInWords } from './wait-in-words.ts'

export interface AttemptLimit {
  kind: string
  max: number
  windowMinutes: number
  /** Beyond the limit, tries continue one at a time: the pause between them doubles from a minute up to this. */
  pauseMaxMinutes?: number
}

export interface Attempt {
  limit: AttemptLimit
  key: string
}

const minuteMs = 60_000

/** When the next try is allowed; 0 while the limit is not exceeded. */
const nextAt = (
  { max, windowMinutes, pauseMaxMinutes }: AttemptLimit,
  { count, oldest, previous }: { count: number; oldest: Date; previous: Date | null },
) => {
  if (count <= max) return 0
  if (pauseMaxMinutes === undefined || !previous) return oldest.getTime() + windowMinutes * minuteMs
  return previous.getTime() + Math.min(2 ** (count - max - 1), pauseMaxMinutes) * minuteMs
}

const refusal = (waitMs: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ApiError('too_many_requests', {
    retryAfterSeconds,
    messages: [`Too many attempts. Please try again in ${waitInWords(retryAfterSeconds)}.`],
  })
}

/**
 * Stored in the database: neither a restart nor a second process gives new guesses. Tries are counted under a lock and
 * before the guess is checked, so concurrent guesses are counted one by one. Refused tries do not count, so the wait
 * ends no matter how often the caller retries.
 */
export const takeAttempts = (app: App, attempts: readonly Attempt[]) =>
  app.postgres.transaction(async (transaction) => {
    const now = app.clock.now().getTime()
    const minute = new Date(Math.floor(now / minuteMs) * minuteMs)
    for (const { limit, key } of attempts) {
      await lockAttempts(transaction, limit.kind, key)
      await insertAttempt(transaction, limit.kind, key, minute)
      const since = new Date(now - limit.windowMinutes * minuteMs)
      const sum = await sumAttempts(transaction, limit.kind, key, { since, minute })
      const waitMs = nextAt(limit, sum) - now
      if (waitMs > 0) throw refusal(waitMs)
    }
  })

export const takeAttempt = (app: App, limit: AttemptLimit, key: string) =>
  takeAttempts(app, [{ limit, key }])

/** For limits that count only failures. */
export const giveBackAttempt = (app: App, limit: AttemptLimit, key: string) =>
  updateAttemptBack(app.postgres, limit.kind, key)

export const forgetAttempts = (app: App, limit: AttemptLimit, key: string) =>
  deleteAttempts(app.postgres, limit.kind, key)
