import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from '@playhead/features/data/filters/contract'
import { measurements, metricGroups } from '@playhead/metrics/metric.ts'

export const metricLimits = {
  /** METR-038 */
  breakdownPageSize: 50,
  /** METR-039 */
  breakdownMax: 500,
  /** METR-042 */
  fileMax: 10_000,
  insightsMax: 100,
  /** METR-101 */
  queryMax: 200,
  /** Nearly two weeks of minutes, or the 100 days of raw views by ten of them. */
  stepMax: 20_000,
  /** Steps times values of a breakdown over time. */
  pointMax: 100_000,
  /** METR-008 */
  breakdownDimension: 'browser',
} as const

const access = scoped('data:read')
const params = z.object({ metric: z.string() })
const measurement = z.optional(z.enum(measurements))
const direction = z.enum(['asc', 'desc'])
const number = z.nullable(z.number())

/** ten_minute is the older name of ten_minutes. */
const groupsInTime = ['minute', 'ten_minutes', 'ten_minute', 'hour', 'day'] as const
const breakdownOrders = ['negative_impact', 'value', 'views', 'field'] as const

const Meta = z.object({
  /** The measurement. */
  aggregation: z.optional(z.string()),
  /** The length of a step. */
  granularity: z.optional(z.string()),
})

const envelope = { meta: Meta, timeframe: Timeframe, total_row_count: z.nullable(z.int()) }

/** METR-015 */
export const MetricDefinition = z.object({
  id: z.string(),
  title: z.string(),
  group: z.enum(metricGroups),
  category: z.enum(['viewer_metrics', 'quality_of_experience']),
  value_type: z.string(),
  description: z.string(),
  explanation: z.string(),
  better: z.enum(['higher', 'lower', 'neither']),
  relative_to: z.enum(['total_views', 'watch_time']),
  measurements: z.array(z.enum(measurements)),
  default_measurement: z.enum(measurements),
  filterable: z.boolean(),
  alertable: z.boolean(),
  beta: z.boolean(),
})

const MetricNode = z.object({
  metric: z.nullable(z.string()),
  group: z.enum(metricGroups),
  name: z.string(),
  items: z.array(z.object({ metric: z.string(), name: z.string() })),
})

/** METR-037. The order of the fields is that of the columns in the file. */
const BreakdownRow = z.object({
  field: z.nullable(z.string()),
  value: number,
  /** Those with a value of the metric: what the value rests on. */
  views: z.int(),
  /** All of them; watch time and playing time are theirs. */
  total_views: z.int(),
  total_watch_time: number,
  total_playing_time: number,
  negative_impact: z.number(),
})

const ComparisonItem = z.object({
  metric: z.string(),
  name: z.string(),
  type: z.string(),
  measurement: z.optional(z.string()),
  value: number,
})

const ComparisonRow = z.object({
  name: z.string(),
  metric: z.optional(z.string()),
  type: z.optional(z.string()),
  value: z.optional(z.number()),
  measurement: z.optional(z.string()),
  items: z.optional(z.array(ComparisonItem)),
  view_count: z.optional(z.int()),
  started_views: z.optional(z.int()),
  ended_views: z.optional(z.int()),
  unique_viewers: z.optional(z.int()),
  watch_time: z.optional(number),
  total_playing_time: z.optional(number),
})

const structure = z.object({ data: z.array(MetricNode), total_row_count: z.int() })

