import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { plans } from '../contract.ts'
import { listOfferedPlans, planVersionOf } from './subscription/plans.sql.ts'
import { type SubscriptionRow, subscriptionOf } from './subscription/subscriptions.sql.ts'
import { inOrder, presentPlan } from './versions/present-plan.ts'

export const presentNext = (row: SubscriptionRow) =>
  row.next_plan_id !== null && row.next_from !== null
    ? {
        plan_id: row.next_plan_id,
        billing_frequency: row.next_billing_frequency ?? row.billing_frequency,
        from: row.next_from.toISOString(),
      }
    : null

/** What is not for admins to choose is shown as such. */
export const listPlans: Handlers<typeof plans>['list'] = async ({ app, organization }) => {
  const offered = await listOfferedPlans(app.postgres)
  const current = await subscriptionOf(organization)
  const had = current && (await planVersionOf(app.postgres, current.plan_id, current.plan_version))
  return {
    data: {
      mode: app.settings.billing,
      current: current
        ? {
            plan_id: current.plan_id,
            plan_version: current.plan_version,
            billing_frequency: current.billing_frequency,
            next: presentNext(current),
            legacy_plan: had && !had.is_offered ? presentPlan(had) : null,
          }
        : null,
      plans: inOrder(offered).map(presentPlan),
    },
  }
}
