import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, pageLimits } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import {
  incidentSeverities,
  incidentTypes,
  resolutionReasons,
  storedIncidentStatuses,
} from '@playhead/features/data/incidents/contract'
import {
  monitoringDimensionIds,
  monitoringMetricIds,
} from '@playhead/features/data/monitoring/contract'

export const alertAreas = ['above', 'below'] as const

/** What a rule does while its data is missing: it keeps its state, or opens an incident. */
export const noDataModes = ['keep', 'alert'] as const

export const alertLimits = {
  rulesPerEnvironment: 200,
  nameMax: 200,
  filtersMax: 5,
  filterValueMax: 1_000,
  groupByMax: 2,
  groupsMax: { default: 20, max: 100 },
  channelsMax: 50,
  windowSeconds: { min: 60, max: 3_600 },
  closeAfterSeconds: { default: 120, max: 3_600 },
  minViews: { default: 25, max: 10_000_000 },
  /** ALRT-018 */
  rulesPage: 20,
  /** ALRT-004 */
  incidentsPage: 50,
  snoozeSecondsMax: 30 * 86_400,
} as const

const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

const name = z.nullable(z.string().check(z.trim(), z.maxLength(alertLimits.nameMax)))

const filterValue = z.nullable(z.string().check(z.maxLength(alertLimits.filterValueMax)))

/** Values of one dimension are alternatives; different dimensions and all exclusions must hold. Null: unknown. */
const Filter = z.object({
  dimension: z.enum(monitoringDimensionIds),
  value: filterValue,
  display_value: z._default(z.string().check(z.maxLength(alertLimits.filterValueMax)), ''),
  exclude: z._default(z.boolean(), false),
})

const wholeMinutes = z
  .int()
  .check(
    z.minimum(alertLimits.windowSeconds.min),
    z.maximum(alertLimits.windowSeconds.max),
    z.multipleOf(60, 'The window is a number of whole minutes'),
  )

/** In the unit that is shown, such as percent. */
const value = z.number().check(z.minimum(0), z.maximum(1e12))

const ThresholdAlert = z.object({
  value,
  area: z.enum(alertAreas),
  /** The incident closes on the good side of it; null is a tenth of the value away from it. */
  close_value: z._default(z.nullable(value), null),
  close_after: z._default(
    between(0, alertLimits.closeAfterSeconds.max),
    alertLimits.closeAfterSeconds.default,
  ),
})

/** ALRT-020, ALRT-027 */
const rule = {
  name: z._default(name, null),
  metric: z.enum(monitoringMetricIds),
  threshold_alert: ThresholdAlert,
  window_duration: wholeMinutes,
  window_min_views: z._default(between(0, alertLimits.minViews.max), alertLimits.minViews.default),
  filters: z._default(z.array(Filter).check(z.maxLength(alertLimits.filtersMax)), []),
  group_by: z._default(
    z.array(z.enum(monitoringDimensionIds)).check(z.maxLength(alertLimits.groupByMax)),
    [],
  ),
  groups_max: z._default(between(1, alertLimits.groupsMax.max), alertLimits.groupsMax.default),
  on_no_data: z._default(z.enum(noDataModes), 'keep'),
  severity: z._default(z.enum(incidentSeverities), 'alert'),
  /** Null: all channels that take incidents of this type. */
  channel_ids: z._default(
    z.nullable(z.array(z.uuid()).check(z.maxLength(alertLimits.channelsMax))),
    null,
  ),
  is_enabled: z._default(z.boolean(), true),
}

