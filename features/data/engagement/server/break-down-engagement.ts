import { askEngagement } from '@playhead/analytics/engagement/ask-engagement.sql.ts'
import { askHeatmap } from '@playhead/analytics/engagement/ask-heatmap.sql.ts'
import { hotspotsOf } from '@playhead/analytics/engagement/hotspots.ts'
import {
  questionOf,
  refusalOf,
  refuseHistorical,
  timeframeOf,
} from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { engagement } from '../contract.ts'

type Read = Handlers<typeof engagement>

const special = new Map<string, string | null>([
  ['__null__', null],
  ['__empty__', ''],
])

const valueOf = (text: string) => {
  const value = special.get(text)
  return value === undefined ? text : value
}

/** ENGA-014, ENGA-015, ENGA-017 */
export const breakdown: Read['breakdown'] = async (context) => {
  const { environment, query } = context
  const { dimension, page, limit } = query
  const question = questionOf(context)
  try {
    const { rows, total, rowCount } = await askEngagement(environment, question, {
      dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      page,
      limit,
      values: query.values?.map(valueOf),
    })
    return {
      data: rows,
      total,
      timeframe: timeframeOf(question),
      total_row_count: rowCount,
      page,
      limit,
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Both readings of one answer, so that the views are read once. */
export const course: Read['course'] = async (context) => {
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
