import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { webhooks } from '../../contract.ts'
import { findEvent, listAttempts } from './deliveries.sql.ts'
import { presentAttempt } from './present-attempt.ts'

export const listEventAttempts: Handlers<typeof webhooks>['eventAttempts'] = async ({
  environment,
  params,
}) => {
  if (!(await findEvent(environment, params.id))) throw notFound('event')
  const rows = await listAttempts(environment, { eventId: params.id })
  return { data: rows.map(presentAttempt) }
}
