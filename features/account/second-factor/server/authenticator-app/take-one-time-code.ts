import type { App } from '@playhead/server-kit/app.ts'
import { findAuthenticatorApp, takeStep } from './authenticator-app.sql.ts'
import { stepOfCode } from './one-time-code.ts'

/** People type blanks too, because some apps show two groups of three digits. */
export const plainCode = (typed: string) => typed.replaceAll(/\s/g, '')

export const secretOf = (app: App, sealed: string) => Buffer.from(app.vault.open(sealed), 'base64')

/** Returns whether the code is right, and uses it up. */
export const takeOneTimeCode = async (app: App, userId: string, code: string) => {
  const stored = await findAuthenticatorApp(app.postgres, userId)
  if (!stored?.confirmed_at) return false
  const now = app.clock.now()
  const step = stepOfCode(secretOf(app, stored.secret_sealed), plainCode(code), now)
  if (step === undefined) return false
  return takeStep(app.postgres, userId, { secretSealed: stored.secret_sealed, step, now })
}
