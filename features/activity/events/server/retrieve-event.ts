import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { events } from '../contract.ts'
import { findEventRow } from './list-events.sql.ts'
import { presentListedEvent } from './present-activity.ts'

export const retrieveEvent: Handlers<typeof events>['retrieve'] = async ({
  environment,
  params,
}) => {
  const row = await findEventRow(environment, params.id)
  if (!row) throw notFound('event')
  return { data: { ...presentListedEvent(row), request_id: row.request_id ?? undefined } }
}
