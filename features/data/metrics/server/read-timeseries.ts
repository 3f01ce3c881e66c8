import { askFirstViewEnd } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { askSteps } from '@playhead/analytics/ask-timeseries.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  asking,
  measurementOf,
  metricOf,
  questionOf,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { metricEndpoints } from '../contract.ts'
import { stepFor } from './step-for.ts'

export const readTimeseries: Handlers<typeof metricEndpoints>['timeseries'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, group_by, order_direction } = context.query
  const question = questionOf(context)
  const step = stepFor(question, group_by, 'group_by')
  const { points: data, approximate } = await asking(() =>
    askSteps(context.environment, metric, measurement, question, {
      step,
      direction: order_direction,
    }),
  )
  const first = data.at(order_direction === 'asc' ? 0 : -1)
  const firstViewAt = first?.[2] === 0 ? await askFirstViewEnd(context.environment) : undefined
  return {
    data,
    meta: {
      aggregation: measurementOf(metric, measurement),
      granularity: step,
      approximate,
      ...(firstViewAt && { first_view_at: Math.floor(firstViewAt.getTime() / 1_000) }),
    },
    timeframe: timeframeOf(question),
    total_row_count: data.length,
  }
}