export const AlertRule = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  name: z.nullable(z.string()),
  /** The name, or the one that is made from the rule. ALRT-021 */
  display_name: z.string(),
  metric: z.enum(monitoringMetricIds),
  threshold_alert: z.object({
    value: z.number(),
    area: z.enum(alertAreas),
    close_value: z.nullable(z.number()),
    close_after: z.int(),
  }),
  window_duration: z.int(),
  window_min_views: z.int(),
  filters: z.array(
    z.object({
      dimension: z.enum(monitoringDimensionIds),
      value: z.nullable(z.string()),
      display_value: z.string(),
      exclude: z.boolean(),
    }),
  ),
  group_by: z.array(z.enum(monitoringDimensionIds)),
  groups_max: z.int(),
  on_no_data: z.enum(noDataModes),
  severity: z.enum(incidentSeverities),
  channel_ids: z.nullable(z.array(z.uuid())),
  is_enabled: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const read = scoped('data:read')
/** Members read rules, admins write them. */
const writeRules = scoped('data:write', { admin: true })
const ruleParams = z.object({ id: ref('alert_rule') })

export const alertRules = endpoints({
  list: get('/ui/v1/alert-rules', {
    access: read,
    summary: 'The alert rules of the environment, newest first; the first page is 0',
    query: z.object({
      page: z._default(between(0, 1_000_000), 0),
      limit: z._default(between(1, pageLimits.maxLimit), alertLimits.rulesPage),
    }),
    returns: z.object({ data: z.array(AlertRule), total_row_count: z.int() }),
  }),
  retrieve: get('/ui/v1/alert-rules/:id', {
    access: read,
    summary: 'One alert rule',
    params: ruleParams,
    returns: dataOf(AlertRule),
  }),
  create: post('/ui/v1/alert-rules', {
    access: writeRules,
    summary: 'Make an alert rule',
    body: z.object(rule),
    returns: dataOf(AlertRule),
    status: 201,
  }),
  replace: put('/ui/v1/alert-rules/:id', {
    access: writeRules,
    summary: 'Replace an alert rule',
    params: ruleParams,
    body: z.object(rule),
    returns: dataOf(AlertRule),
  }),
  update: patch('/ui/v1/alert-rules/:id', {
    access: writeRules,
    summary:
      'Change an alert rule; what is left out stays. Its open incidents end unless only name, channels or severity change',
    params: ruleParams,
    body: z.object({
      name: z.optional(name),
      metric: z.optional(rule.metric),
      threshold_alert: z.optional(ThresholdAlert),
      window_duration: z.optional(wholeMinutes),
      window_min_views: z.optional(between(0, alertLimits.minViews.max)),
      filters: z.optional(z.array(Filter).check(z.maxLength(alertLimits.filtersMax))),
      group_by: z.optional(
        z.array(z.enum(monitoringDimensionIds)).check(z.maxLength(alertLimits.groupByMax)),
      ),
      groups_max: z.optional(between(1, alertLimits.groupsMax.max)),
      on_no_data: z.optional(z.enum(noDataModes)),
      severity: z.optional(z.enum(incidentSeverities)),
      channel_ids: z.optional(
        z.nullable(z.array(z.uuid()).check(z.maxLength(alertLimits.channelsMax))),
      ),
      is_enabled: z.optional(z.boolean()),
    }),
    returns: dataOf(AlertRule),
  }),
  remove: del('/ui/v1/alert-rules/:id', {
    access: writeRules,
    summary: 'Delete an alert rule; its open incidents end',
    params: ruleParams,
    returns: nothing,
  }),
})

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
  /** The rule as it was when the incident opened. */
  alert_rule: z.nullable(AlertRule),
  /** Null once the rule is deleted. */
  alert_rule_id: z.nullable(z.uuid()),
  start_time: z.int(),
  end_time: z.nullable(z.int()),
  resolution_reason: z.nullable(z.enum(resolutionReasons)),
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
})

const incidentParams = z.object({ id: ref('incident') })
const writeIncidents = scoped('data:write')

export const alertIncidents = endpoints({
  list: get('/ui/v1/alert-incidents', {
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
  retrieve: get('/ui/v1/alert-incidents/:id', {
    access: read,
    summary: 'One incident',
    params: incidentParams,
    returns: dataOf(AlertIncident),
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
