import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page, pageLimits } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { Timeframe } from '@playhead/question-contract/question-query.ts'

export const incidentSeverities = ['warning', 'alert'] as const
export const incidentTypes = ['threshold', 'anomaly'] as const
export const incidentStatuses = ['open', 'closed', 'expired'] as const
/** Resolved by a person; programs read it as closed. ALRT-006 */
export const storedIncidentStatuses = ['open', 'closed', 'resolved', 'expired'] as const
/** ALRT-014 */
export const resolutionReasons = [
  'unknown_resolution_reason',
  'data_triggered_resolution',
  'alert_rule_updated_triggered_resolution',
] as const

/** What made an incident expire: 15 minutes of too few viewers, 6 hours without data, 7 days, or that nothing judges it any more. */
export const expiryCauses = ['few_viewers', 'no_data', 'open_time', 'not_judged'] as const
export type ExpiryCause = (typeof expiryCauses)[number]

/** For its page and its messages. ALRT-011 */
export const expirySentences: Readonly<Record<ExpiryCause, string>> = {
  few_viewers: 'This incident expired: for 15 minutes there were too few viewers to judge it.',
  no_data: 'This incident expired: no data came in for 6 hours.',
  open_time: 'This incident expired: it had been open for 7 days.',
  not_judged:
    'This incident expired: the organization was cancelled, or its plan no longer includes alert rules.',
}

/** The metrics of rules whose incidents have causes, and what their shares are of. */
export const causeCounts: Readonly<Record<string, string>> = {
  'playback-failure-percentage': 'failures',
  'video-startup-failure-percentage': 'failed starts',
  'exits-before-video-start': 'exits',
  'current-rebuffering-percentage': 'waiting time',
}

/** A value that those whom an incident affects have in common. Shares are from 0 to 1. */
export const IncidentCause = z.object({
  /** Of a monitoring dimension. */
  id: z.string(),
  value: z.string(),
  /** Of what the metric counts, such as failures. */
  share: z.number(),
  share_of_viewers: z.number(),
})
export type IncidentCause = z.infer<typeof IncidentCause>

/** The default page size is larger for people than for programs. */
export const incidentLimits = { forPrograms: pageLimits.defaultLimit, forPeople: 50 } as const

const named = { id: z.string(), name: z.string(), value: z.string() }

/** Timestamps have microseconds. */
const Incident = z.object({
  id: z.uuid(),
  incident_key: z.string(),
  type: z.enum(incidentTypes),
  status: z.enum(incidentStatuses),
  severity: z.enum(incidentSeverities),
  measurement: z.string(),
  measured_value: z.nullable(z.number()),
  measured_value_on_close: z.nullable(z.number()),
  threshold: z.number(),
  sample_size: z.number(),
  sample_size_unit: z.string(),
  affected_views: z.number(),
  affected_views_per_hour: z.number(),
  affected_views_per_hour_on_open: z.number(),
  description: z.string(),
  error_description: z.string(),
  impact: z.string(),
  breakdowns: z.array(z.object(named)),
  notification_rules: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      property_id: z.string(),
      status: z.string(),
      rules: z.array(z.object(named)),
    }),
  ),
  notifications: z.array(
    z.object({ id: z.number(), queued_at: z.string(), attempted_at: z.string() }),
  ),
  started_at: z.iso.datetime(),
  resolved_at: z.nullable(z.iso.datetime()),
})

const page = {
  page: Page.page,
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(pageLimits.maxLimit))),
  /** By default the newest come first. */
  order_by: z.optional(z.enum(['negative_impact', 'value', 'views', 'field'])),
  order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
}
const params = z.object({ id: ref('incident') })
const pageOfIncidents = z.object({
  data: z.array(Incident),
  total_row_count: z.int(),
  timeframe: Timeframe,
  page: z.int(),
  limit: z.int(),
})
const access = scoped('data:read')

export const incidents = endpoints({
  list: get('/data/v1/incidents', {
    access,
    summary: 'The incidents of the environment',
    query: z.object({
      ...page,
      severity: z.optional(z.enum(incidentSeverities)),
      status: z.optional(z.enum(incidentStatuses)),
      type: z.optional(z.enum(incidentTypes)),
    }),
    returns: pageOfIncidents,
  }),
  retrieve: get('/data/v1/incidents/:id', {
    access,
    summary: 'One incident',
    params,
    returns: z.object({ data: Incident, timeframe: Timeframe, total_row_count: z.int() }),
  }),
  listRelated: get('/data/v1/incidents/:id/related', {
    access,
    summary:
      'Incidents of the same cause, and those that were about the same dimension value at the same time',
    params,
    query: z.object(page),
    returns: pageOfIncidents,
  }),
})
