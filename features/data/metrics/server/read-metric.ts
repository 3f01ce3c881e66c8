import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import { askBreakdownTimeseries } from '@playhead/analytics/ask-breakdown-timeseries.sql.ts'
import { askBreakdown } from '@playhead/analytics/ask-breakdown.ts'
import { askInsights } from '@playhead/analytics/ask-insights.ts'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { askTimeseries } from '@playhead/analytics/ask-timeseries.sql.ts'
import { askValueHistogram, numberOfView } from '@playhead/analytics/ask-value-histogram.sql.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type metricEndpoints, metricLimits } from '../contract.ts'
import { valueSearch } from './value-search.ts'
import { asking, breakdownDimensionOf, measurementOf, metricOf, stepFor } from './metric-of.ts'

type Read = Handlers<typeof metricEndpoints>

export const overall: Read['overall'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement } = context.query
  const question = questionOf(context)
  const answer = await asking(() => askOverall(context.environment, metric, measurement, question))
  return {
    data: { ...answer, global_value: null },
    meta: { aggregation: measurementOf(metric, measurement) },
    timeframe: timeframeOf(question),
    total_row_count: 1,
  }
}

export const timeseries: Read['timeseries'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, group_by, order_direction } = context.query
  const question = questionOf(context)
  const step = stepFor(question, group_by, 'group_by')
  const data = await asking(() =>
    askTimeseries(context.environment, metric, measurement, question, {
      step,
      direction: order_direction,
    }),
  )
  return {
    data,
    meta: { aggregation: measurementOf(metric, measurement), granularity: step },
    timeframe: timeframeOf(question),
    total_row_count: data.length,
  }
}

/** METR-039, METR-042 */
const breakdownLimit = (asked: number | undefined, format: 'json' | 'csv') => {
  if (format === 'csv') return asked ?? metricLimits.fileMax
  const { breakdownMax } = metricLimits
  if (asked !== undefined && asked > breakdownMax)
    throw invalidField('limit', `limit: must be at most ${breakdownMax}, or text/csv accepted.`)
  return asked ?? metricLimits.breakdownPageSize
}

export const breakdown: Read['breakdown'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, group_by, order_by, order_direction, page } = context.query
  const dimension = breakdownDimensionOf(group_by, 'group_by')
  const limit = breakdownLimit(context.query.limit, context.request.format)
  const question = questionOf(context)
  const { rows, total } = await asking(() =>
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
    meta: { aggregation: measurementOf(metric, measurement) },
    timeframe: timeframeOf(question),
    total_row_count: total,
    page,
    limit,
  }
}

export const breakdownTimeseries: Read['breakdownTimeseries'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, group_by, order_by, order_direction, limit } = context.query
  const dimension = breakdownDimensionOf(group_by, 'group_by')
  const question = questionOf(context)
  const step = stepFor(question, context.query.step, 'step', limit)
  const { steps, total } = await asking(() =>
    askBreakdownTimeseries(context.environment, metric, measurement, question, {
      dimension,
      orderBy: order_by,
      direction: order_direction,
      limit,
      page: 1,
      step,
    }),
  )
  return {
    data: steps.map(({ time, values }) => ({ date: time, values })),
    meta: { aggregation: measurementOf(metric, measurement), granularity: step },
    timeframe: timeframeOf(question),
    total_row_count: total,
  }
}

export const histogram: Read['histogram'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const column = numberOfView(metric)
  if (column === undefined)
    throw new ApiError('invalid_parameters', {
      messages: ['A single view has no number of this metric, so there is no histogram of it.'],
    })
  const question = refuseHistorical(questionOf(context))
  const { buckets, views } = await asking(() =>
    askValueHistogram(context.environment, metric, column, question),
  )
  return {
    data: buckets.map((bucket) => ({ ...bucket, percentage: bucket.count / views })),
    timeframe: timeframeOf(question),
    total_row_count: buckets.length,
  }
}

export const insights: Read['insights'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement, order_direction, limit } = context.query
  const question = refuseHistorical(questionOf(context))
  const found = await asking(() =>
    askInsights(context.environment, metric, measurement, question, {
      direction: order_direction,
      limit,
    }),
  )
  return {
    data: found.map((insight) => ({
      filter_column: insight.dimension,
      filter_value: insight.field,
      metric: insight.value,
      negative_impact_score: insight.negative_impact,
      views: insight.views,
      total_views: insight.total_views,
      total_watch_time: insight.total_watch_time,
      total_playing_time: insight.total_playing_time,
    })),
    meta: { aggregation: measurementOf(metric, measurement) },
    timeframe: timeframeOf(question),
    total_row_count: found.length,
  }
}
