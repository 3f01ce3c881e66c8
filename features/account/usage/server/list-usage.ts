import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { usage } from '../contract.ts'
import { readUsage, requireKnown } from './read-usage.ts'

export const listUsage: Handlers<typeof usage>['list'] = async ({ app, organization, query }) => {
  const { group_by: group, timeframe, environment: environmentId, limit } = query
  if (environmentId !== undefined) await requireKnown(organization, environmentId)
  return readUsage(app, organization, { group, timeframe, environmentId, limit })
}
