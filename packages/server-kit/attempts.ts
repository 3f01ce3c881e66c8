import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from './app.ts'
import { deleteAttempts, insertAttempt, sumAttempts, updateAttemptBack } from './attempts.sql.ts'

export interface AttemptLimit {
  kind: string
  max: number
  windowMinutes: number
}

const minuteMs = 60_000

/**
 * Kept in the database: neither a restart nor a second process gives another round of guesses.
 * Counting comes before guessing and locks its row, so guesses made at once are counted one by one;
 * what is refused is not counted, so the window ends however often somebody knocks.
 */
export const takeAttempt = (app: App, limit: AttemptLimit, key: string) =>
  app.postgres.transaction(async (transaction) => {
    const now = app.clock.now().getTime()
    const minute = new Date(Math.floor(now / minuteMs) * minuteMs)
    await insertAttempt(transaction, limit.kind, key, minute)
    const windowMs = limit.windowMinutes * minuteMs
    const { count, oldest } = await sumAttempts(
      transaction,
      limit.kind,
      key,
      new Date(now - windowMs),
    )
    if (count > limit.max)
      throw new ApiError('too_many_requests', {
        retryAfterSeconds: Math.max(1, Math.ceil((oldest.getTime() + windowMs - now) / 1000)),
      })
  })

/** For what counts only when it fails. */
export const giveBackAttempt = (app: App, limit: AttemptLimit, key: string) =>
  updateAttemptBack(app.postgres, limit.kind, key)

export const forgetAttempts = (app: App, limit: AttemptLimit, key: string) =>
  deleteAttempts(app.postgres, limit.kind, key)
