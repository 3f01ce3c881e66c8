import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { views } from '../contract.ts'
import { presentListedView, presentView } from './present-view.ts'
import { countViews, findView, listViews as list, type ViewFilter } from './views.sql.ts'

type Read = Handlers<typeof views>

const errorIdOf = (text: string | undefined): ViewFilter['errorId'] => {
  if (text === undefined || text === 'any') return text
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw invalidField('error_id', 'error_id: must be the id of an error, or any.')
}

export const listViews: Read['list'] = async (context) => {
  const { environment, query } = context
  const { page, limit } = query
  const question = refuseHistorical(questionOf(context))
  const filter = { errorId: errorIdOf(query.error_id), viewerId: query.viewer_id }
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

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

export const retrieveView: Read['retrieve'] = async ({ environment, params, request }) => {
  const row = await findView(environment, params.id, request.signal)
  if (!row) throw notFound('view')
  return {
    data: presentView(row),
    timeframe: [seconds(row.view_start), seconds(row.view_end)],
    total_row_count: 1,
  }
}
