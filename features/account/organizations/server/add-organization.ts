import type { PlanName } from '@playhead/domain/plans.ts'
import { assignPlan } from '@playhead/features/account/plans/server'
import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { insertOrganization } from './organizations.sql.ts'

interface NewOrganization {
  name: string
  /** It begins when the organization does; without it nothing is limited or charged. */
  subscription?: { plan: PlanName; now: Date } | undefined
}

/** Call it inside a transaction. Self-hosted organizations have no limits of a plan. */
export const addOrganization = async (
  transaction: Database,
  actor: Actor,
  { name, subscription }: NewOrganization,
) => {
  const id = await insertOrganization(transaction, { name, plan: 'Custom' })
  const organization = { id, postgres: transaction }
  if (subscription) await assignPlan(organization, subscription.plan, subscription.now)
  await recordChange(trailOf(organization), actor, {
    action: 'organization.created',
    subjectId: id,
    subjectName: name,
    detail: { plan: subscription?.plan ?? 'Custom' },
  })
  return organization
}
