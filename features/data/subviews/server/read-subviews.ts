import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import {
  askSubviewBreakdown,
  askSubviewOverall,
  askSubviewTimeseries,
  askSubviewValues,
  type SubviewRow,
} from '@playhead/analytics/subviews/ask-subviews.sql.ts'
import {
  subviewAttributes,
  type SubviewType,
  viewDimensionsOfSubviews,
} from '@playhead/metrics/subviews.ts'
import { timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { subviews } from '../contract.ts'
import { groupByOf, subviewDimensionOf, subviewQuestionOf } from './subview-question.ts'

type Read = Handlers<typeof subviews>

const metaOf = (type: SubviewType) => ({
  metric: 'playing_time',
  subview_type: type,
  unit: 'milliseconds',
})

const present = ({ value, playingTime, share }: SubviewRow) => ({
  breakdown_value: value,
  metric_value: playingTime,
  percentage: share,
})

export const overall: Read['overall'] = async ({ environment, params: { type }, ...context }) => {
  const asked = subviewQuestionOf(context, type)
  return {
    data: { metric_value: await askSubviewOverall(environment, asked) },
    meta: metaOf(type),
    timeframe: timeframeOf(asked.question),
    total_row_count: null,
  }
}

export const breakdown: Read['breakdown'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const { page, limit, group_by: names } = context.query
  const groupBy = groupByOf(type, names)
  const asked = subviewQuestionOf(context, type)
  const { rows, total } = await askSubviewBreakdown(environment, asked, groupBy, { page, limit })
  return {
    data: rows.map(present),
    meta: { ...metaOf(type), group_by: groupBy },
    timeframe: timeframeOf(asked.question),
    total_row_count: total,
    page,
    limit,
  }
}

export const comparison: Read['comparison'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const { dimension, values, breakdown_value_limit: limit, group_by: names } = context.query
  if (!subviewDimensionOf(type, dimension))
    throw invalidField('dimension', `${dimension} is not a dimension of a ${type}.`)
  const groupBy = groupByOf(type, names)
  const whole = subviewQuestionOf(context, type)
  // The plan counts what all are filtered by, not the value that each is of.
  const counted = { ...context, features: { ...context.features, maxFilters: -1 } }
  // A value that stands beside the others is the only one of its dimension.
  const others = (context.query.filters ?? []).filter((text) => !text.startsWith(`${dimension}:`))
  const data = await Promise.all(
    values.map(async (value) => {
      const texts = [...others, `${dimension}:${value}`]
      const asked = subviewQuestionOf(counted, type, texts)
      const { rows } = await askSubviewBreakdown(environment, asked, groupBy, { page: 1, limit })
      return { dimension_value: value, values: rows.map(present) }
    }),
  )
  return {
    data,
    meta: { ...metaOf(type), dimension, group_by: groupBy },
    timeframe: timeframeOf(whole.question),
    total_row_count: data.length,
  }
}

/** Events of a view are taken for an hour after its last one. */
const finalAfterMs = 3_600_000
/** TIME-034 */
const hourlyUpToMs = 15 * 86_400_000

export const breakdownTimeseries: Read['breakdownTimeseries'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const { breakdown_value_limit: limit, group_by: names, time_granularity: wanted } = context.query
  const groupBy = groupByOf(type, names)
  const asked = subviewQuestionOf(context, type)
  const { start, end } = asked.question.timeframe
  const granularity = wanted ?? (end.getTime() - start.getTime() <= hourlyUpToMs ? 'hour' : 'day')
  const steps = await askSubviewTimeseries(environment, asked, groupBy, { granularity, limit })
  const completeThrough = context.app.clock.now().getTime() - finalAfterMs
  const stepMs = granularity === 'hour' ? 3_600_000 : 86_400_000
  return {
    data: steps.map(({ step, values }) => ({
      date: new Date(step * 1000).toISOString(),
      status: step * 1000 + stepMs <= completeThrough ? 'complete' : 'partial',
      values: values.map(({ value, playingTime }) => ({
        breakdown_value: value,
        metric_value: playingTime,
      })),
    })),
    meta: {
      ...metaOf(type),
      group_by: groupBy,
      time_granularity: granularity,
      complete_through: new Date(completeThrough).toISOString(),
    },
    timeframe: timeframeOf(asked.question),
    total_row_count: steps.length,
  }
}

export const listDimensions: Read['listDimensions'] = async ({ params: { type } }) => ({
  data: { subview: [...subviewAttributes[type]], view: viewDimensionsOfSubviews(type) },
  total_row_count: null,
})

export const listDimensionValues: Read['listDimensionValues'] = async ({
  environment,
  params: { type, dimension: name },
  ...context
}) => {
  const dimension = subviewDimensionOf(type, name)
  if (!dimension) throw notFound('dimension')
  const { page, limit, order_by: by, order_direction: direction, query: search } = context.query
  const asked = subviewQuestionOf(context, type)
  const { rows, total } = await askSubviewValues(
    environment,
    asked,
    dimension,
    { by, direction, search },
    { page, limit },
  )
  return {
    data: rows.map(({ value, playingTime }) => ({ value, playing_time: playingTime })),
    meta: { ...metaOf(type), dimension_name: name },
    timeframe: timeframeOf(asked.question),
    total_row_count: total,
    page,
    limit,
  }
}
