import type { ExpiryCause, IncidentCause } from '@playhead/features/data/incidents/contract'
import type { NotificationKind } from '../../contract.ts'

export interface IncidentOfNotice {
  id: string
  incident_key: string
  type: 'threshold' | 'anomaly'
  status: string
  severity: 'warning' | 'alert'
  measurement: string
  measured_value: number | null
  measured_value_on_close: number | null
  threshold: number
  sample_size: number
  sample_size_unit: string
  ccv_on_start: number | null
  affected_views: number
  affected_views_per_hour: number
  description: string
  /** Empty for an incident of all viewers. */
  group_key: string
  /** The rule that opened it. */
  rule: { display_name: string } | null
  error_description: string
  impact: string
  breakdowns: { id: string; name: string; value: string }[]
  causes: IncidentCause[]
  started_at: Date
  resolved_at: Date | null
  expired_by: ExpiryCause | null
}

/** What is told, before it takes the form of a service. */
export interface Notice {
  id: string
  kind: NotificationKind | 'test'
  incident: IncidentOfNotice
  environment: { id: string; name: string }
  /** The screen of the incident; for a test, that of the channels. */
  url: string
}

interface Place {
  organizationId: string
  environmentId: string
}

const environmentUrl = (publicUrl: string, { organizationId, environmentId }: Place) =>
  `${publicUrl}/organizations/${organizationId}/environments/${environmentId}`

export const channelsUrl = (publicUrl: string, place: Place) =>
  `${environmentUrl(publicUrl, place)}/alerts/notification-channels`

export const incidentUrl = (
  publicUrl: string,
  place: Place,
  { id, type }: Pick<IncidentOfNotice, 'id' | 'type'>,
) => `${environmentUrl(publicUrl, place)}/alerts/incidents/${type}/${id}`
