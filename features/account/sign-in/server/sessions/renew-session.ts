import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { sessionCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { endOtherSessions } from '@playhead/server-kit/identity/end-sessions.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { sessionExpiry } from '@playhead/server-kit/identity/session-lifetime.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { setSessionCookie } from './open-session.ts'
import { replaceSessionToken, updateSessionToken } from './sessions.sql.ts'

const renewAfterMs = 24 * 3_600_000

/** A request with the previous token does not renew: the new token is already on its way to the browser. */
export const renewSession = async (
  app: App,
  request: RequestFacts,
  session: SessionRow,
  { provedAt = null }: { provedAt?: Date | null } = {},
) => {
  const now = app.clock.now()
  const token = randomToken()
  const renewed = await updateSessionToken(app.postgres, session.id, {
    from: hashToken(request.cookies[sessionCookieName(app.settings)] ?? ''),
    to: hashToken(token),
    now,
    expiresAt: sessionExpiry(now, session.created_at, session.method),
    provedAt,
  })
  if (renewed === 1) setSessionCookie(app, request, token, session)
  return renewed === 1
}

export const renewOldSession = async (app: App, request: RequestFacts, session: SessionRow) => {
  if (app.clock.now().getTime() - session.renewed_at.getTime() > renewAfterMs)
    await renewSession(app, request, session)
}

/** After a password change: this browser continues with the new token, which is returned; all other sessions end. */
export const keepOnlySession = async (
  app: App,
  transaction: Database,
  session: SessionRow,
  provedAt: Date,
) => {
  const token = randomToken()
  await endOtherSessions(transaction, session.user_id, session.id)
  await replaceSessionToken(transaction, session.id, {
    to: hashToken(token),
    now: app.clock.now(),
    provedAt,
  })
  return token
}
