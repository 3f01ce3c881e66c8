import { askNewestStep } from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import { parseMonitoringFilters } from '@playhead/analytics/monitoring/parse-monitoring-filters.ts'
import type { StepRange } from '@playhead/analytics/monitoring/steps.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { refusalOf } from '@playhead/features/data/question/server'
import type { Moment } from './range-of.ts'

type Asked = EnvironmentContext & {
  app: App
  request: RequestFacts
  query: { filters?: string[] | undefined }
}

export const momentFor = async ({ app, environment }: Asked): Promise<Moment> => {
  const now = app.clock.now()
  return { now, ...(await askNewestStep(environment.clickhouse, [environment.id], now)) }
}

const filtersOf = ({ query }: Asked) => {
  try {
    return parseMonitoringFilters(query.filters ?? [])
  } catch (error) {
    throw refusalOf(error)
  }
}

export const monitoringQuestion = (asked: Asked, range: StepRange) => ({
  range,
  filters: filtersOf(asked),
  signal: asked.request.signal,
})
