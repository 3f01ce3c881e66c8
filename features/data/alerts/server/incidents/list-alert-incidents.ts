import { countStoredIncidents, listStoredIncidents } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertIncidents } from '../../contract.ts'
import { presentAlertIncident } from './present-alert-incident.ts'

/** ALRT-003, ALRT-004, ALRT-013 */
export const listAlertIncidents: Handlers<typeof alertIncidents>['listIncidents'] = async ({
  environment,
  query: { page, limit, ...filter },
}) => {
  const [count, rows] = await Promise.all([
    countStoredIncidents(environment, filter),
    listStoredIncidents(environment, filter, { page, limit }),
  ])
  return { data: rows.map(presentAlertIncident), total_row_count: count, page, limit }
}
