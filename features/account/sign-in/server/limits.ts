import type { AttemptLimit } from '@playhead/server-kit/attempts.ts'

const limit = (kind: string, max: number, windowMinutes: number): AttemptLimit => ({
  kind,
  max,
  windowMinutes,
})

/** How often somebody may try, by what is tried and by the network address it comes from. */
export const limits = {
  passwordOfAccount: limit('password of account', 10, 15),
  passwordFromAddress: limit('password from address', 50, 15),
  signUpOfEmail: limit('sign-up of email', 5, 60),
  signUpFromAddress: limit('sign-up from address', 30, 60),
  resetOfEmail: limit('reset of email', 5, 60),
  resetFromAddress: limit('reset from address', 30, 60),
  linkFromAddress: limit('link from address', 50, 15),
  providerFromAddress: limit('provider from address', 60, 15),
  currentPassword: limit('current password', 10, 15),
  emailChange: limit('email change', 10, 60),
} as const
