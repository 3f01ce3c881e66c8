import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { dashboardLimits } from '../contract.ts'

const WidgetRow = z.object({
  display_name: z.string(),
  type: z.enum(['timeseries', 'metric', 'list', 'bars']),
  metric: z.string(),
  measurement: z.enum(['95th', 'median', 'avg', 'count', 'sum']).optional(),
  dimension: z.string().optional(),
  dimension_filters: z.array(z.string()),
  metric_filters: z.array(z.string()),
  position: z.object({
    row: z.number(),
    column: z.number(),
    row_span: z.number(),
    column_span: z.number(),
  }),
  comparison_timeframe: z.number().optional(),
})

const DashboardRow = z.object({
  id: z.uuid(),
  display_name: z.string(),
  timeframe_start: z.string(),
  dashboard_contents: z.object({
    widgets: z.record(z.string(), WidgetRow),
    global_dimension_filters: z.array(z.string()),
    global_metric_filters: z.array(z.string()),
  }),
  version: z.number(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type DashboardRow = z.infer<typeof DashboardRow>
export type DashboardFields = Pick<
  DashboardRow,
  'display_name' | 'timeframe_start' | 'dashboard_contents'
>

const columns = sql`
  id, display_name, timeframe_start, dashboard_contents, version, created_at, updated_at`

export const listDashboards = (
  environment: Environment,
  { page, limit = dashboardLimits.perEnvironment }: { page: number; limit?: number | undefined },
) =>
  environment.postgres.rows(
    DashboardRow,
    sql`
    select ${columns} from custom_dashboards where environment_id = ${environment.id}
    order by created_at, id limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findDashboard = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    DashboardRow,
    sql`
    select ${columns} from custom_dashboards
    where environment_id = ${environment.id} and id = ${id}`,
  )

/** Locked until the end of the transaction, so that the second of two concurrent saves sees the first. */
export const lockDashboard = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    DashboardRow,
    sql`
    select ${columns} from custom_dashboards
    where environment_id = ${environment.id} and id = ${id} for update`,
  )

/** Serializes creation within an environment; concurrent requests could otherwise exceed its limit. */
export const lockDashboardsOf = (environment: Environment) =>
  environment.postgres.run(
    sql`select 1 from environments where id = ${environment.id} for no key update`,
  )

export const countDashboards = async (environment: Environment) => {
  const { count } = await environment.postgres.row(
    z.object({ count: z.number() }),
    sql`
    select count(*)::int as count from custom_dashboards where environment_id = ${environment.id}`,
  )
  return count
}

export const insertDashboard = (environment: Environment, fields: DashboardFields) =>
  environment.postgres.row(
    DashboardRow,
    sql`
    insert into custom_dashboards (environment_id, display_name, timeframe_start, dashboard_contents)
    values (${environment.id}, ${fields.display_name}, ${fields.timeframe_start},
      ${JSON.stringify(fields.dashboard_contents)}::jsonb)
    returning ${columns}`,
  )

export const updateDashboard = (environment: Environment, id: string, fields: DashboardFields) =>
  environment.postgres.row(
    DashboardRow,
    sql`
    update custom_dashboards set display_name = ${fields.display_name},
      timeframe_start = ${fields.timeframe_start},
      dashboard_contents = ${JSON.stringify(fields.dashboard_contents)}::jsonb,
      version = version + 1, updated_at = clock_timestamp()
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteDashboard = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from custom_dashboards where environment_id = ${environment.id} and id = ${id}`,
  )
