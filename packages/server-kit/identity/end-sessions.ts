import type { Database } from '@playhead/postgres/client.ts'
import { recordChange } from '../audit/changes.ts'
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSessionOf,
  deleteSessionsOfUser,
  type EndedRow,
} from './end-sessions.sql.ts'

/** Call these in a transaction. An organization sees when staff left, however that came. Returns the number of sessions. */
const recorded = async (
  postgres: Database,
  ended: readonly EndedRow[],
  by: 'sign-out' | 'expiry',
) => {
  for (const { user_id: userId, email, masquerade_organization_id: id } of ended)
    if (id)
      await recordChange(
        { organizationId: id, postgres },
        { kind: 'user', userId, email, masqueradesIn: id },
        { action: 'masquerade.ended', subjectId: id, detail: { by } },
      )
  return ended.length
}

export const endSessionsOfUser = async (postgres: Database, userId: string) =>
  recorded(postgres, await deleteSessionsOfUser(postgres, userId), 'sign-out')

export const endOtherSessions = async (postgres: Database, userId: string, keptId: string) =>
  recorded(postgres, await deleteOtherSessions(postgres, userId, keptId), 'sign-out')

export const endSessionOf = async (postgres: Database, userId: string, id: string) =>
  recorded(postgres, await deleteSessionOf(postgres, userId, id), 'sign-out')

export const endExpiredSessions = async (postgres: Database, now: Date) =>
  recorded(postgres, await deleteExpiredSessions(postgres, now), 'expiry')
