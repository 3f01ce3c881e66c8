import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { MemberContext } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { environments } from '../contract.ts'
import {
  countEnvironmentUsers,
  countOpenEnvironments,
  findOpenEnvironment,
  listEnvironmentUsers as listUsers,
  listOpenEnvironmentsPage,
} from './environments.sql.ts'
import { presentEnvironment } from './present-environment.ts'

type Read = Handlers<typeof environments>

const openerOf = ({ session, membership }: Pick<MemberContext, 'session' | 'membership'>) => ({
  userId: session.user_id,
  opensAll: membership.admin,
})

const openEnvironment = async (
  context: Pick<MemberContext, 'organization' | 'session' | 'membership'>,
  id: string,
) => {
  const found = await findOpenEnvironment(context.organization, openerOf(context), id)
  if (!found) throw notFound('environment')
  return found
}

export const listEnvironments: Read['list'] = async ({ query, ...context }) => {
  const opener = openerOf(context)
  const [total, rows] = await Promise.all([
    countOpenEnvironments(context.organization, opener),
    listOpenEnvironmentsPage(context.organization, opener, query),
  ])
  return { data: rows.map(presentEnvironment), total_row_count: total, ...query }
}

export const retrieveEnvironment: Read['retrieve'] = async ({ params, ...context }) => ({
  data: presentEnvironment(await openEnvironment(context, params.id)),
})

export const listEnvironmentUsers: Read['listUsers'] = async ({ params, query, ...context }) => {
  const { id } = await openEnvironment(context, params.id)
  const [total, data] = await Promise.all([
    countEnvironmentUsers(context.organization, id),
    listUsers(context.organization, id, query),
  ])
  return { data, total_row_count: total, ...query }
}

export const currentEnvironment: Read['current'] = async ({ environmentRow }) => {
  if (!environmentRow) throw new ApiError('invalid_environment')
  return { data: presentEnvironment(environmentRow) }
}
