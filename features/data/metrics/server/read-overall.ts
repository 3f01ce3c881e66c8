import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  asking,
  measurementOf,
  metricOf,
  questionOf,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { metricEndpoints } from '../contract.ts'

export const readOverall: Handlers<typeof metricEndpoints>['overall'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement } = context.query
  const question = questionOf(context)
  const { approximate, ...answer } = await asking(() =>
    askOverall(context.environment, metric, measurement, question),
  )
  return {
    data: { ...answer, global_value: null },
    meta: { aggregation: measurementOf(metric, measurement), approximate },
    timeframe: timeframeOf(question),
    total_row_count: 1,
  }
}
