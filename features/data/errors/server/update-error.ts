import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf } from '@playhead/features/data/question/server'
import type { errors } from '../contract.ts'
import { errorIdOf } from './error-id-of.ts'
import { deleteErrorNotes, upsertErrorNotes } from './error-notes.sql.ts'
import { findError } from './find-error.ts'

/** Notes can be written for any error that occurred within the plan's retention. */
export const updateError: Handlers<typeof errors>['update'] = async (context) => {
  const { app, environment, params, body } = context
  const errorId = errorIdOf(params.id)
  const question = questionOf(
    { ...context, query: {} },
    { fallback: `${rememberedDays(context.flags.retentionDays)}:days` },
  )
  const found = await findError(environment, question, errorId)
  const notes = body.notes || null
  if (notes === null) await deleteErrorNotes(environment, errorId)
  else await upsertErrorNotes(environment, errorId, notes, app.clock.now())
  return { ...found, data: { ...found.data, notes } }
}

/** TIME-032: at most 100 days, and no longer than the views are retained. */
const rememberedDays = (retentionDays: number) =>
  retentionDays > 0 ? Math.min(retentionDays, 100) : 100
