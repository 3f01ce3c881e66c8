import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refuseHistorical } from '@playhead/features/data/question/server'
import type { errors } from '../contract.ts'
import { errorIdOf } from './error-id-of.ts'
import { findError } from './find-error.ts'

export const retrieveError: Handlers<typeof errors>['retrieve'] = async (context) =>
  findError(
    context.environment,
    refuseHistorical(questionOf(context)),
    errorIdOf(context.params.id),
  )
