import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql, type SqlFragment } from '@playhead/postgres/sql.ts'
import { oldestSession } from './session-lifetime.ts'

const EndedRow = z.object({
  user_id: z.uuid(),
  email: z.string(),
  /** Staff looked into this organization when the session ended. */
  masquerade_organization_id: z.uuid().nullable(),
})
export type EndedRow = z.infer<typeof EndedRow>

const deleteWhere = (postgres: Database, condition: SqlFragment) =>
  postgres.rows(
    EndedRow,
    sql`
    delete from sessions s using users u where u.id = s.user_id and ${condition}
    returning s.user_id, u.email,
      case when u.internal then s.masquerade_organization_id end as masquerade_organization_id`,
  )

export const deleteSessionsOfUser = (postgres: Database, userId: string) =>
  deleteWhere(postgres, sql`s.user_id = ${userId}`)

export const deleteOtherSessions = (postgres: Database, userId: string, keptId: string) =>
  deleteWhere(postgres, sql`s.user_id = ${userId} and s.id <> ${keptId}`)

export const deleteSessionOf = (postgres: Database, userId: string, id: string) =>
  deleteWhere(postgres, sql`s.user_id = ${userId} and s.id = ${id}`)

export const deleteExpiredSessions = (postgres: Database, now: Date) =>
  deleteWhere(postgres, sql`(s.expires_at <= ${now} or s.created_at <= ${oldestSession(now)})`)
