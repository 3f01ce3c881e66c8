import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { incidentSeverities, incidentStatuses, incidentTypes } from '../contract.ts'

const Named = z.object({ id: z.string(), name: z.string(), value: z.string() })

const IncidentRow = z.object({
  id: z.uuid(),
  incident_key: z.string(),
  type: z.enum(incidentTypes),
  status: z.enum(incidentStatuses),
  severity: z.enum(incidentSeverities),
  measurement: z.string(),
  measured_value: z.number().nullable(),
  measured_value_on_close: z.number().nullable(),
  threshold: z.number(),
  sample_size: z.number(),
  sample_size_unit: z.string(),
  affected_views: z.number(),
  affected_views_per_hour: z.number(),
  affected_views_per_hour_on_open: z.number(),
  description: z.string(),
  error_description: z.string(),
  impact: z.string(),
  breakdowns: z.array(Named),
  notification_rules: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      property_id: z.string(),
      status: z.string(),
      rules: z.array(Named),
    }),
  ),
  notifications: z.array(
    z.object({ id: z.number(), queued_at: z.string(), attempted_at: z.string() }),
  ),
  started_at: z.string(),
  resolved_at: z.string().nullable(),
})

const asText = (column: SqlFragment) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** What a person resolved is closed for programs. ALRT-006 */
const status = sql`case i.status when 'resolved' then 'closed' else i.status end`

/** Those that were attempted, with numbers as their ids. */
const notifications = sql`i.notifications || coalesce((
  select jsonb_agg(jsonb_build_object('id', n.id, 'queued_at', ${asText(sql`n.queued_at`)},
    'attempted_at', ${asText(sql`n.attempted_at`)}) order by n.id)
  from notifications n where n.incident_id = i.id and n.attempted_at is not null), '[]')`

/** Those that an incident is meant by, besides the ones that are stored with it. */
const notificationRules = sql`i.notification_rules || coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'action', r.action, 'property_id', r.environment_id,
    'status', r.status, 'rules', (
      select jsonb_agg(jsonb_build_object('id', pair ->> 'name') || pair) from jsonb_array_elements(r.rules) pair))
    order by r.created_at, r.id)
  from incident_notification_rules r
  where r.environment_id = i.environment_id and i.breakdowns @> r.rules), '[]')`

const columns = sql`i.id, i.incident_key, i.type, ${status} as status, i.severity, i.measurement, i.measured_value,
  i.measured_value_on_close, i.threshold, i.sample_size, i.sample_size_unit, i.affected_views,
  i.affected_views_per_hour, i.affected_views_per_hour_on_open, i.description, i.error_description,
  i.impact, i.breakdowns, ${notificationRules} as notification_rules, ${notifications} as notifications,
  ${asText(sql`i.started_at`)} as started_at, ${asText(sql`i.resolved_at`)} as resolved_at`

export interface IncidentFilter {
  severity?: string | undefined
  status?: string | undefined
  type?: string | undefined
  /** Only incidents related to this one, without itself. */
  relatedTo?: string | undefined
}

const isRelatedTo = (id: string) => sql`exists (
  select 1 from incidents o
  where o.environment_id = i.environment_id and o.id = ${id} and o.id <> i.id
    and (o.incident_key = i.incident_key
      or (i.started_at <= coalesce(o.resolved_at, 'infinity')
        and o.started_at <= coalesce(i.resolved_at, 'infinity')
        and exists (
          select 1 from jsonb_array_elements(o.breakdowns) b
          where i.breakdowns @> jsonb_build_array(
            jsonb_build_object('name', b -> 'name', 'value', b -> 'value'))))))`

const listed = (
  environment: Environment,
  { severity, status: wanted, type, relatedTo }: IncidentFilter,
) => sql`
  from incidents i where i.environment_id = ${environment.id}
    ${severity === undefined ? sql.empty : sql`and i.severity = ${severity}`}
    ${wanted === undefined ? sql.empty : sql`and ${status} = ${wanted}`}
    ${type === undefined ? sql.empty : sql`and i.type = ${type}`}
    ${relatedTo === undefined ? sql.empty : sql`and ${isRelatedTo(relatedTo)}`}`

const SummaryRow = z.object({ count: z.number(), earliest: z.date().nullable() })

export const summarizeIncidents = (environment: Environment, filter: IncidentFilter) =>
  environment.postgres.row(
    SummaryRow,
    sql`select count(*)::int as count, min(i.started_at) as earliest ${listed(environment, filter)}`,
  )

const orders = {
  time: { asc: sql`i.started_at, i.id`, desc: sql`i.started_at desc, i.id desc` },
  negative_impact: {
    asc: sql`i.affected_views_per_hour, i.id`,
    desc: sql`i.affected_views_per_hour desc, i.id desc`,
  },
  value: {
    asc: sql`i.measured_value nulls last, i.id`,
    desc: sql`i.measured_value desc nulls last, i.id desc`,
  },
  views: { asc: sql`i.affected_views, i.id`, desc: sql`i.affected_views desc, i.id desc` },
  field: { asc: sql`i.measurement, i.id`, desc: sql`i.measurement desc, i.id desc` },
}

export interface IncidentPage {
  orderBy: keyof typeof orders
  direction: 'asc' | 'desc'
  page: number
  limit: number
}

export const listIncidents = (
  environment: Environment,
  filter: IncidentFilter,
  { orderBy, direction, page, limit }: IncidentPage,
) =>
  environment.postgres.rows(
    IncidentRow,
    sql`
    select ${columns} ${listed(environment, filter)}
    order by ${orders[orderBy][direction]} limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findIncident = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    IncidentRow,
    sql`select ${columns} from incidents i where i.environment_id = ${environment.id} and i.id = ${id}`,
  )
