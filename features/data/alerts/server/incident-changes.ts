import type { Database } from '@playhead/postgres/client.ts'
import { slot } from '@playhead/server-kit/slot.ts'

/** A NOTIFY on this channel follows each change of an incident. */
export const alertsChannel = 'playhead_alerts'

export type IncidentChange = 'opened' | 'acknowledged' | 'ended'

export interface ChangedIncident {
  id: string
  environmentId: string
  type: 'threshold' | 'anomaly'
  /** Null: all channels that take incidents of this type. */
  channelIds: readonly string[] | null
}

/** Runs in the transaction of the change, so that no change is without its notifications. */
interface IncidentListener {
  readonly order: number
  changed(transaction: Database, incident: ChangedIncident, change: IncidentChange): Promise<void>
}

export const incidentListener = slot<IncidentListener>('incident-listener')
