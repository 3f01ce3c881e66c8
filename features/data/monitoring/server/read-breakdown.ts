import { askMonitoringBreakdown } from '@playhead/analytics/monitoring/ask-monitoring-breakdown.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { monitoring } from '../contract.ts'
import { momentFor, monitoringQuestion } from './monitoring-question.ts'
import { presentRow } from './present-row.ts'
import { momentOf } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'
import { usualLimit } from './usual-limit.ts'

export const readBreakdown: Handlers<typeof monitoring>['breakdown'] = async (context) => {
  const { environment, params, query } = context
  const range = momentOf(query, await momentFor(context))
  const { rows, total } = await askMonitoringBreakdown(
    environment,
    params.metric,
    {
      dimension: query.dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      limit: query.limit ?? usualLimit(params.metric),
    },
    monitoringQuestion(context, range),
  )
  return {
    data: rows.map((row) => presentRow(query.dimension, row)),
    total_row_count: total,
    timeframe: stepsTimeframe(range),
  }
}
