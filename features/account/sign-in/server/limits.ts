import type { AttemptLimit } from '@playhead/server-kit/limits/attempts.ts'

const limit = (kind: string, max: number, windowMinutes: number): AttemptLimit => ({
  kind,
  max,
  windowMinutes,
})

/** Locks no one out: after the daily maximum, further tries must wait between each other. */
const slowed = (kind: string, max: number, pauseMaxMinutes: number): AttemptLimit => ({
  kind,
  max,
  windowMinutes: 24 * 60,
  pauseMaxMinutes,
})

/** Limits for tries with an e-mail address: of strangers, and of a known browser. */
export interface GuessLimits {
  network: AttemptLimit
  addressFromNetwork: AttemptLimit
  address: AttemptLimit
  knownBrowser: AttemptLimit
}

export const passwordLimits: GuessLimits = {
  network: limit('password from network', 50, 15),
  addressFromNetwork: limit('password of address from network', 10, 15),
  address: slowed('password of address', 30, 15),
  knownBrowser: slowed('password in known browser', 30, 15),
}

/** Each request sends a mail. */
export const resetLimits: GuessLimits = {
  network: limit('reset from network', 30, 60),
  addressFromNetwork: limit('reset of address from network', 5, 60),
  address: slowed('reset of address', 10, 60),
  knownBrowser: limit('reset in known browser', 5, 60),
}

export const signUpLimits: GuessLimits = {
  network: limit('sign-up from network', 30, 60),
  addressFromNetwork: limit('sign-up of address from network', 5, 60),
  address: slowed('sign-up of address', 10, 60),
  knownBrowser: limit('sign-up in known browser', 5, 60),
}

/** Limits for other tries. */
export const limits = {
  linkFromAddress: limit('link from address', 50, 15),
  providerFromAddress: limit('provider from address', 60, 15),
  currentPassword: slowed('current password', 10, 15),
  proofCode: slowed('code of proof', 10, 15),
  emailChange: limit('email change', 10, 60),
} as const
