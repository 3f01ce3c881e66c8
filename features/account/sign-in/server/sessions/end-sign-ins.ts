import { deletePendingSignIns } from '@playhead/features/account/second-factor/server'
import type { Database } from '@playhead/postgres/client.ts'
import { endSessionsOfUser } from '@playhead/server-kit/identity/end-sessions.ts'

/** Ends all sessions, and sign-ins that wait for a second factor. Returns the number of sessions. */
export const endSignIns = async (postgres: Database, userId: string) => {
  await deletePendingSignIns(postgres, userId)
  return endSessionsOfUser(postgres, userId)
}
