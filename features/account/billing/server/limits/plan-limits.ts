import type { Flags } from '@playhead/domain/flags.ts'
import type { Included } from '@playhead/domain/plans.ts'
import { meters } from '@playhead/domain/usage.ts'
import { addMonths, startOfMonth, sumUsage } from '@playhead/features/account/usage/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { LimitSubject } from '../../contract.ts'
import { countVideos } from './limits.sql.ts'

export interface PlanLimit {
  subject: LimitSubject
  included: number
  used: number
}

interface Plan {
  included: Included
  flags: Flags
}

/** What counts by the month. */
const monthly = ({ included, flags }: Plan) =>
  [
    { subject: 'delivered_minutes', meter: 'delivered', included: included.delivered ?? 0 },
    {
      subject: 'views',
      meter: 'views_other',
      // What an operator or a plan limits goes before what the plan includes in its price.
      included: flags.dataViewLimit > 0 ? flags.dataViewLimit : (included.views_other ?? 0),
    },
  ] as const

/** Until the last hour that is counted. A limit of 0 is none. */
export const monthlyLimits = async (
  organization: Organization,
  plan: Plan,
  now: Date,
): Promise<PlanLimit[]> => {
  const limits = monthly(plan).filter(({ included }) => included > 0)
  if (limits.length === 0) return []
  const from = startOfMonth(now)
  const sums = await sumUsage(organization, { from, until: addMonths(from, 1) }, 'all')
  return limits.map(({ subject, meter, included }) => {
    const thousandths = sums
      .filter((row) => row.meter === meter)
      .reduce((sum, row) => sum + row.thousandths, 0n)
    const used = Math.floor(Number(thousandths) / 1000 / meters[meter].perUnit)
    return { subject, included, used }
  })
}

export const planLimits = async (
  organization: Organization,
  plan: Plan,
  now: Date,
): Promise<PlanLimit[]> => {
  const { videos } = plan.included
  return [
    ...(videos === undefined
      ? []
      : [{ subject: 'videos' as const, included: videos, used: await countVideos(organization) }]),
    ...(await monthlyLimits(organization, plan, now)),
  ]
}
