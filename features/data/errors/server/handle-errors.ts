import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Question } from '@playhead/analytics/question.ts'
import { questionOf, refuseHistorical, timeframeOf } from '@playhead/features/data/filters/server'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { errors } from '../contract.ts'
import { deleteErrorNotes, listErrorNotes, upsertErrorNotes } from './error-notes.sql.ts'
import { errorTimeseries as timeseriesOf } from './error-timeseries.sql.ts'
import { countErrors, listErrors as list } from './errors.sql.ts'
import { presentError } from './present-error.ts'

type Handle = Handlers<typeof errors>
type Environment = EnvironmentContext['environment']

export const listErrors: Handle['list'] = async (context) => {
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

const errorIdOf = (text: string) => {
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw notFound('error')
  return id
}

const findError = async (environment: Environment, question: Question, errorId: number) => {
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

export const retrieveError: Handle['retrieve'] = async (context) =>
  findError(
    context.environment,
    refuseHistorical(questionOf(context)),
    errorIdOf(context.params.id),
  )

export const errorTimeseries: Handle['timeseries'] = async (context) => {
  const question = refuseHistorical(questionOf(context))
  const points = await timeseriesOf(context.environment, question, errorIdOf(context.params.id))
  return {
    data: points.map((point) => ({
      ...point,
      percentage: point.views === 0 ? null : (100 * point.count) / point.views,
    })),
    timeframe: timeframeOf(question),
    total_row_count: points.length,
  }
}

/** Notes belong to errors that views still show, whenever within the memory of the plan that was. */
export const updateError: Handle['update'] = async (context) => {
  const { app, environment, params, body } = context
  const errorId = errorIdOf(params.id)
  const question = questionOf(
    { ...context, query: {} },
    { fallback: `${rememberedDays(context.features.retentionDays)}:days` },
  )
  const found = await findError(environment, question, errorId)
  const notes = body.notes || null
  if (notes === null) await deleteErrorNotes(environment, errorId)
  else await upsertErrorNotes(environment, errorId, notes, app.clock.now())
  return { ...found, data: { ...found.data, notes } }
}

/** TIME-032; and no further back than views themselves are kept. */
const rememberedDays = (retentionDays: number) =>
  retentionDays > 0 ? Math.min(retentionDays, 100) : 100
