import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/question/server'
import type { errors } from '../contract.ts'
import { listErrorNotes } from './error-notes.sql.ts'
import { countErrors, listErrors as list } from './errors.sql.ts'
import { presentError } from './present-error.ts'

export const listErrors: Handlers<typeof errors>['list'] = async (context) => {
  const { environment, query } = context
  const { page, limit } = query
  const question = refuseHistorical(questionOf(context))
  const rows = await list(environment, question, query)
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countErrors(environment, question))
  const notes = await listErrorNotes(
    environment,
    rows.map(({ id }) => id),
  )
  return {
    data: rows.map((row) => presentError(row, notes)),
    timeframe: timeframeOf(question),
    total_row_count: total,
    page,
    limit,
  }
}
