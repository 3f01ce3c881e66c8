import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { measurements, metricGroups } from '@playhead/metrics/metric.ts'
import {
  approximate,
  groupsInTime,
  metricEnvelope,
  metricQuestions,
  sample_of,
} from '@playhead/question-contract/metric-questions.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

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
  /** Nearly two weeks in minutes, or the 100 days of raw views in steps of ten minutes. */
  stepMax: 20_000,
  /** Steps times values, for a breakdown over time. */
  pointMax: 100_000,
  /** METR-008 */
  breakdownDimension: 'browser',
} as const

const access = scoped('data:read')
const params = z.object({ metric: z.string() })
const measurement = z.optional(z.enum(measurements))
const direction = z.enum(['asc', 'desc'])
const number = z.nullable(z.number())

const breakdownOrders = ['negative_impact', 'value', 'views', 'field'] as const

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

/** METR-037. The columns of the file have the order of these fields. */
const BreakdownRow = z.object({
  field: z.nullable(z.string()),
  value: number,
  /** Views that have a value of the metric. */
  views: z.int(),
  /** All views; watch time and playing time cover these. */
  total_views: z.int(),
  total_watch_time: number,
  total_playing_time: number,
  negative_impact: z.number(),
})

const insightsQuery = z.object({
  ...questionQuery,
  measurement,
  order_direction: z._default(direction, 'desc'),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(metricLimits.insightsMax)), 25),
})

const InsightRow = z.object({
  filter_column: z.string(),
  filter_value: z.nullable(z.string()),
  metric: z.number(),
  negative_impact_score: z.number(),
  /** Views with a value of the metric; `total` counts all. */
  views: z.int(),
  total_views: z.int(),
  total_watch_time: number,
  total_playing_time: number,
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
      meta: z.object({ approximate }),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  ...metricQuestions,
  breakdown: get('/data/v1/metrics/:metric/breakdown', {
    access,
    summary: 'A metric by the values of a dimension; up to 10000 rows as text/csv',
    params,
    query: z.object({
      ...questionQuery,
      measurement,
      group_by: z._default(z.string(), metricLimits.breakdownDimension),
      /** Case-insensitive part of a value or of its name. METR-101 */
      query: z.optional(z.string().check(z.maxLength(metricLimits.queryMax))),
      order_by: z._default(z.enum(breakdownOrders), 'negative_impact'),
      order_direction: z._default(direction, 'desc'),
      page: Page.page,
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(metricLimits.fileMax))),
    }),
    returns: z.object({
      data: z.array(BreakdownRow),
      ...metricEnvelope,
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
      ...metricEnvelope,
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
          /** Exclusive; null for the last bucket, which has no upper bound. */
          end: number,
          count: z.int(),
          /** Fraction of the views that have a value. */
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
    query: insightsQuery,
    returns: z.object({ data: z.array(InsightRow), ...metricEnvelope }),
  }),
  sampleInsights: get('/ui/v1/metrics/:metric/insights/sample', {
    access,
    summary: 'Insights from a sample of the views, as a first answer that is quick and not exact',
    params,
    query: insightsQuery,
    returns: z.object({
      /** Null where so few views were sampled that they say nothing. */
      data: z.nullable(
        z.object({
          sample_of,
          /** Of all views of the question. */
          value: number,
          total_views: z.int(),
          insights: z.array(InsightRow),
        }),
      ),
      ...metricEnvelope,
    }),
  }),
  explain: get('/data/v1/metrics/:metric/explain', {
    access,
    summary: 'How a number is calculated: its formula, the SQL, the views it includes and excludes',
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
