import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidents } from '../contract.ts'
import { epochSeconds } from './epoch-seconds.ts'
import { requireIncident } from './require-incident.ts'

export const retrieveIncident: Handlers<typeof incidents>['retrieve'] = async ({
  params,
  ...context
}) => {
  const data = await requireIncident(context, params.id)
  return {
    data,
    total_row_count: 1,
    timeframe: [
      epochSeconds(data.started_at),
      epochSeconds(data.resolved_at ?? context.app.clock.now()),
    ],
  }
}
