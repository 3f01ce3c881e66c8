import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { ExpiryCause, IncidentCause } from '../contract.ts'

/** Metric values are as the metric itself has them: shares from 0 to 1, bits per second. */
export interface IncidentPoint {
  /** Epoch seconds. */
  time: number
  metric_value: number | null
}

export interface OpenedIncident {
  environmentId: string
  type: 'threshold' | 'anomaly'
  severity: string
  incidentKey: string
  /** Null for an anomaly. */
  ruleId: string | null
  rule: object | null
  /** What an anomaly was held against, in the unit of the metric. */
  anomaly?: object
  groupKey: string
  measurement: string
  value: number | null
  threshold: number
  viewers: number | null
  sampleSize: number
  sampleSizeUnit: string
  affectedViews: number
  affectedViewsPerHour: number
  description: string
  impact: string
  breakdowns: readonly { id: string; name: string; value: string }[]
  /** Empty for an anomaly, whose breakdowns are its cause. */
  causes: readonly IncidentCause[]
  series: readonly IncidentPoint[]
  isFlapping: boolean
  startedAt: Date
}

const IdRow = z.object({ id: z.uuid() })

/** Returns undefined when the group of the rule, or the same anomaly, has an open incident. */
export const openIncident = async (transaction: Database, opened: OpenedIncident) => {
  const row = await transaction.maybeRow(
    IdRow,
    sql`
    insert into incidents (environment_id, incident_key, type, status, severity, measurement,
      measured_value, threshold, sample_size, sample_size_unit, affected_views, affected_views_per_hour,
      affected_views_per_hour_on_open, description, impact, breakdowns, started_at, rule_id, rule,
      group_key, metric_on_trigger, peak_metric, ccv_on_start, series_on_start, is_flapping, anomaly, causes)
    values (${opened.environmentId}, ${opened.incidentKey}, ${opened.type}, 'open', ${opened.severity},
      ${opened.measurement}, ${opened.value}, ${opened.threshold}, ${opened.sampleSize},
      ${opened.sampleSizeUnit}, ${opened.affectedViews}, ${opened.affectedViewsPerHour},
      ${opened.affectedViewsPerHour}, ${opened.description}, ${opened.impact},
      ${sql.json(opened.breakdowns)}, ${opened.startedAt}, ${opened.ruleId}, ${opened.rule && sql.json(opened.rule)},
      ${opened.groupKey}, ${opened.value}, ${opened.value}, ${opened.viewers},
      ${sql.json(opened.series)}, ${opened.isFlapping}, ${opened.anomaly ? sql.json(opened.anomaly) : null},
      ${sql.json(opened.causes)})
    on conflict do nothing
    returning id`,
  )
  return row?.id
}

export const findOpenIncident = async (transaction: Database, ruleId: string, groupKey: string) => {
  const row = await transaction.maybeRow(
    IdRow,
    sql`
    select id from incidents
    where rule_id = ${ruleId} and group_key = ${groupKey} and status = 'open' for update`,
  )
  return row?.id ?? null
}

export interface IncidentProgress {
  value: number | null
  /** The worst value since the last progress. */
  peak: number | null
  /** Whether a peak is the highest value or the lowest. */
  area: 'above' | 'below'
  affectedViews: number
  affectedViewsPerHour: number
  sampleSize: number
  /** Null while the value is not bad: the sentence keeps saying what it meant when it was. */
  impact: string | null
  /** Nothing is known of now: the sentence says so, before what it said. */
  isUnknown: boolean
}

export const noDataImpact = 'No data is coming in.'
const beforeThat = `${noDataImpact} Before that: `

const impactOf = ({ impact, isUnknown }: IncidentProgress) => {
  if (impact !== null) return sql`${impact}`
  return isUnknown
    ? sql`case when starts_with(impact, ${noDataImpact}) then impact else ${beforeThat} || impact end`
    : sql`case when starts_with(impact, ${beforeThat}) then substr(impact, ${beforeThat.length + 1}) else impact end`
}

/** Says how an open incident goes on; the affected views are those since the last time. */
export const noteProgress = (transaction: Database, id: string, now: IncidentProgress) => {
  const worst = now.area === 'above' ? sql`greatest` : sql`least`
  return transaction.run(sql`
    update incidents set measured_value = ${now.value},
      peak_metric = ${worst}(peak_metric, ${now.peak}::double precision),
      affected_views = affected_views + ${now.affectedViews},
      affected_views_per_hour = ${now.affectedViewsPerHour}, sample_size = ${now.sampleSize},
      impact = ${impactOf(now)}
    where id = ${id} and status = 'open'`)
}

