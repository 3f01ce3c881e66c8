import { askSampledComparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { asking, questionOf, timeframeOf } from '@playhead/features/data/question/server'
import { narrowed } from '@playhead/features/data/metrics/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { comparisonEndpoints } from '../contract.ts'

type Read = Handlers<typeof comparisonEndpoints>

export const sampleComparison: Read['sample'] = async (context) => {
  const asked = questionOf(context)
  const { question, sampled } = await asking(async () => {
    const narrow = narrowed(asked, context.query)
    return { question: narrow, sampled: await askSampledComparison(context.environment, narrow) }
  })
  return {
    data:
      sampled === undefined
        ? null
        : {
            sample_of: sampled.sample_of,
            views: sampled.ended_views,
            unique_viewers: null,
            watch_time: sampled.total_watch_time,
            playing_time: sampled.total_playing_time,
            // Ranges of a sample would be read as those of the values.
            values: sampled.values.map((one) => ({ ...one, low: null, high: null })),
          },
    timeframe: timeframeOf(question),
    total_row_count: sampled?.values.length ?? 0,
  }
}
