import { monthText } from '@playhead/features/account/usage/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { billing } from '../contract.ts'
import { includedIn } from './limits/included-in.ts'
import { findLimited } from './limits/limits.sql.ts'
import { planLimits } from './limits/plan-limits.ts'

/** BILL-027, BILL-028 */
export const retrieveBilling: Handlers<typeof billing>['retrieve'] = async ({
  app,
  organization,
  membership,
  flags,
}) => {
  const now = app.clock.now()
  const included = includedIn(await findLimited(organization))
  return {
    data: {
      plan: membership.plan,
      month: monthText(now),
      limits: await planLimits(organization, { included, flags }, now),
    },
  }
}
