import { expireIncident } from '@playhead/features/data/incidents/server'
import type { App } from '@playhead/server-kit/app.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import { announceIncident } from '../announce-incident.ts'
import { deleteAnomalyStateOf } from '../anomalies/anomaly-states.sql.ts'
import { deleteStateOf } from '../evaluation/states.sql.ts'
import { listOpenIncidents } from './unjudged-incidents.sql.ts'

type OpenIncident = Awaited<ReturnType<typeof listOpenIncidents>>[number]

const isUnjudged = (incident: OpenIncident) =>
  incident.is_cancelled ||
  (incident.type === 'threshold' && !flagsOfOrganization(incident).alertingV2)

/**
 * Ends what nothing judges any more: incidents of a cancelled organization, and those of rules that the plan no longer
 * has. They would stay open, with a reminder each day.
 */
export const expireUnjudged = async (app: Pick<App, 'postgres' | 'clock' | 'slots'>) => {
  const open = await listOpenIncidents(app.postgres)
  for (const { id, type, ...of } of open.filter(isUnjudged))
    await app.postgres.transaction(async (transaction) => {
      if ((await expireIncident(transaction, id, app.clock.now())) === 0) return
      await deleteStateOf(transaction, id)
      await deleteAnomalyStateOf(transaction, id)
      const incident = { id, type, environmentId: of.environment_id, channelIds: of.channel_ids }
      await announceIncident(app, transaction, incident, 'ended')
    })
}
