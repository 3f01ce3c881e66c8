import { glanceUsedDimensions as glance } from '@playhead/analytics/ask-used-dimensions.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { asking, questionOf, timeframeOf } from '@playhead/features/data/question/server'
import type { dimensionEndpoints } from '../contract.ts'
import { offeredDimensions } from './offered-dimensions.ts'

export const glanceUsedDimensions: Handlers<typeof dimensionEndpoints>['glanceUsed'] = async (
  context,
) => {
  const question = questionOf(context)
  const ids = offeredDimensions.map(([id]) => id)
  const data = await asking(() => glance(context.environment, question, ids))
  return { data, timeframe: timeframeOf(question), total_row_count: data.length }
}
