import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { plans } from '../contract.ts'
import { changePlan } from './change-plan.ts'
import { beginDuePlans } from './change/begin-due-plans.ts'
import { listPlans } from './list-plans.ts'
import { exportPlansCommand } from './versions/export-plans-command.ts'
import { importPlansCommand } from './versions/import-plans-command.ts'
import { listPlanVersions } from './versions/list-plan-versions.ts'
import { offerPlans } from './versions/offer-plans.ts'
import { previewPlans } from './versions/preview-plans.ts'
import { pricesInOneCurrency } from './versions/refuse-other-currency.ts'

export { chargedUsage, currencyOfMonth, rateMonth } from './rating/rate-month.ts'
export { assignPlan } from './subscription/assign-plan.ts'
export { type PlanRow, planVersionOf } from './subscription/plans.sql.ts'
export { spansOf } from './subscription/spans-of.ts'
export { type SubscriptionRow, subscriptionOf } from './subscription/subscriptions.sql.ts'

export const plansServer = feature('plans', {
  endpoints: [
    implement(plans, {
      list: listPlans,
      change: changePlan,
      versions: listPlanVersions,
      offer: offerPlans,
      previewOffer: previewPlans,
    }),
  ],
  parts: [pricesInOneCurrency],
  schedules: [beginDuePlans],
  commands: [exportPlansCommand, importPlansCommand],
})
