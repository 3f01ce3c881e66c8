import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { renewSession } from '../sessions/renew-session.ts'

/**
 * A proof replaces the session token: a stolen copy of the old cookie does not become proven, and
 * stops working a moment later with the old token.
 */
export const proveSession = async (app: App, request: RequestFacts, session: SessionRow) => {
  const isProved = await renewSession(app, request, session, { provedAt: app.clock.now() })
  if (!isProved) throw invalidField('password', 'Your session was just renewed. Please try again.')
}
