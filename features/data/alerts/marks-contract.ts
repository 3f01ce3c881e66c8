import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'
import {
  incidentSeverities,
  incidentTypes,
  storedIncidentStatuses,
} from '@playhead/features/data/incidents/contract'
import { AlertIncident } from './incidents-contract.ts'
import { AlertJudging } from './judging-contract.ts'
import { between } from './rule-contract.ts'

const read = scoped('data:read')

export const markLimits = {
  /** More would be drawn over each other. */
  marks: 500,
  measurements: 8,
  /** Incidents of a summary. */
  worst: 3,
} as const

/** Year 2100: what is later is no epoch in seconds. */
const lastSecond = 4_102_444_800
const second = between(0, lastSecond)

/** Epoch seconds; without an end, until now. */
const span = { from: second, until: z.optional(second) }

const IncidentMark = z.object({
  id: z.uuid(),
  type: z.enum(incidentTypes),
  status: z.enum(storedIncidentStatuses),
  severity: z.enum(incidentSeverities),
  measurement: z.string(),
  description: z.string(),
  /** Epoch seconds. */
  start_time: z.int(),
  end_time: z.nullable(z.int()),
})

export const incidentMarks = endpoints({
  listMarks: get('/ui/v1/alert-incident-marks', {
    access: read,
    summary: 'The newest incidents in a time range, of some metrics or of all, as charts mark them',
    query: z.object({
      ...span,
      /** By default all. */
      measurements: z.optional(z.array(z.string()).check(z.maxLength(markLimits.measurements))),
    }),
    returns: z.object({ data: z.array(IncidentMark) }),
  }),
  retrieveSummary: get('/ui/v1/alert-summary', {
    access: read,
    summary:
      'The incidents of a time range that affected the most views, how many there were, and what is watched now',
    query: z.object(span),
    returns: dataOf(
      z.object({
        worst: z.array(AlertIncident),
        incident_count: z.int(),
        /** Alert rules that are switched on. */
        rule_count: z.int(),
        judging: AlertJudging,
        /** `learning`: there are too few days of views to search in. */
        anomalies: z.enum(['off', 'learning', 'on']),
      }),
    ),
  }),
})

/** Says that an incident of the environment opened, ended or was acknowledged: read what is shown again. */
export const alertsTopic = topicContract('alerts:{environment_id}', {
  messages: { incidents_changed: z.object({ open_count: z.int() }) },
})
