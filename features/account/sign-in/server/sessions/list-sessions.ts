import { isVisitor } from '@playhead/server-kit/identity/visitor.ts'
import { browserOf } from '@playhead/server-kit/identity/where-from.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sessions } from '../../contract.ts'
import { listSessionsOf } from './sessions.sql.ts'

export const listSessions: Handlers<typeof sessions>['list'] = async ({ app, session }) => {
  // All visitors are one person, and learn nothing of each other.
  const whose = { userId: session.user_id, presentId: session.id, isShared: isVisitor(session) }
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
