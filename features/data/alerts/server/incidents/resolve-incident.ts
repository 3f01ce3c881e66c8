import { resolveIncident as resolve } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertIncidents } from '../../contract.ts'
import { resolveAnomalyState } from '../anomalies/anomaly-states.sql.ts'
import { resolveState } from '../evaluation/states.sql.ts'
import { personIdOf } from '../in-transaction.ts'
import { changeOpenIncident } from './change-open-incident.ts'

export const resolveIncident: Handlers<typeof alertIncidents>['resolve'] = ({
  params,
  ...context
}) => {
  const at = context.app.clock.now()
  return changeOpenIncident(context, params.id, {
    happened: 'resolved',
    change: 'ended',
    write: async (tenant) => {
      await resolve(tenant, params.id, { by: personIdOf(context), at })
      await resolveState(tenant.postgres, params.id, at)
      await resolveAnomalyState(tenant.postgres, params.id)
      return true
    },
  })
}
