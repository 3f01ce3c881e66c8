import { askSubviewValues } from '@playhead/analytics/subviews/ask-subviews.sql.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { timeframeOf } from '@playhead/features/data/question/server'
import type { subviews } from '../contract.ts'
import { subviewMeta } from './subview-meta.ts'
import { subviewDimensionOf, subviewQuestionOf } from './subview-question.ts'

export const listDimensionValues: Handlers<typeof subviews>['listDimensionValues'] = async ({
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
    meta: { ...subviewMeta(type), dimension_name: name },
    timeframe: timeframeOf(asked.question),
    total_row_count: total,
    page,
    limit,
  }
}
