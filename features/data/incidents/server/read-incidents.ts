import { notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { incidentLimits, type incidents } from '../contract.ts'
import {
  findIncident,
  type IncidentFilter,
  type IncidentPage,
  listIncidents as list,
  summarizeIncidents,
} from './incidents.sql.ts'

type Read = Handlers<typeof incidents>

const epochSeconds = (moment: Date | string) => Math.floor(new Date(moment).getTime() / 1000)

interface Asked {
  page: number
  limit?: number | undefined
  order_by?: Exclude<IncidentPage['orderBy'], 'time'> | undefined
  order_direction: 'asc' | 'desc'
}

const pageOf = async (
  { app, environment, caller }: EnvironmentContext & { app: App },
  filter: IncidentFilter,
  query: Asked,
) => {
  const limit =
    query.limit ??
    (caller.kind === 'person' ? incidentLimits.forPeople : incidentLimits.forPrograms)
  const [{ count, earliest }, data] = await Promise.all([
    summarizeIncidents(environment, filter),
    list(environment, filter, {
      orderBy: query.order_by ?? 'time',
      direction: query.order_direction,
      page: query.page,
      limit,
    }),
  ])
  const now = app.clock.now()
  return {
    data,
    total_row_count: count,
    timeframe: [epochSeconds(earliest ?? now), epochSeconds(now)],
    page: query.page,
    limit,
  }
}

const incidentOf = async ({ environment }: EnvironmentContext, id: string) => {
  const found = await findIncident(environment, id)
  if (!found) throw notFound('incident')
  return found
}

export const listIncidents: Read['list'] = ({ query, ...context }) =>
  pageOf(context, { severity: query.severity, status: query.status }, query)

export const retrieveIncident: Read['retrieve'] = async ({ params, ...context }) => {
  const data = await incidentOf(context, params.id)
  return {
    data,
    total_row_count: 1,
    timeframe: [
      epochSeconds(data.started_at),
      epochSeconds(data.resolved_at ?? context.app.clock.now()),
    ],
  }
}

export const listRelatedIncidents: Read['listRelated'] = async ({ params, query, ...context }) => {
  const { id } = await incidentOf(context, params.id)
  return pageOf(context, { relatedTo: id }, query)
}
