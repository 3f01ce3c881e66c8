import { notFound } from '@playhead/contract-kit/errors.ts'
import { findStoredIncident } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertIncidents } from '../../contract.ts'
import { presentAlertIncident } from './present-alert-incident.ts'

/** ALRT-016 */
export const retrieveAlertIncident: Handlers<typeof alertIncidents>['retrieveIncident'] = async ({
  environment,
  params,
}) => {
  const found = await findStoredIncident(environment, params.id)
  if (!found) throw notFound('alert incident')
  return { data: presentAlertIncident(found) }
}
