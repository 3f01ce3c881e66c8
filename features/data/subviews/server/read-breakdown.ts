import { askSubviewBreakdown } from '@playhead/analytics/subviews/ask-subviews.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { timeframeOf } from '@playhead/features/data/question/server'
import type { subviews } from '../contract.ts'
import { presentSubview } from './present-subview.ts'
import { subviewMeta } from './subview-meta.ts'
import { groupByOf, subviewQuestionOf } from './subview-question.ts'

export const readBreakdown: Handlers<typeof subviews>['breakdown'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const { page, limit, group_by: names } = context.query
  const groupBy = groupByOf(type, names)
  const asked = subviewQuestionOf(context, type)
  const { rows, total } = await askSubviewBreakdown(environment, asked, groupBy, { page, limit })
  return {
    data: rows.map(presentSubview),
    meta: { ...subviewMeta(type), group_by: groupBy },
    timeframe: timeframeOf(asked.question),
    total_row_count: total,
    page,
    limit,
  }
}
