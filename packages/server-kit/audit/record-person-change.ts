import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, type Change, recordChange } from './changes.ts'
import { listOrganizationIds } from './changes.sql.ts'

/** A change to an account is recorded in every organization of the person; without any, it is recorded once anyway. */
export const recordPersonChange = async (
  transaction: Database,
  actor: Actor,
  change: Change,
  userId = change.subjectId,
) => {
  const organizationIds = await listOrganizationIds(transaction, userId)
  for (const organizationId of organizationIds.length > 0 ? organizationIds : [null])
    await recordChange({ organizationId, postgres: transaction }, actor, change)
}
