import { askMonitoringTimeseries } from '@playhead/analytics/monitoring/ask-monitoring-timeseries.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { monitoring } from '../contract.ts'
import { isoTime } from './iso-time.ts'
import { momentFor, monitoringQuestion } from './monitoring-question.ts'
import { windowOf } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'

export const readTimeseries: Handlers<typeof monitoring>['timeseries'] = async (context) => {
  const range = windowOf(context.query, await momentFor(context))
  const points = await askMonitoringTimeseries(
    context.environment,
    context.params.metric,
    monitoringQuestion(context, range),
  )
  return {
    data: points.map(({ step, value, viewers }) => ({
      date: isoTime(step),
      value,
      concurrent_viewers: viewers,
    })),
    total_row_count: points.length,
    timeframe: stepsTimeframe(range),
  }
}
