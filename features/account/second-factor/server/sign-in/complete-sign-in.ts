import type { z } from 'zod'
import { networkOf } from '@playhead/domain/network-of.ts'
import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Attempt, forgetAttempts, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { PasskeyAnswer } from '../../contract.ts'
import { acceptCode, type GivenCode } from '../accept-code.ts'
import { codesPerSignIn, limits } from '../limits.ts'
import { wrongCodesMail } from '../mails/wrong-codes-mail.ts'
import { acceptPasskey, askForPasskey, type PasskeyQuestion } from '../passkeys/ask-for-passkey.ts'
import { findPerson } from '../factors.sql.ts'
import {
  countAttempt,
  findPendingSignIn,
  type PendingSignIn,
  takePendingSignIn,
} from './pending-sign-ins.sql.ts'

export interface CompletedSignIn {
  user_id: string
  method: PendingSignIn['method'] | 'passkey'
}

const overdue = () =>
  new ApiError('unauthorized', {
    messages: ['This sign-in has expired. Please start again with your password.'],
  })

const take = async (app: App, ticket: string): Promise<CompletedSignIn> => {
  const pending = await takePendingSignIn(app.postgres, hashToken(ticket), app.clock.now())
  if (!pending) throw overdue()
  return pending
}

/** Someone knows the password and may not be its owner. A few mails a day are enough of a warning. */
const warn = (app: App, userId: string) =>
  app.afterResponse.run('notice of wrong codes', async () => {
    const isNews = await takeAttempt(app, limits.warningOfAccount, userId).then(
      () => true,
      () => false,
    )
    if (!isNews) return
    const { email } = await findPerson(app.postgres, userId)
    await app.mailer.send(wrongCodesMail(email, app.settings.publicUrl))
  })

const guessOf = (userId: string, browser: string | undefined): Attempt =>
  browser === undefined
    ? { limit: limits.codeOfAccount, key: userId }
    : { limit: limits.codeInKnownBrowser, key: `${browser} ${userId}` }

/** Recovery codes are too long to guess, so they have no limit, and no attacker can use up this way to sign in. */
const isGuessable = ({ method }: GivenCode) => method === 'authenticator_app'

/** `knownBrowserOf` returns the id of the browser if this person signed in with it before. */
export const completeWithCode = async (
  app: App,
  request: RequestFacts,
  given: GivenCode & { ticket: string },
  knownBrowserOf: (userId: string) => Promise<string | undefined>,
): Promise<CompletedSignIn> => {
  const now = app.clock.now()
  const counted = await countAttempt(app.postgres, hashToken(given.ticket), codesPerSignIn, now)
  if (!counted) throw overdue()
  const userId = counted.user_id
  const guess = guessOf(userId, await knownBrowserOf(userId))
  if (isGuessable(given))
    await takeAttempt(app, guess.limit, guess.key).catch((error: unknown) => {
      // An attacker who spreads the tries over many sign-ins is noticed here.
      warn(app, userId)
      throw error
    })
  if (!(await acceptCode(app, request, userId, given))) {
    if (counted.attempts === codesPerSignIn) warn(app, userId)
    throw invalidField('code', 'This code is wrong or was already used.')
  }
  if (isGuessable(given)) await forgetAttempts(app, guess.limit, guess.key)
  return take(app, given.ticket)
}

/** With a ticket the passkey is the second proof; without one it is the only proof. */
const questionOf = async (app: App, ticket: string | undefined): Promise<PasskeyQuestion> => {
  if (ticket === undefined) return { purpose: 'sign_in', userId: null }
  const pending = await findPendingSignIn(app.postgres, hashToken(ticket), app.clock.now())
  if (!pending) throw overdue()
  return { purpose: 'second_factor', userId: pending.user_id }
}

export const startPasskeySignIn = async (
  app: App,
  request: RequestFacts,
  ticket: string | undefined,
) => {
  await takeAttempt(app, limits.passkeyFromNetwork, networkOf(request.ip))
  return askForPasskey(app, request, await questionOf(app, ticket))
}

export const completeWithPasskey = async (
  app: App,
  request: RequestFacts,
  {
    ticket,
    ...answer
  }: z.output<typeof PasskeyAnswer> & { challenge_id: string; ticket: string | undefined },
): Promise<CompletedSignIn> => {
  await takeAttempt(app, limits.passkeyFromNetwork, networkOf(request.ip))
  const userId = await acceptPasskey(app, request, await questionOf(app, ticket), answer)
  return ticket === undefined ? { user_id: userId, method: 'passkey' } : take(app, ticket)
}
