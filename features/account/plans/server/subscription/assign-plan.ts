import { type PlanName, planIdOf } from '@playhead/domain/plans.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findNewestPlan } from './plans.sql.ts'
import { subscribe } from './subscribe.ts'
import { subscriptionOf } from './subscriptions.sql.ts'

/**
 * The operator's way: at once, and to plans that are not offered, too. An organization that has the plan keeps its version.
 * Call it inside a transaction.
 */
export const assignPlan = async (organization: Organization, name: PlanName, now: Date) => {
  const plan = await findNewestPlan(organization.postgres, planIdOf(name))
  if (!plan) throw new Error(`The plan ${name} is not in the database.`)
  const current = await subscriptionOf(organization)
  if (current?.plan_id === plan.id) return
  await subscribe(organization, { plan, frequency: current?.billing_frequency ?? 'month' }, now)
}
