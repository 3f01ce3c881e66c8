import type { Question } from '@playhead/analytics/question/question.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import { timeframeOf } from '@playhead/features/data/question/server'
import { listErrorNotes } from './error-notes.sql.ts'
import { listErrors as list } from './errors.sql.ts'
import { presentError } from './present-error.ts'

type Environment = EnvironmentContext['environment']

export const findError = async (environment: Environment, question: Question, errorId: number) => {
  const [row] = await list(environment, question, {
    page: 1,
    limit: 1,
    order_by: 'count',
    order_direction: 'desc',
    errorId,
  })
  if (!row) throw notFound('error')
  const notes = await listErrorNotes(environment, [errorId])
  return {
    data: presentError(row, notes),
    timeframe: timeframeOf(question),
    total_row_count: null,
  }
}
