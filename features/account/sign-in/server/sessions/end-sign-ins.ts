import { deletePendingSignIns } from '@playhead/features/account/second-factor/server'
import type { Database } from '@playhead/postgres/client.ts'
import { deleteSessionsOfUser } from '@playhead/server-kit/identity/end-sessions.sql.ts'

/** Everywhere: also what waits for its second factor. Answers how many sessions there were. */
export const endSignIns = async (postgres: Database, userId: string) => {
  await deletePendingSignIns(postgres, userId)
  return deleteSessionsOfUser(postgres, userId)
}
