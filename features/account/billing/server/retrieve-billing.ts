import { planVersionOf, subscriptionOf } from '@playhead/features/account/plans/server'
import { monthText } from '@playhead/features/account/usage/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { billing } from '../contract.ts'
import { includedIn } from './limits/included-in.ts'
import { findLimited } from './limits/limits.sql.ts'
import { planLimits } from './limits/plan-limits.ts'
import { monthMoney } from './month-money.ts'
import { isLegacy, presentSubscription } from './present-subscription.ts'

/** BILL-014, BILL-027, BILL-028: plan and usage for members, money for admins. */
export const retrieveBilling: Handlers<typeof billing>['retrieve'] = async ({
  app,
  organization,
  membership,
  flags,
}) => {
  const now = app.clock.now()
  const isAdmin = membership.admin
  const row = await subscriptionOf(organization)
  const plan = row && (await planVersionOf(organization.postgres, row.plan_id, row.plan_version))
  const included = includedIn(await findLimited(organization))
  return {
    data: {
      mode: app.settings.billing,
      plan: membership.plan,
      account_activity: { current: { plan: { name: membership.plan } } },
      subscription: row ? presentSubscription(row, { flags, isAdmin }) : null,
      is_legacy: isLegacy(plan),
      money: isAdmin && row ? await monthMoney(organization, now) : null,
      month: monthText(now),
      limits: await planLimits(organization, { included, flags }, now),
    },
  }
}
