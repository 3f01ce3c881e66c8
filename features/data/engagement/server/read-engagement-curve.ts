import { askHeatmap } from '@playhead/analytics/engagement/ask-heatmap.sql.ts'
import { hotspotsOf } from '@playhead/analytics/engagement/hotspots.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/question/server'
import type { engagement } from '../contract.ts'

/** Heatmap and hotspots come from one query, so that the views are read once. */
export const readEngagementCurve: Handlers<typeof engagement>['course'] = async (context) => {
  const { environment, query } = context
  const question = refuseHistorical(questionOf(context))
  const subject = { kind: query.subject, id: query.id }
  const { values, views, durationMs } = await askHeatmap(environment, subject, question)
  return {
    data: {
      value: values,
      hotspots: hotspotsOf(values, durationMs, { direction: 'desc', limit: query.limit }),
      total_views: views,
      duration_ms: durationMs,
    },
    timeframe: timeframeOf(question),
    total_row_count: null,
  }
}
