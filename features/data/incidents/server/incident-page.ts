import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import { incidentLimits } from '../contract.ts'
import { epochSeconds } from './epoch-seconds.ts'
import {
  type IncidentFilter,
  type IncidentPage,
  listIncidents as list,
  summarizeIncidents,
} from './incidents.sql.ts'

interface Asked {
  page: number
  limit?: number | undefined
  order_by?: Exclude<IncidentPage['orderBy'], 'time'> | undefined
  order_direction: 'asc' | 'desc'
}

export const incidentPage = async (
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
