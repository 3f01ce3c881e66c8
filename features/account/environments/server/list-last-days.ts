import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import type { Timeframe } from '@playhead/analytics/question/timeframe.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { environments } from '../contract.ts'
import { listOpenEnvironmentsPage } from './environments.sql.ts'
import { openerOf } from './opener-of.ts'

const dayMs = 86_400_000
/** Everyone who looks within this time asks the same question, which is then in the cache. */
const alignmentMs = 60_000

const lastDayAt = (now: Date): Timeframe => {
  const end = Math.floor(now.getTime() / alignmentMs) * alignmentMs
  return { start: new Date(end - dayMs), end: new Date(end), isHistorical: false }
}

/** Apart from the list, which must open fast and without the analytics store. */
export const listLastDays: Handlers<typeof environments>['lastDay'] = async ({
  app,
  query,
  request,
  ...context
}) => {
  const timeframe = lastDayAt(app.clock.now())
  const question = { timeframe, filters: [], metricFilters: [], signal: request.signal }
  const rows = await listOpenEnvironmentsPage(context.organization, openerOf(context), query)
  const data = await Promise.all(
    rows.map(async ({ id }) => {
      const tenant = { id, clickhouse: app.clickhouse }
      const { value, total_views: views } = await askOverall(
        tenant,
        'viewer_experience_score',
        undefined,
        question,
      )
      return { environment_id: id, views, score: value }
    }),
  )
  return { data }
}
