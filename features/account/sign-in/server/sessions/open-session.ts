import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import {
  sessionCookie,
  sessionCookieName,
  sessionLifetimeDays,
} from '@playhead/server-kit/identity/cookies.ts'
import { findSession, type SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets.ts'
import { deleteSession, insertSession, type SessionMethod } from './sessions.sql.ts'

const dayMs = 86_400_000

export const sessionExpiry = (now: Date) => new Date(now.getTime() + sessionLifetimeDays * dayMs)

export const setSessionCookie = (app: App, request: RequestFacts, token: string) =>
  request.setCookie(sessionCookie(token, app.settings.publicUrl.startsWith('https:')))

/** The session which the browser has at the moment, whoever's it is. */
export const presentedSession = (app: App, request: RequestFacts) => {
  const token = request.cookies[sessionCookieName]
  const now = app.clock.now()
  return token ? findSession(app.postgres, hashToken(token), now, now) : Promise.resolve(undefined)
}

/** Signing in always makes a new session: a token that somebody planted in the browser before is worth nothing. */
export const openSession = async (
  app: App,
  request: RequestFacts,
  opened: { userId: string; method: SessionMethod; ssoOrganizationId?: string },
): Promise<SessionRow> => {
  const replaced = await presentedSession(app, request)
  if (replaced) await deleteSession(app.postgres, replaced.id)
  const token = randomToken()
  const now = app.clock.now()
  await insertSession(app.postgres, {
    userId: opened.userId,
    tokenHash: hashToken(token),
    method: opened.method,
    ssoOrganizationId: opened.ssoOrganizationId ?? null,
    userAgent: request.userAgent,
    now,
    expiresAt: sessionExpiry(now),
  })
  const session = await findSession(app.postgres, hashToken(token), now, now)
  if (!session) throw new Error('A session that was just stored is not there.')
  setSessionCookie(app, request, token)
  return session
}
