import { askBreakdownTimeseries } from '@playhead/analytics/ask-breakdown-timeseries.sql.ts'
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
import { breakdownDimensionOf } from './breakdown-dimension-of.ts'
import { stepFor } from './step-for.ts'

export const readBreakdownTimeseries: Handlers<
  typeof metricEndpoints
>['breakdownTimeseries'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, group_by, order_by, order_direction, limit } = context.query
  const dimension = breakdownDimensionOf(group_by, 'group_by')
  const question = questionOf(context)
  const step = stepFor(question, context.query.step, 'step', limit)
  const { steps, total, approximate } = await asking(() =>
    askBreakdownTimeseries(context.environment, metric, measurement, question, {
      dimension,
      orderBy: order_by,
      direction: order_direction,
      limit,
      page: 1,
      step,
    }),
  )
  const first = steps[0]?.values.map(({ views }) => views) ?? []
  return {
    data: steps.map(({ time, values }) => ({ date: time, values })),
    meta: {
      aggregation: measurementOf(metric, measurement),
      granularity: step,
      approximate,
      ...(await firstViewOf(
        context.environment,
        first.length > 0 ? Math.max(...first) : undefined,
      )),
    },
    timeframe: timeframeOf(question),
    total_row_count: total,
  }
}
