import { setTimeout as pause } from 'node:timers/promises'
import { liveViews } from '@playhead/analytics/monitoring/live-views.sql.ts'
import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
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

const liveViewsWithinMs = 2_000

/** The list is worth more than its live views: where the analytics store is away or slow, it comes without them. */
const findLiveViews = async ({ clickhouse, clock }: App, ids: readonly string[]) => {
  const asked = liveViews(clickhouse, ids, clock.now()).catch(() => undefined)
  const waited = new AbortController()
  const late = pause(liveViewsWithinMs, undefined, { signal: waited.signal }).catch(() => undefined)
  return Promise.race([asked, late]).finally(() => waited.abort())
}

export const listEnvironments: Read['list'] = async ({ app, query, ...context }) => {
  const opener = openerOf(context)
  const [total, rows] = await Promise.all([
    countOpenEnvironments(context.organization, opener),
    listOpenEnvironmentsPage(context.organization, opener, query),
  ])
  const live = await findLiveViews(
    app,
    rows.map(({ id }) => id),
  )
  const data = rows.map((row) => ({
    ...presentEnvironment(row),
    live_views: live?.get(row.id) ?? null,
  }))
  return { data, total_row_count: total, ...query }
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
