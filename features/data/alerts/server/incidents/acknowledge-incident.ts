import { acknowledgeIncident as acknowledge } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertIncidents } from '../../contract.ts'
import { personIdOf } from '../in-transaction.ts'
import { changeOpenIncident } from './change-open-incident.ts'

export const acknowledgeIncident: Handlers<typeof alertIncidents>['acknowledge'] = ({
  params,
  ...context
}) =>
  changeOpenIncident(context, params.id, {
    happened: 'acknowledged',
    change: 'acknowledged',
    write: async (tenant) =>
      (await acknowledge(tenant, params.id, {
        by: personIdOf(context),
        at: context.app.clock.now(),
      })) > 0,
  })
