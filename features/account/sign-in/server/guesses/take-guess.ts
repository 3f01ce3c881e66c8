import { ApiError } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import {
  type Attempt,
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
  takeAttempts,
} from '@playhead/server-kit/limits/attempts.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { UserRow } from '../accounts/users.sql.ts'
import type { GuessLimits } from '../limits.ts'
import { findKnownBrowser } from './known-browser.ts'

const isTooMany = (error: unknown) =>
  error instanceof ApiError && error.code === 'too_many_requests'

interface Guess {
  /** The guess was right: its failures in this place are forgotten, and it no longer counts in the other limits. */
  wasRight(): Promise<void>
}

const keyOfBoth = (network: string, email: string) => `${network} ${email}`

/** Counted per network, per address from this network, and per address from everywhere. */
const strangersGuess = async (
  app: App,
  limits: GuessLimits,
  network: string,
  email: string,
): Promise<Guess> => {
  const byNetwork: Attempt = { limit: limits.network, key: network }
  const byBoth: Attempt = { limit: limits.addressFromNetwork, key: keyOfBoth(network, email) }
  const byAddress: Attempt = { limit: limits.address, key: email }
  // The limit that strangers can exhaust for others comes last.
  await takeAttempts(app, [byNetwork, byBoth, byAddress])
  return {
    async wasRight() {
      await giveBackAttempt(app, byNetwork.limit, byNetwork.key)
      await giveBackAttempt(app, byAddress.limit, byAddress.key)
      await forgetAttempts(app, byBoth.limit, byBoth.key)
    },
  }
}

/** For the address, from everywhere and from this network: earlier guesses were not at the new password. */
export const forgetGuesses = async (
  app: App,
  request: RequestFacts,
  limits: GuessLimits,
  email: string,
) => {
  await forgetAttempts(app, limits.address, email)
  await forgetAttempts(app, limits.addressFromNetwork, keyOfBoth(networkOf(request.ip), email))
}

/**
 * Counted before the guess is checked, and in the same way for addresses without an account. A browser that signed in
 * to the account before has a separate limit that no one else can use up; beyond it, it counts as a stranger.
 */
export const takeGuess = async (
  app: App,
  request: RequestFacts,
  limits: GuessLimits,
  { email, user }: { email: string; user: UserRow | undefined },
): Promise<Guess> => {
  const stranger = () => strangersGuess(app, limits, networkOf(request.ip), email)
  const browser = findKnownBrowser(app, request, user)
  if (!browser) return stranger()
  const key = `${browser} ${user!.id}`
  try {
    await takeAttempt(app, limits.knownBrowser, key)
    return { wasRight: async () => void (await forgetAttempts(app, limits.knownBrowser, key)) }
  } catch (error) {
    if (!isTooMany(error)) throw error
    return stranger()
  }
}
