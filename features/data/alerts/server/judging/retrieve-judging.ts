import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertJudging } from '../../contract.ts'
import { requireFlag } from '../require-flag.ts'
import { judgingAt } from './judging-at.ts'
import { findJudged } from './judging.sql.ts'

export const retrieveJudging: Handlers<typeof alertJudging>['retrieveJudging'] = async ({
  app,
  environment,
  ...context
}) => {
  requireFlag(context)
  const judged = await findJudged(environment.postgres, environment)
  return { data: judgingAt(judged, app.clock.now()) }
}
