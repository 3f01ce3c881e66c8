import { askSteps } from '@playhead/analytics/ask-timeseries.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  asking,
  firstViewOf,
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
  return {
    data,
    meta: {
      aggregation: measurementOf(metric, measurement),
      granularity: step,
      approximate,
      ...(await firstViewOf(context.environment, first?.[2])),
    },
    timeframe: timeframeOf(question),
    total_row_count: data.length,
  }
}
