import { askHeatmap, type Subject } from '@playhead/analytics/engagement/ask-heatmap.sql.ts'
import { hotspotsOf } from '@playhead/analytics/engagement/hotspots.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/question/server'
import type { engagement } from '../contract.ts'

export const listHotspotsIn =
  (kind: Subject['kind']): Handlers<typeof engagement>['videoHotspots'] =>
  async ({ environment, params, ...context }) => {
    const question = refuseHistorical(questionOf(context))
    const { values, views, durationMs } = await askHeatmap(
      environment,
      { kind, id: params.id },
      question,
    )
    const { order_direction: direction, limit } = context.query
    return {
      data: { hotspots: hotspotsOf(values, durationMs, { direction, limit }), total_views: views },
      timeframe: timeframeOf(question),
      total_row_count: null,
    }
  }
