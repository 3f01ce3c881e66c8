import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, pageLimits } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import {
  expiryCauses,
  IncidentCause,
  incidentSeverities,
  incidentTypes,
  resolutionReasons,
  storedIncidentStatuses,
} from '@playhead/features/data/incidents/contract'
import { anomalySensitivities } from './anomalies-contract.ts'
import { alertAreas, alertLimits, AlertRule, between } from './rule-contract.ts'

const read = scoped('data:read')

const Point = z.object({ time: z.int(), metric_value: z.nullable(z.number()) })

/** ALRT-005. Times are epoch seconds; metric values are in the unit that is shown. */
export const AlertIncident = z.object({
  id: z.uuid(),
  type: z.enum(incidentTypes),
  status: z.enum(storedIncidentStatuses),
  severity: z.enum(incidentSeverities),
  measurement: z.string(),
  description: z.string(),
  impact: z.string(),
  breakdowns: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
  /** What those affected had in common as it opened, the clearest first; empty for an anomaly, whose breakdowns say it. */
  causes: z.array(IncidentCause),
  /** The rule as it was when the incident opened. */
  alert_rule: z.nullable(AlertRule),
  /** What an anomaly was held against when it opened; null for an incident of a rule. */
  anomaly: z.nullable(
    z.object({
      usual: z.number(),
      limit: z.number(),
      area: z.enum(alertAreas),
      sensitivity: z.enum(anomalySensitivities),
      /** Seconds. */
      window_duration: z.int(),
    }),
  ),
  /** Null once the rule is deleted. */
  alert_rule_id: z.nullable(z.uuid()),
  start_time: z.int(),
  end_time: z.nullable(z.int()),
  resolution_reason: z.nullable(z.enum(resolutionReasons)),
  /** Of an expired incident; null for one that expired before causes were stored. */
  expired_by: z.nullable(z.enum(expiryCauses)),
  resolved_by: z.nullable(z.string()),
  /** Of the last minute while the incident is open. */
  metric_now: z.nullable(z.number()),
  metric_on_trigger: z.nullable(z.number()),
  metric_on_resolution: z.nullable(z.number()),
  metric_on_end: z.nullable(z.number()),
  peak_metric_during_incident: z.nullable(z.number()),
  ccv_on_start: z.nullable(z.number()),
  ccv_on_end: z.nullable(z.number()),
  time_series_data_on_start: z.array(Point),
  time_series_data_on_end: z.array(Point),
  affected_views: z.number(),
  affected_views_per_hour: z.number(),
  affected_views_per_hour_on_open: z.number(),
  is_flapping: z.boolean(),
  acknowledged_by: z.nullable(z.string()),
  acknowledged_at: z.nullable(z.iso.datetime()),
  snoozed_until: z.nullable(z.iso.datetime()),
  /** The silence that it opened in. */
  silence_id: z.nullable(z.uuid()),
})

const incidentParams = z.object({ id: ref('incident') })
const writeIncidents = scoped('data:write')

export const alertIncidents = endpoints({
  listIncidents: get('/ui/v1/alert-incidents', {
    access: read,
    summary: 'The incidents of the environment, newest first; without a status, those of all',
    query: z.object({
      status: z.optional(z.enum(storedIncidentStatuses)),
      type: z.optional(z.enum(incidentTypes)),
      rule: z.optional(z.uuid()),
      page: z._default(between(1, 1_000_000), 1),
      limit: z._default(between(1, pageLimits.maxLimit), alertLimits.incidentsPage),
    }),
    returns: z.object({
      data: z.array(AlertIncident),
      total_row_count: z.int(),
      page: z.int(),
      limit: z.int(),
    }),
  }),
  retrieveIncident: get('/ui/v1/alert-incidents/:id', {
    access: read,
    summary: 'One incident',
    params: incidentParams,
    returns: dataOf(AlertIncident),
  }),
  points: get('/ui/v1/alert-incidents/:id/points', {
    access: read,
    summary:
      'What the rule of an incident saw by the minute, from half an hour before it on; kept for 35 days. Of an anomaly, its finished views by five minutes',
    params: incidentParams,
    returns: dataOf(z.array(Point)),
  }),
  acknowledge: post('/ui/v1/alert-incidents/:id/acknowledge', {
    access: writeIncidents,
    summary: 'Say that you look after an incident: reminders stop',
    params: incidentParams,
    returns: dataOf(AlertIncident),
  }),
  resolve: post('/ui/v1/alert-incidents/:id/resolve', {
    access: writeIncidents,
    summary: 'End an incident; the rule opens the next one once its value has been good',
    params: incidentParams,
    returns: dataOf(AlertIncident),
  }),
  snooze: post('/ui/v1/alert-incidents/:id/snooze', {
    access: writeIncidents,
    summary:
      'Send no notifications of an incident until a time, at most 30 days ahead; null ends it',
    params: incidentParams,
    body: z.object({ until: z.nullable(z.iso.datetime()) }),
    returns: dataOf(AlertIncident),
  }),
})
