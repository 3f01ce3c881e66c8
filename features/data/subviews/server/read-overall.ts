import { askSubviewOverall } from '@playhead/analytics/subviews/ask-subviews.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { timeframeOf } from '@playhead/features/data/question/server'
import type { subviews } from '../contract.ts'
import { subviewMeta } from './subview-meta.ts'
import { subviewQuestionOf } from './subview-question.ts'

export const readOverall: Handlers<typeof subviews>['overall'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const asked = subviewQuestionOf(context, type)
  return {
    data: { metric_value: await askSubviewOverall(environment, asked) },
    meta: subviewMeta(type),
    timeframe: timeframeOf(asked.question),
    total_row_count: null,
  }
}
