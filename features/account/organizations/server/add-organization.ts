import type { PlanName } from '@playhead/domain/plans.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { insertOrganization } from './organizations.sql.ts'

/** Call it inside a transaction. Self-hosted organizations have no limits of a plan. */
export const addOrganization = async (
  transaction: Database,
  actor: Actor,
  { name, plan = 'Custom' }: { name: string; plan?: PlanName | undefined },
) => {
  const id = await insertOrganization(transaction, { name, plan })
  const organization = { id, postgres: transaction }
  await recordChange(trailOf(organization), actor, {
    action: 'organization.created',
    subjectId: id,
    subjectName: name,
    detail: { plan },
  })
  return organization
}
