import { askMonitoringHistogram } from '@playhead/analytics/monitoring/ask-monitoring-histogram.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { monitoring } from '../contract.ts'
import { momentFor, monitoringQuestion } from './monitoring-question.ts'
import { histogramMeta, presentMinute } from './present-minute.ts'
import { windowOf } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'

export const readHistogramTimeseries: Handlers<typeof monitoring>['histogramTimeseries'] = async (
  context,
) => {
  const range = windowOf(context.query, await momentFor(context))
  const minutes = await askMonitoringHistogram(
    context.environment,
    monitoringQuestion(context, range),
  )
  return {
    data: minutes.map(presentMinute),
    meta: histogramMeta,
    total_row_count: minutes.length,
    timeframe: stepsTimeframe(range),
  }
}
