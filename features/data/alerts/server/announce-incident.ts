import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type ChangedIncident, type IncidentChange, incidentListener } from './incident-changes.ts'
import { notifyAlerts } from './notify-alerts.sql.ts'

/** Call it in the transaction of the change. */
export const announceIncident = async (
  app: Pick<App, 'slots'>,
  transaction: Database,
  incident: ChangedIncident,
  change: IncidentChange,
) => {
  for (const listener of incidentListener.partsIn(app))
    await listener.changed(transaction, incident, change)
  await notifyAlerts(transaction, incident.id)
}
