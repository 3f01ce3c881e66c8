import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, type Change, recordChange } from './changes.ts'
import { listOrganizationIds } from './changes.sql.ts'

/** A change of an account concerns every organization the person belongs to; without any it still leaves its trace. */
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
