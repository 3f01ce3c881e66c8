import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  firstViewOf,
  questionOf,
  refuseHistorical,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { errors } from '../contract.ts'
import { errorIdOf } from './error-id-of.ts'
import { errorTimeseries as timeseriesOf } from './error-timeseries.sql.ts'

export const readErrorTimeseries: Handlers<typeof errors>['timeseries'] = async (context) => {
  const question = refuseHistorical(questionOf(context))
  const points = await timeseriesOf(context.environment, question, errorIdOf(context.params.id))
  return {
    data: points.map((point) => ({
      ...point,
      percentage: point.views === 0 ? null : (100 * point.count) / point.views,
    })),
    meta: await firstViewOf(context.environment, points[0]?.views),
    timeframe: timeframeOf(question),
    total_row_count: points.length,
  }
}
