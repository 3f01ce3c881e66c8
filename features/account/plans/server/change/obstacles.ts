import { flagDefaults, withFlags } from '@playhead/domain/flags.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { PlanRow } from '../subscription/plans.sql.ts'
import { findSize } from './fit.sql.ts'

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

const excess = (used: number, limit: number, thing: string, verb: string, plan: string) =>
  limit < 0 || used <= limit
    ? []
    : [
        `You have ${counted(used, thing)}, and ${plan} allows ${limit}. ${verb} ${used - limit} first.`,
      ]

/** What has to go before an organization fits into a plan. Nothing is removed by a change of plan. */
export const obstaclesTo = async (
  organization: Organization,
  plan: Pick<PlanRow, 'name' | 'flags' | 'included'>,
): Promise<string[]> => {
  const size = await findSize(organization)
  const flags = withFlags(withFlags(flagDefaults, plan.flags), size.feature_overrides)
  const videos = plan.included['videos'] ?? -1
  return [
    ...excess(size.environments, flags.environmentLimit, 'environment', 'Remove', plan.name),
    ...excess(size.members, flags.maxUsers, 'member', 'Remove', plan.name),
    ...excess(size.videos, videos, 'video', 'Delete', plan.name),
  ]
}
