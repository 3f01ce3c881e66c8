import { askBreakdown } from '@playhead/analytics/ask-breakdown.ts'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  asking,
  measurementOf,
  metricOf,
  questionOf,
  timeframeOf,
} from '@playhead/features/data/question/server'
import { type metricEndpoints, metricLimits } from '../contract.ts'
import { breakdownDimensionOf } from './breakdown-dimension-of.ts'
import { valueSearch } from './value-search.ts'

/** METR-039, METR-042 */
const breakdownLimit = (asked: number | undefined, format: 'json' | 'csv') => {
  if (format === 'csv') return asked ?? metricLimits.fileMax
  const { breakdownMax } = metricLimits
  if (asked !== undefined && asked > breakdownMax)
    throw invalidField('limit', `limit: must be at most ${breakdownMax}, or text/csv accepted.`)
  return asked ?? metricLimits.breakdownPageSize
}

export const readBreakdown: Handlers<typeof metricEndpoints>['breakdown'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, group_by, order_by, order_direction, page } = context.query
  const dimension = breakdownDimensionOf(group_by, 'group_by')
  const limit = breakdownLimit(context.query.limit, context.request.format)
  const question = questionOf(context)
  const { rows, total, approximate } = await asking(() =>
    askBreakdown(context.environment, metric, measurement, question, {
      dimension,
      orderBy: order_by,
      direction: order_direction,
      limit,
      page,
      search: valueSearch(dimension, context.query.query),
    }),
  )
  return {
    data: rows,
    meta: { aggregation: measurementOf(metric, measurement), approximate },
    timeframe: timeframeOf(question),
    total_row_count: total,
    page,
    limit,
  }
}
