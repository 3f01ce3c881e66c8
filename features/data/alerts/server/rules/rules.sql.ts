import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  monitoringDimensionIds,
  monitoringMetricIds,
} from '@playhead/features/data/monitoring/contract'
import { incidentSeverities } from '@playhead/features/data/incidents/contract'
import { alertAreas, noDataModes } from '../../contract.ts'

const ruleFields = {
  name: z.string().nullable(),
  metric: z.enum(monitoringMetricIds),
  area: z.enum(alertAreas),
  value: z.number(),
  close_value: z.number().nullable(),
  window_seconds: z.number(),
  close_after_seconds: z.number(),
  window_min_views: z.number(),
  filters: z.array(
    z.object({
      dimension: z.enum(monitoringDimensionIds),
      value: z.string().nullable(),
      display_value: z.string(),
      exclude: z.boolean(),
    }),
  ),
  group_by: z.array(z.enum(monitoringDimensionIds)),
  groups_max: z.number(),
  on_no_data: z.enum(noDataModes),
  severity: z.enum(incidentSeverities),
  channel_ids: z.array(z.uuid()).nullable(),
  is_enabled: z.boolean(),
}

const RuleRow = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  ...ruleFields,
  series_id: z.uuid(),
  version: z.number(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type RuleRow = z.infer<typeof RuleRow>
export type RuleFields = Pick<RuleRow, keyof typeof ruleFields>

const columns = sql`
  r.id, r.environment_id, r.name, r.metric, r.area, r.value, r.close_value, r.window_seconds,
  r.close_after_seconds, r.window_min_views, r.filters, r.group_by, r.groups_max, r.on_no_data,
  r.severity, r.channel_ids, r.is_enabled, r.series_id, r.version, r.created_at, r.updated_at`

export const listRules = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    RuleRow,
    sql`
    select ${columns} from alert_rules r where r.environment_id = ${environment.id}
    order by r.created_at desc, r.id limit ${limit} offset ${page * limit}`,
  )

export const countRules = async (environment: Environment) => {
  const { count } = await environment.postgres.row(
    z.object({ count: z.number() }),
    sql`select count(*)::int as count from alert_rules where environment_id = ${environment.id}`,
  )
  return count
}

export const findRule = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    select ${columns} from alert_rules r
    where r.environment_id = ${environment.id} and r.id = ${id}`,
  )

const SeriesRow = RuleRow.pick({ series_id: true, filters: true, group_by: true, groups_max: true })

/** What is recorded of a metric. */
export const listSeries = (environment: Environment, metric: RuleRow['metric']) =>
  environment.postgres.rows(
    SeriesRow,
    sql`
    select r.series_id, r.filters, r.group_by, r.groups_max from alert_rules r
    where r.environment_id = ${environment.id} and r.metric = ${metric}
    order by r.created_at, r.id`,
  )

/** Locked until the end of the transaction. The evaluator waits for it and then sees the new version. */
export const lockRule = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    select ${columns} from alert_rules r
    where r.environment_id = ${environment.id} and r.id = ${id} for update`,
  )

/** Serializes creation within an environment; concurrent requests could otherwise exceed its limit. */
export const lockRulesOf = (environment: Environment) =>
  environment.postgres.run(
    sql`select 1 from environments where id = ${environment.id} for no key update`,
  )

export const insertRule = (environment: Environment, rule: RuleFields, createdBy: string | null) =>
  environment.postgres.row(
    RuleRow,
    sql`
    insert into alert_rules as r (environment_id, name, metric, area, value, close_value, window_seconds,
      close_after_seconds, window_min_views, filters, group_by, groups_max, on_no_data, severity,
      channel_ids, is_enabled, created_by)
    values (${environment.id}, ${rule.name}, ${rule.metric}, ${rule.area}, ${rule.value},
      ${rule.close_value}, ${rule.window_seconds}, ${rule.close_after_seconds},
      ${rule.window_min_views}, ${sql.json(rule.filters)}, ${[...rule.group_by]}::text[],
      ${rule.groups_max}, ${rule.on_no_data}, ${rule.severity}, ${rule.channel_ids}::uuid[],
      ${rule.is_enabled}, ${createdBy})
    returning ${columns}`,
  )

export interface RuleChange {
  /** Something that is judged changes. */
  isJudgedAnew: boolean
  /** What is recorded from now on cannot be compared with what was. */
  isOtherSeries: boolean
}

export const updateRule = (
  environment: Environment,
  id: string,
  rule: RuleFields,
  { isJudgedAnew, isOtherSeries }: RuleChange,
) =>
  environment.postgres.row(
    RuleRow,
    sql`
    update alert_rules r set name = ${rule.name}, metric = ${rule.metric}, area = ${rule.area},
      value = ${rule.value}, close_value = ${rule.close_value}, window_seconds = ${rule.window_seconds},
      close_after_seconds = ${rule.close_after_seconds}, window_min_views = ${rule.window_min_views},
      filters = ${sql.json(rule.filters)}, group_by = ${[...rule.group_by]}::text[],
      groups_max = ${rule.groups_max}, on_no_data = ${rule.on_no_data}, severity = ${rule.severity},
      channel_ids = ${rule.channel_ids}::uuid[], is_enabled = ${rule.is_enabled},
      series_id = case when ${isOtherSeries} then gen_random_uuid() else series_id end,
      version = version + ${isJudgedAnew ? 1 : 0}, updated_at = clock_timestamp()
    where r.environment_id = ${environment.id} and r.id = ${id} returning ${columns}`,
  )

export const deleteRule = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from alert_rules where environment_id = ${environment.id} and id = ${id}`,
  )

const EvaluatedRow = RuleRow.extend({
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
})
export type EvaluatedRow = z.infer<typeof EvaluatedRow>

/** The enabled rules of all environments whose organization is not cancelled. */
export const listEnabledRules = (postgres: Database) =>
  postgres.rows(
    EvaluatedRow,
    sql`
    select ${columns}, o.plan, o.plan_flags, o.feature_overrides
    from alert_rules r join environments e on e.id = r.environment_id
      join organizations o on o.id = e.organization_id
    where r.is_enabled and o.cancelled_at is null
    order by r.environment_id, r.created_at, r.id`,
  )

/** Whether the rule is as the evaluator read it; it stays so until the end of the transaction. */
export const isRuleUnchanged = async (
  transaction: Database,
  { id, version }: Pick<RuleRow, 'id' | 'version'>,
) => {
  const row = await transaction.maybeRow(
    z.object({ id: z.uuid() }),
    sql`
    select id from alert_rules where id = ${id} and version = ${version} and is_enabled for share`,
  )
  return row !== undefined
}
