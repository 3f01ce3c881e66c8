import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { environments } from '../contract.ts'
import { countEnvironmentUsers, listEnvironmentUsers as listUsers } from './environments.sql.ts'
import { openEnvironment } from './open-environment.ts'

export const listEnvironmentUsers: Handlers<typeof environments>['listUsers'] = async ({
  params,
  query,
  ...context
}) => {
  const { id } = await openEnvironment(context, params.id)
  const [total, data] = await Promise.all([
    countEnvironmentUsers(context.organization, id),
    listUsers(context.organization, id, query),
  ])
  return { data, total_row_count: total, ...query }
}
