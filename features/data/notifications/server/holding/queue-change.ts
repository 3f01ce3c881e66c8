import type { Database } from '@playhead/postgres/client.ts'
import type { ChangedIncident, IncidentChange } from '@playhead/features/data/alerts/server'
import { setSilence } from '@playhead/features/data/incidents/server'
import { queueNotifications } from '../queue-notifications.ts'
import { findHolder } from './find-holder.ts'
import { findIncidentToHold } from './held-incidents.sql.ts'

const holdOpening = async (transaction: Database, { id }: ChangedIncident) => {
  const incident = await findIncidentToHold(transaction, id)
  const holder = await findHolder(transaction, incident, incident.started_at)
  if (holder?.kind === 'silence') await setSilence(transaction, id, holder.id)
  return holder
}

/** Queues what a change of an incident notifies of. What follows an opening that is held back is held back with it. */
export const queueChange = async (
  transaction: Database,
  incident: ChangedIncident,
  change: IncidentChange,
) => {
  const holder = change === 'opened' ? await holdOpening(transaction, incident) : undefined
  await queueNotifications(transaction, incident, change, holder ? { heldBy: holder.id } : {})
}
