import { formatDurationParts } from '@playhead/domain/format.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { alertIncidents } from '../contract.ts'
import { metricText, valueText } from './metric-text.ts'

export type Incident = CallResponse<typeof alertIncidents.retrieveIncident>['data']

/** ALRT-006 */
export const statusTone = {
  open: 'warn',
  closed: 'good',
  resolved: 'good',
  expired: 'neutral',
} as const

export const statusLabel = {
  open: 'Open',
  closed: 'Closed',
  resolved: 'Resolved',
  expired: 'Expired',
} as const

/** ALRT-006: closed is shown as resolved in the title. ALRT-007, ALRT-008 */
export const incidentTitle = ({ type, status }: Pick<Incident, 'type' | 'status'>) => {
  const shown = status === 'closed' ? 'resolved' : status
  return `${type === 'anomaly' ? 'Anomaly Alert Incident' : 'Incident'} - ${shown}`
}

export const durationMs = (
  { startTime, endTime }: Pick<Incident, 'startTime' | 'endTime'>,
  nowMs: number,
) => Math.max((endTime ?? nowMs / 1_000) - startTime, 0) * 1_000

/** To the minute, or to the second where it is shorter. */
export const durationText = (milliseconds: number) =>
  formatDurationParts(
    milliseconds < 60_000 ? milliseconds : Math.floor(milliseconds / 60_000) * 60_000,
  )

/** Where the alert begins, of the rule or of the anomaly. */
export const thresholdOf = ({ alertRule, anomaly }: Pick<Incident, 'alertRule' | 'anomaly'>) => {
  if (alertRule) return alertRule.thresholdAlert
  return anomaly ? { area: anomaly.area, value: anomaly.limit } : undefined
}

/** Sentences of the server say what was so when it last looked. */
export const impactText = ({ status, impact }: { status: Incident['status']; impact: string }) =>
  status === 'open' || impact === '' ? impact : `While it was open: ${impact}`

/** What the worst value of an alert is called. */
export const peakWord = (area: 'above' | 'below' | undefined) =>
  area === 'below' ? 'Lowest' : 'Peak'

/** Of a rule about too low a value, `lowest 0.4 Mbps`. */
export const peakText = (
  incident: Pick<Incident, 'alertRule' | 'anomaly' | 'measurement' | 'peakMetricDuringIncident'>,
) =>
  `${peakWord(thresholdOf(incident)?.area).toLowerCase()} ${valueText(incident.measurement, incident.peakMetricDuringIncident)}`

/** What the metric is compared with, such as `above 5 %`. */
export const thresholdText = (
  incident: Pick<Incident, 'alertRule' | 'anomaly' | 'measurement'>,
) => {
  const threshold = thresholdOf(incident)
  return threshold && `${threshold.area} ${metricText(incident.measurement, threshold.value)}`
}

/** How a value stands to where its alert begins, such as `above 5 %`; undefined without a threshold. */
export const againstThreshold = (
  incident: Pick<Incident, 'alertRule' | 'anomaly' | 'measurement'>,
  value: number | null,
) => {
  const threshold = thresholdOf(incident)
  const text = thresholdText(incident)
  if (!threshold || value === null) return text
  const isBeyond = threshold.area === 'above' ? value > threshold.value : value < threshold.value
  return isBeyond ? text : `no longer ${text}`
}

/** Below the alerts area. */
export const incidentAddress = ({ type, id }: Pick<Incident, 'type' | 'id'>) =>
  `alerts/incidents/${type}/${id}`
