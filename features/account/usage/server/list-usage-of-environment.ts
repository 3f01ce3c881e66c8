import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { usage } from '../contract.ts'
import { readUsage } from './read-usage.ts'

export const listUsageOfEnvironment: Handlers<typeof usage>['listOfEnvironment'] = ({
  app,
  organization,
  environment,
  query,
}) => {
  const { group_by: group, timeframe, limit } = query
  return readUsage(app, organization, { group, timeframe, environmentId: environment.id, limit })
}
