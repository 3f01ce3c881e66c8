import { askComparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { askIntervals } from '@playhead/analytics/interval/ask-intervals.ts'
import { asking, questionOf, timeframeOf } from '@playhead/features/data/question/server'
import { narrowed } from '@playhead/features/data/metrics/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { comparisonEndpoints } from '../contract.ts'

type Read = Handlers<typeof comparisonEndpoints>

/** METR-090 */
export const retrieveComparison: Read['retrieve'] = async (context) => {
  const asked = questionOf(context)
  const { question, comparison, intervals } = await asking(async () => {
    const narrow = narrowed(asked, context.query)
    const [comparison, intervals] = await Promise.all([
      askComparison(context.environment, narrow),
      askIntervals(context.environment, narrow),
    ])
    return { question: narrow, comparison, intervals }
  })
  const found = new Map(
    intervals.map(({ metric, measurement, interval }) => [`${metric} ${measurement}`, interval]),
  )
  return {
    data: {
      views: comparison.ended_views,
      unique_viewers: comparison.unique_viewers,
      watch_time: comparison.total_watch_time,
      playing_time: comparison.total_playing_time,
      values: comparison.values.map(({ metric, measurement, value }) => {
        const interval = value === null ? null : found.get(`${metric} ${measurement}`)
        const { low = null, high = null } = interval ?? {}
        return { metric, measurement, value, low, high }
      }),
    },
    meta: { approximate: comparison.approximate },
    timeframe: timeframeOf(question),
    total_row_count: comparison.values.length,
  }
}
