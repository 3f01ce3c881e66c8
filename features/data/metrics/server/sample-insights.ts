import { askSampledInsights } from '@playhead/analytics/insights/ask-sampled-insights.ts'
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
import { insightRow } from './read-insights.ts'

type Read = Handlers<typeof metricEndpoints>

export const sampleInsights: Read['sampleInsights'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, order_direction, limit } = context.query
  const question = refuseHistorical(questionOf(context))
  const found = await asking(() =>
    askSampledInsights(context.environment, metric, measurement, question, {
      direction: order_direction,
      limit,
    }),
  )
  return {
    data: found === undefined ? null : { ...found, insights: found.insights.map(insightRow) },
    meta: { aggregation: measurementOf(metric, measurement) },
    timeframe: timeframeOf(question),
    total_row_count: found?.insights.length ?? 0,
  }
}
