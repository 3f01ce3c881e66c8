import { askInsights, type Insight } from '@playhead/analytics/insights/ask-insights.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  asking,
  measurementOf,
  metricOf,
  questionOf,
  refuseHistorical,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { metricEndpoints } from '../contract.ts'

export const readInsights: Handlers<typeof metricEndpoints>['insights'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, order_direction, limit } = context.query
  const question = refuseHistorical(questionOf(context))
  const { insights, approximate } = await asking(() =>
    askInsights(context.environment, metric, measurement, question, {
      direction: order_direction,
      limit,
    }),
  )
  return {
    data: insights.map(insightRow),
    meta: { aggregation: measurementOf(metric, measurement), approximate },
    timeframe: timeframeOf(question),
    total_row_count: insights.length,
  }
}

export const insightRow = (insight: Insight) => ({
  filter_column: insight.dimension,
  filter_value: insight.field,
  metric: insight.value,
  negative_impact_score: insight.negative_impact,
  views: insight.views,
  total_views: insight.total_views,
  total_watch_time: insight.total_watch_time,
  total_playing_time: insight.total_playing_time,
})
