import { askValueHistogram, numberOfView } from '@playhead/analytics/ask-value-histogram.sql.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  asking,
  metricOf,
  questionOf,
  refuseHistorical,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { metricEndpoints } from '../contract.ts'

export const readHistogram: Handlers<typeof metricEndpoints>['histogram'] = async (context) => {
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
