import type { AttemptLimit } from '@playhead/server-kit/limits/attempts.ts'

/** After 10 tries a day, each further try must wait: an attacker can try about a hundred of a million codes a day. */
const slowed = { max: 10, windowMinutes: 24 * 60, pauseMaxMinutes: 15 }

/** A person who tries codes has already given the right password. */
export const limits = {
  codeOfAccount: { kind: 'second factor code of account', ...slowed },
  /** Browsers that signed in before have a separate limit, so a thief of the password cannot lock out the owner. */
  codeInKnownBrowser: { kind: 'second factor code in known browser', ...slowed },
  codeOfNewApp: { kind: 'code of new authenticator app', max: 10, windowMinutes: 15 },
  warningOfAccount: { kind: 'mail about wrong codes', max: 4, windowMinutes: 24 * 60 },
  passkeyFromNetwork: { kind: 'passkey from network', max: 120, windowMinutes: 15 },
} as const satisfies Record<string, AttemptLimit>

/** Tries per sign-in; after them the password is asked for again. */
export const codesPerSignIn = 5

export const signInMinutes = 10