export interface IncidentEnd {
  status: 'closed' | 'expired'
  reason: 'unknown_resolution_reason' | 'data_triggered_resolution'
  /** Null for one that the data closed. */
  expiredBy: ExpiryCause | null
  value: number | null
  viewers: number | null
  series: readonly IncidentPoint[]
  endedAt: Date
}

/** Returns how many incidents ended: none when it was not open. */
export const endIncident = (transaction: Database, id: string, end: IncidentEnd) =>
  transaction.run(sql`
    update incidents set status = ${end.status}, resolution_reason = ${end.reason}, expired_by = ${end.expiredBy},
      resolved_at = greatest(started_at, ${end.endedAt}::timestamptz), measured_value = ${end.value},
      measured_value_on_close = ${end.value}, metric_on_resolution = ${end.value},
      metric_on_end = ${end.value}, ccv_on_end = ${end.viewers}, series_on_end = ${sql.json(end.series)}
    where id = ${id} and status = 'open'`)

const EndedRow = z.object({ id: z.uuid(), type: z.enum(['threshold', 'anomaly']) })

/** Ends the open incidents of a rule that was changed or deleted. ALRT-014 */
export const endIncidentsOfRule = (environment: Environment, ruleId: string, endedAt: Date) =>
  environment.postgres.rows(
    EndedRow,
    sql`
    update incidents set status = 'closed',
      resolution_reason = 'alert_rule_updated_triggered_resolution',
      resolved_at = greatest(started_at, ${endedAt}::timestamptz), measured_value_on_close = measured_value,
      metric_on_resolution = measured_value, metric_on_end = measured_value
    where environment_id = ${environment.id} and rule_id = ${ruleId} and status = 'open'
    returning id, type`,
  )

/** Ends an incident that nothing judges any more. Returns 0 when it was not open. */
export const expireIncident = (transaction: Database, id: string, endedAt: Date) =>
  transaction.run(sql`
    update incidents set status = 'expired', resolution_reason = 'unknown_resolution_reason', expired_by = 'not_judged',
      resolved_at = greatest(started_at, ${endedAt}::timestamptz), measured_value_on_close = measured_value,
      metric_on_resolution = measured_value, metric_on_end = measured_value
    where id = ${id} and status = 'open'`)

/** Its incidents stay, with the rule as it was, and lead nowhere. */
export const forgetRule = (environment: Environment, ruleId: string) =>
  environment.postgres.run(sql`
    update incidents set rule_id = null
    where environment_id = ${environment.id} and rule_id = ${ruleId}`)

/** Ends the open anomalies of an environment, but those of metrics that are still searched. */
export const endOpenAnomalies = (
  environment: Environment,
  { searched, endedAt }: { searched: readonly string[]; endedAt: Date },
) =>
  environment.postgres.rows(
    IdRow,
    sql`
    update incidents set status = 'closed',
      resolution_reason = 'alert_rule_updated_triggered_resolution',
      resolved_at = greatest(started_at, ${endedAt}::timestamptz), measured_value_on_close = measured_value,
      metric_on_resolution = measured_value, metric_on_end = measured_value
    where environment_id = ${environment.id} and type = 'anomaly' and status = 'open'
      and measurement <> all(${searched}::text[])
    returning id`,
  )

/** A person ends it. Returns 0 when it was not open. */
export const resolveIncident = (
  environment: Environment,
  id: string,
  { by, at }: { by: string | null; at: Date },
) =>
  environment.postgres.run(sql`
    update incidents set status = 'resolved', resolved_by = ${by},
      resolved_at = greatest(started_at, ${at}::timestamptz), measured_value_on_close = measured_value,
      metric_on_resolution = measured_value, metric_on_end = measured_value
    where environment_id = ${environment.id} and id = ${id} and status = 'open'`)

/** The first who acknowledges stays. */
export const acknowledgeIncident = (
  environment: Environment,
  id: string,
  { by, at }: { by: string | null; at: Date },
) =>
  environment.postgres.run(sql`
    update incidents set acknowledged_by = ${by}, acknowledged_at = ${at}
    where environment_id = ${environment.id} and id = ${id} and acknowledged_at is null`)

export const snoozeIncident = (environment: Environment, id: string, until: Date | null) =>
  environment.postgres.run(sql`
    update incidents set snoozed_until = ${until}
    where environment_id = ${environment.id} and id = ${id}`)

/** It opened in the time of a silence. */
export const setSilence = (transaction: Database, id: string, silenceId: string) =>
  transaction.run(sql`update incidents set silence_id = ${silenceId} where id = ${id}`)

/** Deletes what ended before a moment. */
export const deleteOldIncidents = (postgres: Database, before: Date) =>
  postgres.run(sql`
    delete from incidents where id in (
      select id from incidents where resolved_at < ${before} limit 10000)`)
