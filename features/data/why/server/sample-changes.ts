import { askSampledChange } from '@playhead/analytics/change/ask-sampled-change.ts'
import { asking, timeframeOf } from '@playhead/features/data/question/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { why } from '../contract.ts'
import { askedChange } from './asked-change.ts'
import { changeOf } from './list-changes.ts'

export const sampleChanges: Handlers<typeof why>['sampleChanges'] = async (context) => {
  const { metric, measurement, asked } = askedChange(context)
  const change = await asking(() =>
    askSampledChange(context.environment, metric, measurement, asked),
  )
  return {
    data:
      change === undefined
        ? null
        : { ...changeOf(metric, measurement, change), sample_of: change.sampleOf },
    timeframe: timeframeOf(asked.question),
    baseline: timeframeOf({ timeframe: asked.baseline }),
    total_row_count: change?.rows.length ?? 0,
  }
}
