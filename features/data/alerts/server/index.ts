import { feature } from '@playhead/server-kit/feature.ts'

export const alertsServer = feature('alerts', {})

export {
  alertsChannel,
  type ChangedIncident,
  type IncidentChange,
  incidentListener,
} from './incident-changes.ts'
