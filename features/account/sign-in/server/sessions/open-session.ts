import { forbidden } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { sessionCookie, sessionCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { findSession, type SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { sessionExpiry } from '@playhead/server-kit/identity/session-lifetime.ts'
import { isVisitor } from '@playhead/server-kit/identity/visitor.ts'
import { keptNetwork } from '@playhead/server-kit/identity/where-from.ts'
import { findDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { rememberBrowser } from '../guesses/known-browser.ts'
import { logSignIn } from '../log-refusals.ts'
import { recordSignIn } from './record-sign-in.ts'
import { deleteSession, insertSession, type SessionMethod } from './sessions.sql.ts'

export const setSessionCookie = (
  app: App,
  request: RequestFacts,
  token: string,
  { created_at: begunAt, method }: Pick<SessionRow, 'created_at' | 'method'>,
) =>
  request.setCookie(sessionCookie(app.settings, token, { now: app.clock.now(), begunAt, method }))

/** The current session of the browser, whichever person it belongs to. */
export const presentedSession = (app: App, request: RequestFacts) => {
  const token = request.cookies[sessionCookieName(app.settings)]
  const now = app.clock.now()
  return token ? findSession(app.postgres, hashToken(token), now, now) : Promise.resolve(undefined)
}

interface Opened {
  userId: string
  method: SessionMethod
  ssoOrganizationId?: string
  /** The session this one continues: entering another organization proves nothing about the account and extends nothing. */
  continues?: SessionRow | undefined
  /** When the person proved a second factor, if they did. */
  secondFactorAt?: Date
}

/** Signing in always creates a new session: a token that an attacker planted in the browser before is worthless. */
export const openSession = async (
  app: App,
  request: RequestFacts,
  opened: Opened,
): Promise<SessionRow> => {
  // The account of all visitors belongs to no person, whatever was proven.
  if (!isVisitor(opened) && opened.userId === (await findDemoVisitor(app.postgres)))
    throw forbidden()
  const replaced = await presentedSession(app, request)
  if (replaced) await deleteSession(app.postgres, replaced.id)
  const token = randomToken()
  const now = app.clock.now()
  const begunAt = opened.continues?.created_at ?? now
  await app.postgres.transaction(async (transaction) => {
    await insertSession(transaction, {
      userId: opened.userId,
      tokenHash: hashToken(token),
      method: opened.method,
      ssoOrganizationId: opened.ssoOrganizationId ?? null,
      userAgent: request.userAgent,
      network: isVisitor(opened) ? '' : keptNetwork(request.ip),
      begunAt,
      provedAt: opened.continues
        ? (opened.continues.proved_at ?? opened.continues.created_at)
        : now,
      secondFactorAt: opened.continues?.second_factor_at ?? opened.secondFactorAt ?? null,
      now,
      expiresAt: sessionExpiry(now, begunAt, opened.method),
    })
    if (!isVisitor(opened)) await recordSignIn(transaction, request, opened)
  })
  const session = await findSession(app.postgres, hashToken(token), now, now)
  if (!session) throw new Error('A session that was just stored is not there.')
  setSessionCookie(app, request, token, session)
  if (isVisitor(opened)) return session
  await rememberBrowser(app, request, opened.userId)
  logSignIn({ app, request }, opened.method, opened.userId)
  return session
}
