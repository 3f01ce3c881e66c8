import { askMonitoringBreakdown } from '@playhead/analytics/monitoring/ask-monitoring-breakdown.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type monitoring, monitoringLimits } from '../contract.ts'
import { displayValue } from './display-value.ts'
import { momentFor, monitoringQuestion } from './monitoring-question.ts'
import { momentOf } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'

export const readBreakdown: Handlers<typeof monitoring>['breakdown'] = async (context) => {
  const { environment, params, query } = context
  const range = momentOf(query, await momentFor(context))
  const isAudience = params.metric === 'current-concurrent-viewers'
  const { rows, total } = await askMonitoringBreakdown(
    environment,
    params.metric,
    {
      dimension: query.dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      limit:
        query.limit ??
        (isAudience ? monitoringLimits.concurrentViewers : monitoringLimits.breakdown.default),
    },
    monitoringQuestion(context, range),
  )
  return {
    data: rows.map((row) => ({
      value: row.value,
      display_value: displayValue(query.dimension, row),
      metric_value: row.metricValue,
      concurrent_viewers: row.viewers,
      starting_up_viewers: row.startingUp,
      negative_impact: row.negativeImpact,
    })),
    total_row_count: total,
    timeframe: stepsTimeframe(range),
  }
}
