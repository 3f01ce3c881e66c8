import type { AttemptLimit } from '@playhead/server-kit/attempts.ts'

/** Six digits are guessed in days, not at once: whoever tries knows the password already. */
export const limits = {
  codeOfAccount: { kind: 'second factor code of account', max: 10, windowMinutes: 15 },
  passkeyFromNetwork: { kind: 'passkey from network', max: 120, windowMinutes: 15 },
} as const satisfies Record<string, AttemptLimit>

/** Of one sign-in; then the password is asked for again. */
export const codesPerSignIn = 5

export const signInMinutes = 10