export const metricEndpoints = endpoints({
  list: get('/data/v1/metrics', {
    access,
    summary: 'Every metric with what it means and how it can be measured',
    returns: z.object({ data: z.array(MetricDefinition), total_row_count: z.int() }),
  }),
  structure: get('/ui/v1/metrics/structure', {
    access,
    summary: 'The metrics as a tree: groups with their score and what goes into it',
    returns: structure,
  }),
  comparison: get('/data/v1/metrics/comparison', {
    access,
    summary: 'All metrics at once, of all views or of one value of a dimension',
    query: z.object({
      ...questionQuery,
      dimension: z.optional(z.string()),
      /** `__null__` and `__empty__` as in filters. */
      value: z.optional(z.string()),
    }),
    returns: z.object({
      data: z.array(ComparisonRow),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  overall: get('/data/v1/metrics/:metric/overall', {
    access,
    summary: 'The value of a metric, with views, watch time and playing time',
    params,
    query: z.object({ ...questionQuery, measurement }),
    returns: z.object({
      data: z.object({
        value: number,
        total_views: z.int(),
        total_watch_time: number,
        total_playing_time: number,
        /** Known to older clients; there is no other installation to compare with. */
        global_value: number,
      }),
      ...envelope,
    }),
  }),
  timeseries: get('/data/v1/metrics/:metric/timeseries', {
    access,
    summary: 'A metric over time: the time, the value or null, and how many views it rests on',
    params,
    query: z.object({
      ...questionQuery,
      measurement,
      group_by: z.optional(z.enum(groupsInTime)),
      order_direction: z._default(direction, 'asc'),
    }),
    returns: z.object({
      data: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
      ...envelope,
    }),
  }),
  breakdown: get('/data/v1/metrics/:metric/breakdown', {
    access,
    summary: 'A metric by the values of a dimension; up to 10000 rows as text/csv',
    params,
    query: z.object({
      ...questionQuery,
      measurement,
      group_by: z._default(z.string(), metricLimits.breakdownDimension),
      /** Part of a value or of its name, in any case. METR-101 */
      query: z.optional(z.string().check(z.maxLength(metricLimits.queryMax))),
      order_by: z._default(z.enum(breakdownOrders), 'negative_impact'),
      order_direction: z._default(direction, 'desc'),
      page: Page.page,
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(metricLimits.fileMax))),
    }),
    returns: z.object({
      data: z.array(BreakdownRow),
      ...envelope,
      page: z.int(),
      limit: z.int(),
    }),
    csv: 'breakdown.csv',
  }),
  breakdownTimeseries: get('/data/v1/metrics/:metric/breakdown-timeseries', {
    access,
    summary: 'A metric over time for each of the first values of a dimension',
    params,
    query: z.object({
      ...questionQuery,
      measurement,
      group_by: z._default(z.string(), metricLimits.breakdownDimension),
      step: z.optional(z.enum(groupsInTime)),
      order_by: z._default(z.enum(breakdownOrders), 'views'),
      order_direction: z._default(direction, 'desc'),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
    }),
    returns: z.object({
      data: z.array(
        z.object({
          date: z.iso.datetime(),
          values: z.array(
            z.object({ field: z.nullable(z.string()), value: number, views: z.int() }),
          ),
        }),
      ),
      ...envelope,
    }),
  }),
  histogram: get('/data/v1/metrics/:metric/histogram', {
    access,
    summary: 'How many views have which values of a metric',
    params,
    query: z.object(questionQuery),
    returns: z.object({
      data: z.array(
        z.object({
          start: z.number(),
          /** Exclusive; null for the last bucket, which holds everything above. */
          end: number,
          count: z.int(),
          /** Of the views that have a value, as a fraction. */
          percentage: z.number(),
        }),
      ),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  insights: get('/data/v1/metrics/:metric/insights', {
    access,
    summary: 'What worsens a metric most, over all dimensions; each of more than 1% of the views',
    params,
    query: z.object({
      ...questionQuery,
      measurement,
      order_direction: z._default(direction, 'desc'),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(metricLimits.insightsMax)), 25),
    }),
    returns: z.object({
      data: z.array(
        z.object({
          filter_column: z.string(),
          filter_value: z.nullable(z.string()),
          metric: z.number(),
          negative_impact_score: z.number(),
          /** Those with a value of the metric; the total is of all. */
          views: z.int(),
          total_views: z.int(),
          total_watch_time: number,
          total_playing_time: number,
        }),
      ),
      ...envelope,
    }),
  }),
  explain: get('/data/v1/metrics/:metric/explain', {
    access,
    summary: 'How a number comes about: its formula, the SQL, the views in it and those left out',
    params,
    query: z.object({
      ...questionQuery,
      measurement,
      kind: z._default(z.enum(['overall', 'timeseries', 'breakdown']), 'overall'),
      /** A step for a timeseries, a dimension for a breakdown. */
      group_by: z.optional(z.string()),
    }),
    returns: z.object({
      data: z.object({
        metric: z.string(),
        measurement: z.string(),
        definition: z.string(),
        formula: z.string(),
        sql: z.string(),
        parameters: z.record(z.string(), z.unknown()),
        included_views: z.int(),
        excluded: z.array(z.object({ reason: z.string(), views: z.int() })),
      }),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
})
