import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { silences } from '../../contract.ts'
import { presentSilence } from './present-silence.ts'
import { findSilence } from './silences.sql.ts'

export const retrieveSilence: Handlers<typeof silences>['retrieveSilence'] = async ({
  app,
  environment,
  params,
}) => {
  const row = await findSilence(environment, params.id)
  if (!row) throw notFound('silence')
  return { data: presentSilence(row, app.clock.now()) }
}
