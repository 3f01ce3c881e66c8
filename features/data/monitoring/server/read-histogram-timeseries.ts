import { askMonitoringHistogram } from '@playhead/analytics/monitoring/ask-monitoring-histogram.sql.ts'
import { startupTimeBuckets } from '@playhead/metrics/monitoring.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { monitoring } from '../contract.ts'
import { isoTime } from './iso-time.ts'
import { momentFor, monitoringQuestion } from './monitoring-question.ts'
import { windowOf } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'

const shareOf = (count: number, sum: number) => (sum === 0 ? 0 : count / sum)

export const readHistogramTimeseries: Handlers<typeof monitoring>['histogramTimeseries'] = async (
  context,
) => {
  const range = windowOf(context.query, await momentFor(context))
  const minutes = await askMonitoringHistogram(
    context.environment,
    monitoringQuestion(context, range),
  )
  return {
    data: minutes.map(({ minute, counts, average, median, p95 }) => {
      const sum = counts.reduce((total, count) => total + count, 0)
      return {
        timestamp: isoTime(minute),
        bucket_values: counts.map((count) => ({ count, percentage: shareOf(count, sum) })),
        max_percentage: shareOf(Math.max(...counts), sum),
        average,
        median,
        p95,
        sum,
      }
    }),
    meta: { bucket_unit: 'milliseconds', buckets: [...startupTimeBuckets] },
    total_row_count: minutes.length,
    timeframe: stepsTimeframe(range),
  }
}
