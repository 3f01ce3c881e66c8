import { notFound } from '@playhead/contract-kit/errors.ts'
import { questionOf, timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { annotations } from '../contract.ts'
import { findAnnotation, listAnnotations as list, summarizeAnnotations } from './annotations.sql.ts'
import { presentAnnotation } from './present-annotation.ts'

type Read = Handlers<typeof annotations>

/** Notes are kept for as long as their environment, whatever the plan keeps of views. */
const keepsAll = { historicalMetrics: false, retentionDays: 36_500 }

export const listAnnotations: Read['list'] = async ({ environment, query, ...context }) => {
  const { page, limit, order_direction: direction, timeframe: texts } = query
  const asked =
    texts &&
    questionOf({
      ...context,
      features: { ...context.features, ...keepsAll },
      query: { timeframe: texts },
    })
  const [{ count, earliest, latest }, rows] = await Promise.all([
    summarizeAnnotations(environment, asked?.timeframe),
    list(environment, asked?.timeframe, direction, { page, limit }),
  ])
  const now = context.app.clock.now()
  return {
    data: rows.map(presentAnnotation),
    total_row_count: count,
    timeframe: timeframeOf(
      asked ?? { timeframe: { start: earliest ?? now, end: latest ?? now, isHistorical: false } },
    ),
    page,
    limit,
  }
}

export const retrieveAnnotation: Read['retrieve'] = async ({ environment, params }) => {
  const found = await findAnnotation(environment, params.id)
  if (!found) throw notFound('annotation')
  return { data: presentAnnotation(found) }
}
