import type { AttemptLimit } from '@playhead/server-kit/attempts.ts'

/** Beyond so many a day, tries go on with pauses between them: about a hundred codes a day of a million. */
const slowed = { max: 10, windowMinutes: 24 * 60, pauseMaxMinutes: 15 }

/** Whoever tries codes knows the password already. */
export const limits = {
  codeOfAccount: { kind: 'second factor code of account', ...slowed },
  /** A browser that signed in before keeps its own: who knows the password must not keep its owner out. */
  codeInKnownBrowser: { kind: 'second factor code in known browser', ...slowed },
  codeOfNewApp: { kind: 'code of new authenticator app', max: 10, windowMinutes: 15 },
  warningOfAccount: { kind: 'mail about wrong codes', max: 4, windowMinutes: 24 * 60 },
  passkeyFromNetwork: { kind: 'passkey from network', max: 120, windowMinutes: 15 },
} as const satisfies Record<string, AttemptLimit>

/** Of one sign-in; then the password is asked for again. */
export const codesPerSignIn = 5

export const signInMinutes = 10
