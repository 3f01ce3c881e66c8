import type { App } from '../app.ts'
import { hashToken, sameBytes } from '../secrets/secrets.ts'
import { sessionCookieName } from './cookies.ts'
import {
  findAccessToken,
  findClosedToken,
  findSession,
  type SessionRow,
  type TokenRow,
  touchAccessToken,
  touchSession,
} from './identity.sql.ts'
import { sessionExpiry } from './session-lifetime.ts'
import { isVisitor } from './visitor.ts'
import { keptNetwork } from './where-from.ts'

export type Caller =
  /** With the token that the credentials belong to, if it was revoked or has expired. */
  | { kind: 'nobody'; closedToken?: TokenRow }
  | { kind: 'person'; session: SessionRow }
  | { kind: 'token'; token: TokenRow }

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string) => uuidShape.test(text)

/** Requests sent before the session was renewed still carry the old token. */
const previousTokenSeconds = 60
const touchEveryMs = 60_000

const callerOfClosed = async (app: App, id: string, secret: string): Promise<Caller> => {
  const closedToken = await findClosedToken(app.postgres, id)
  return closedToken && sameBytes(closedToken.secret_hash, hashToken(secret))
    ? { kind: 'nobody', closedToken }
    : { kind: 'nobody' }
}

/** With wrong credentials the caller is anonymous, even if a valid cookie comes with them. */
const tokenCaller = async (app: App, authorization: string): Promise<Caller> => {
  const [scheme, credentials] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !credentials) return { kind: 'nobody' }
  const [id, secret] = Buffer.from(credentials, 'base64').toString('utf8').split(/:(.*)/s)
  const token =
    id && isUuid(id) ? await findAccessToken(app.postgres, id, app.clock.now()) : undefined
  if (!token && id && isUuid(id)) return callerOfClosed(app, id, secret ?? '')
  if (!token || !sameBytes(token.secret_hash, hashToken(secret ?? ''))) return { kind: 'nobody' }
  const now = app.clock.now()
  const before = new Date(now.getTime() - touchEveryMs)
  if (!token.last_used_at || token.last_used_at < before)
    await touchAccessToken(app.postgres, token.id, { at: now, before })
  return { kind: 'token', token }
}

const sessionCaller = async (app: App, cookie: string, ip: string): Promise<Caller> => {
  const now = app.clock.now()
  const previousValidSince = new Date(now.getTime() - previousTokenSeconds * 1000)
  const session = await findSession(app.postgres, hashToken(cookie), now, previousValidSince)
  if (!session) return { kind: 'nobody' }
  const before = new Date(now.getTime() - touchEveryMs)
  if (session.last_seen_at < before)
    await touchSession(app.postgres, session.id, {
      at: now,
      before,
      expiresAt: sessionExpiry(now, session.created_at, session.method),
      network: isVisitor(session) ? '' : keptNetwork(ip),
    })
  return { kind: 'person', session }
}

/** If a request has both, Basic authentication takes precedence over the cookie. */
export const recogniseCaller = async (
  app: App,
  request: { authorization: string | undefined; cookies: Record<string, string>; ip: string },
): Promise<Caller> => {
  if (request.authorization) return tokenCaller(app, request.authorization)
  const cookie = request.cookies[sessionCookieName(app.settings)]
  return cookie ? sessionCaller(app, cookie, request.ip) : { kind: 'nobody' }
}
