import { askHeatmap, type Subject } from '@playhead/analytics/engagement/ask-heatmap.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/question/server'
import type { engagement } from '../contract.ts'

export const readHeatmapOf =
  (kind: Subject['kind']): Handlers<typeof engagement>['videoHeatmap'] =>
  async ({ environment, params, ...context }) => {
    const question = refuseHistorical(questionOf(context))
    const { values, views, durationMs } = await askHeatmap(
      environment,
      { kind, id: params.id },
      question,
    )
    return {
      data: { value: values, total_views: views, duration_ms: durationMs },
      timeframe: timeframeOf(question),
      total_row_count: null,
    }
  }
