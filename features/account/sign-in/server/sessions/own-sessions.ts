import { notFound } from '@playhead/contract-kit/errors.ts'
import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import { browserOf } from '@playhead/server-kit/identity/where-from.ts'
import { deleteOtherSessions } from '@playhead/server-kit/identity/end-sessions.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sessions } from '../../contract.ts'
import { deleteSessionOf, listSessionsOf } from './sessions.sql.ts'

type Sessions = Handlers<typeof sessions>

export const listSessions: Sessions['list'] = async ({ app, session }) => {
  const whose = { userId: session.user_id, presentId: session.id }
  const rows = await listSessionsOf(app.postgres, whose, app.clock.now())
  return {
    data: rows.map((row) => ({
      id: row.id,
      current: row.id === session.id,
      ...browserOf(row.user_agent),
      network: row.network || null,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_seen_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
  }
}

export const endSession: Sessions['end'] = async ({ app, request, session, params }) => {
  const ended = await deleteSessionOf(app.postgres, session.user_id, params.id)
  if (ended === 0) throw notFound('session')
  if (params.id === session.id) request.setCookie(endedSessionCookie(app.settings))
  return undefined
}

export const endOtherSessions: Sessions['endOthers'] = async ({ app, session }) => {
  await deleteOtherSessions(app.postgres, session.user_id, session.id)
  return undefined
}
