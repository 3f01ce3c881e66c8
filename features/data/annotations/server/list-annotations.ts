import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, timeframeOf } from '@playhead/features/data/question/server'
import type { annotations } from '../contract.ts'
import { listAnnotations as list, summarizeAnnotations } from './annotations.sql.ts'
import { presentAnnotation } from './present-annotation.ts'

/** Notes are kept as long as their environment exists, however long the plan retains views. */
const keepsAll = { historicalMetrics: false, retentionDays: 36_500 }

export const listAnnotations: Handlers<typeof annotations>['list'] = async ({
  environment,
  query,
  ...context
}) => {
  const { page, limit, order_direction: direction, timeframe: texts } = query
  const asked =
    texts &&
    questionOf({
      ...context,
      flags: { ...context.flags, ...keepsAll },
      query: { timeframe: texts },
    })
  const [{ count, earliest, latest }, rows] = await Promise.all([
    summarizeAnnotations(environment, asked?.timeframe),
    list(environment, asked?.timeframe, direction, { page, limit }),
  ])
  const now = context.app.clock.now()
  return {
    data: rows.map(presentAnnotation),
    total_row_count: count,
    timeframe: timeframeOf(
      asked ?? { timeframe: { start: earliest ?? now, end: latest ?? now, isHistorical: false } },
    ),
    page,
    limit,
  }
}
