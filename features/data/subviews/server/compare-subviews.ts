import { askSubviewBreakdown } from '@playhead/analytics/subviews/ask-subviews.sql.ts'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { timeframeOf } from '@playhead/features/data/question/server'
import type { subviews } from '../contract.ts'
import { presentSubview } from './present-subview.ts'
import { subviewMeta } from './subview-meta.ts'
import { groupByOf, subviewDimensionOf, subviewQuestionOf } from './subview-question.ts'

export const compareSubviews: Handlers<typeof subviews>['comparison'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const { dimension, values, breakdown_value_limit: limit, group_by: names } = context.query
  if (!subviewDimensionOf(type, dimension))
    throw invalidField('dimension', `${dimension} is not a dimension of a ${type}.`)
  const groupBy = groupByOf(type, names)
  const whole = subviewQuestionOf(context, type)
  // The plan limits the shared filters; the filter for the compared value does not count.
  const counted = { ...context, flags: { ...context.flags, maxFilters: -1 } }
  // The compared value replaces all other filters of its dimension.
  const others = (context.query.filters ?? []).filter((text) => !text.startsWith(`${dimension}:`))
  const data = await Promise.all(
    values.map(async (value) => {
      const texts = [...others, `${dimension}:${value}`]
      const asked = subviewQuestionOf(counted, type, texts)
      const { rows } = await askSubviewBreakdown(environment, asked, groupBy, { page: 1, limit })
      return { dimension_value: value, values: rows.map(presentSubview) }
    }),
  )
  return {
    data,
    meta: { ...subviewMeta(type), dimension, group_by: groupBy },
    timeframe: timeframeOf(whole.question),
    total_row_count: data.length,
  }
}
