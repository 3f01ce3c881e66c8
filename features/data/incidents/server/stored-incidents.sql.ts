import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  expiryCauses,
  IncidentCause,
  incidentSeverities,
  incidentTypes,
  resolutionReasons,
  storedIncidentStatuses,
} from '../contract.ts'

const Points = z.array(z.object({ time: z.number(), metric_value: z.number().nullable() }))

export const StoredRow = z.object({
  id: z.uuid(),
  type: z.enum(incidentTypes),
  status: z.enum(storedIncidentStatuses),
  severity: z.enum(incidentSeverities),
  measurement: z.string(),
  description: z.string(),
  impact: z.string(),
  breakdowns: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
  causes: z.array(IncidentCause),
  rule_id: z.uuid().nullable(),
  rule: z.record(z.string(), z.unknown()).nullable(),
  anomaly: z
    .object({
      usual: z.number(),
      limit: z.number(),
      area: z.enum(['above', 'below']),
      sensitivity: z.enum(['low', 'medium', 'high']),
      window_duration: z.number(),
    })
    .nullable(),
  group_key: z.string(),
  started_at: z.date(),
  resolved_at: z.date().nullable(),
  resolution_reason: z.enum(resolutionReasons).nullable(),
  expired_by: z.enum(expiryCauses).nullable(),
  resolved_by: z.string().nullable(),
  measured_value: z.number().nullable(),
  metric_on_trigger: z.number().nullable(),
  metric_on_resolution: z.number().nullable(),
  metric_on_end: z.number().nullable(),
  peak_metric: z.number().nullable(),
  ccv_on_start: z.number().nullable(),
  ccv_on_end: z.number().nullable(),
  series_on_start: Points.nullable(),
  series_on_end: Points.nullable(),
  affected_views: z.number(),
  affected_views_per_hour: z.number(),
  affected_views_per_hour_on_open: z.number(),
  is_flapping: z.boolean(),
  acknowledged_by: z.string().nullable(),
  acknowledged_at: z.date().nullable(),
  snoozed_until: z.date().nullable(),
  silence_id: z.uuid().nullable(),
})
/** An incident with what only people see of it. */
export type StoredIncidentRow = z.infer<typeof StoredRow>

const emailOf = (user: SqlFragment) => sql`(select email from users where id = ${user})`

export const storedColumns = sql`i.id, i.type, i.status, i.severity, i.measurement, i.description, i.impact,
  i.breakdowns, i.causes, i.rule_id, i.rule, i.anomaly, i.group_key, i.started_at, i.resolved_at, i.resolution_reason, i.expired_by,
  ${emailOf(sql`i.resolved_by`)} as resolved_by, i.measured_value, i.metric_on_trigger,
  i.metric_on_resolution, i.metric_on_end, i.peak_metric, i.ccv_on_start, i.ccv_on_end,
  i.series_on_start, i.series_on_end, i.affected_views, i.affected_views_per_hour,
  i.affected_views_per_hour_on_open, i.is_flapping, ${emailOf(sql`i.acknowledged_by`)} as acknowledged_by,
  i.acknowledged_at, i.snoozed_until, i.silence_id`

export interface StoredIncidentFilter {
  status?: string | undefined
  type?: string | undefined
  rule?: string | undefined
}

const listed = (environment: Environment, { status, type, rule }: StoredIncidentFilter) => sql`
  from incidents i where i.environment_id = ${environment.id}
    ${status === undefined ? sql.empty : sql`and i.status = ${status}`}
    ${type === undefined ? sql.empty : sql`and i.type = ${type}`}
    ${rule === undefined ? sql.empty : sql`and i.rule_id = ${rule}`}`

export const countStoredIncidents = async (
  environment: Environment,
  filter: StoredIncidentFilter,
) => {
  const { count } = await environment.postgres.row(
    z.object({ count: z.number() }),
    sql`select count(*)::int as count ${listed(environment, filter)}`,
  )
  return count
}

export const listStoredIncidents = (
  environment: Environment,
  filter: StoredIncidentFilter,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    StoredRow,
    sql`
    select ${storedColumns} ${listed(environment, filter)}
    order by i.started_at desc, i.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findStoredIncident = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    StoredRow,
    sql`select ${storedColumns} from incidents i where i.environment_id = ${environment.id} and i.id = ${id}`,
  )

/** Locked until the end of the transaction. */
export const lockStoredIncident = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    StoredRow,
    sql`
    select ${storedColumns} from incidents i
    where i.environment_id = ${environment.id} and i.id = ${id} for update of i`,
  )
