import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from './app.ts'
import { countAttempts, deleteAttempts, insertAttempt } from './attempts.sql.ts'

export interface AttemptLimit {
  kind: string
  max: number
  windowMinutes: number
}

/** Kept in the database: neither a restart nor a second process gives another round of guesses. */
export const refuseAfterTooManyAttempts = async (app: App, limit: AttemptLimit, key: string) => {
  const since = new Date(app.clock.now().getTime() - limit.windowMinutes * 60_000)
  if ((await countAttempts(app.postgres, limit.kind, key, since)) >= limit.max)
    throw new ApiError('too_many_requests', { retryAfterSeconds: 60 })
}

export const rememberAttempt = (app: App, limit: AttemptLimit, key: string) => {
  const minute = new Date(Math.floor(app.clock.now().getTime() / 60_000) * 60_000)
  return insertAttempt(app.postgres, limit.kind, key, minute)
}

export const forgetAttempts = (app: App, limit: AttemptLimit, key: string) =>
  deleteAttempts(app.postgres, limit.kind, key)
