import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, PageOfShortList } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { measurements } from '@playhead/metrics/metric.ts'

/** DASH-012 */
export const widgetTypes = ['timeseries', 'metric', 'list', 'bars'] as const

/** DASH-022: how many days earlier the compared range is. */
export const comparisonDays = [1, 7, 30, 90] as const

export const dashboardLimits = {
  nameMax: 200,
  perEnvironment: 100,
  widgetsMax: 50,
  /** DASH-020 */
  metricWidgetsMax: 6,
  columns: 6,
  rowMax: 1_000,
  rowSpanMax: 6,
  filtersMax: 100,
  filterMax: 2_000,
} as const

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'A name is needed'), z.maxLength(dashboardLimits.nameMax))

const texts = z
  .array(z.string().check(z.maxLength(dashboardLimits.filterMax)))
  .check(z.maxLength(dashboardLimits.filtersMax))

const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

/** In the number row only the column matters; all other widgets are placed on a grid of six columns. */
const Position = z.object({
  row: between(0, dashboardLimits.rowMax),
  column: between(0, dashboardLimits.columns - 1),
  row_span: between(1, dashboardLimits.rowSpanMax),
  column_span: between(1, dashboardLimits.columns),
})

/** DASH-011. Without a measurement, the default of the metric applies. */
const Widget = z.object({
  display_name: name,
  type: z.enum(widgetTypes),
  metric: z.string(),
  measurement: z.optional(z.enum(measurements)),
  /** The dimension by which lists and bars break down. */
  dimension: z.optional(z.string()),
  dimension_filters: texts,
  metric_filters: texts,
  position: Position,
  comparison_timeframe: z.optional(z.int()),
})

/** DASH-010 */
const Contents = z.object({
  widgets: z.record(z.string().check(z.regex(/^[\w-]{1,64}$/)), Widget),
  global_dimension_filters: texts,
  global_metric_filters: texts,
})

/** DASH-009 */
const CustomDashboard = z.object({
  id: z.uuid(),
  display_name: z.string(),
  timeframe_start: z.string(),
  dashboard_contents: Contents,
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const params = z.object({ id: ref('custom_dashboard') })

/** `Last 24 hours`, or a start and an end as epoch seconds with a comma between them. */
const timeframeStart = z.string().check(z.maxLength(100))

const dashboard = {
  display_name: name,
  timeframe_start: timeframeStart,
  dashboard_contents: Contents,
}

/** The version that the change is based on; when the stored one is newer, nothing is saved. */
const version = z.int()

export const customDashboards = endpoints({
  list: get('/ui/v1/custom-dashboards', {
    access: scoped('data:read'),
    summary: 'The custom dashboards of the environment, oldest first',
    query: z.object(PageOfShortList),
    returns: z.object({ data: z.array(CustomDashboard), total_row_count: z.int() }),
  }),
  retrieve: get('/ui/v1/custom-dashboards/:id', {
    access: scoped('data:read'),
    summary: 'One custom dashboard',
    params,
    returns: dataOf(CustomDashboard),
  }),
  create: post('/ui/v1/custom-dashboards', {
    access: scoped('data:write'),
    summary: 'Create a custom dashboard',
    body: z.object(dashboard),
    returns: dataOf(CustomDashboard),
    status: 201,
  }),
  replace: put('/ui/v1/custom-dashboards/:id', {
    access: scoped('data:write'),
    summary: 'Replace a custom dashboard',
    params,
    body: z.object({ ...dashboard, version }),
    returns: dataOf(CustomDashboard),
  }),
  update: patch('/ui/v1/custom-dashboards/:id', {
    access: scoped('data:write'),
    summary: 'Save a custom dashboard; omitted fields stay unchanged',
    params,
    body: z.object({
      display_name: z.optional(name),
      timeframe_start: z.optional(timeframeStart),
      dashboard_contents: z.optional(Contents),
      version,
    }),
    returns: dataOf(CustomDashboard),
  }),
  remove: del('/ui/v1/custom-dashboards/:id', {
    access: scoped('data:write'),
    summary: 'Delete a custom dashboard',
    params,
    returns: nothing,
  }),
})
