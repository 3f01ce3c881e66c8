import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/question/server'
import type { views } from '../contract.ts'
import { presentListedView } from './present-view.ts'
import { countViews, listViews as list, type ViewFilter } from './views.sql.ts'

const errorIdOf = (text: string | undefined): ViewFilter['errorId'] => {
  if (text === undefined || text === 'any') return text
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw invalidField('error_id', 'error_id: must be the id of an error, or any.')
}

export const listViews: Handlers<typeof views>['list'] = async (context) => {
  const { environment, query } = context
  const { page, limit } = query
  const question = refuseHistorical(questionOf(context))
  const filter = {
    errorId: errorIdOf(query.error_id),
    viewerId: query.viewer_id,
    search: query.search,
  }
  const [total, rows] = await Promise.all([
    countViews(environment, question, filter),
    list(environment, question, filter, { page, limit, direction: query.order_direction }),
  ])
  return {
    data: rows.map((row) => presentListedView(row, total)),
    total_row_count: total,
    timeframe: timeframeOf(question),
    page,
    limit,
  }
}
