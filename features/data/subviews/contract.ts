import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

const subviewLimits = {
  /** Values that are compared at once. */
  comparedMax: 4,
  breakdown: { default: 10, max: 100 },
} as const

const Value = z.object({
  breakdown_value: z.string(),
  metric_value: z.number(),
  /** Fraction of the playing time of all rows. */
  percentage: z.number(),
})

const meta = { metric: z.string(), subview_type: z.string(), unit: z.string() }
const grouped = { ...meta, group_by: z.array(z.string()) }
const envelope = { timeframe: Timeframe, total_row_count: z.int() }

const type = z.enum(['rendition', 'playback_mode'])
const params = z.object({ metric: z.enum(['playing_time']), type })
const { filters, timeframe } = questionQuery
const groupBy = z.optional(z.array(z.string()).check(z.maxLength(subviewLimits.breakdown.max)))
const breakdownValueLimit = z._default(
  z.int().check(z.minimum(1), z.maximum(subviewLimits.breakdown.max)),
  subviewLimits.breakdown.default,
)
const access = scoped('data:read')
const root = '/data/v1/subview-metrics'

export const subviews = endpoints({
  overall: get(`${root}/:metric/:type/overall`, {
    access,
    summary: 'The playing time of all parts of views',
    params,
    query: z.object({ filters, timeframe }),
    returns: z.object({
      data: z.object({ metric_value: z.number() }),
      meta: z.object(meta),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  breakdown: get(`${root}/:metric/:type/breakdown`, {
    access,
    summary: 'The playing time by rendition or playback mode',
    params,
    query: z.object({ ...Page, filters, timeframe, group_by: groupBy }),
    returns: z.object({
      data: z.array(Value),
      meta: z.object(grouped),
      ...envelope,
      page: z.int(),
      limit: z.int(),
    }),
  }),
  comparison: get(`${root}/:metric/:type/comparison`, {
    access,
    summary: 'The playing time by rendition or playback mode, for up to four values of a dimension',
    params,
    query: z.object({
      dimension: z.string(),
      values: z
        .array(z.string())
        .check(
          z.minLength(1),
          z.maxLength(subviewLimits.comparedMax, 'At most four values can be compared'),
        ),
      breakdown_value_limit: breakdownValueLimit,
      filters,
      timeframe,
      group_by: groupBy,
    }),
    returns: z.object({
      data: z.array(z.object({ dimension_value: z.string(), values: z.array(Value) })),
      meta: z.object({ ...grouped, dimension: z.string() }),
      ...envelope,
    }),
  }),
  breakdownTimeseries: get(`${root}/:metric/:type/breakdown-timeseries`, {
    access,
    summary: 'The playing time by rendition or playback mode, hour by hour or day by day',
    params,
    query: z.object({
      breakdown_value_limit: breakdownValueLimit,
      time_granularity: z.optional(z.enum(['hour', 'day'])),
      filters,
      timeframe,
      group_by: groupBy,
    }),
    returns: z.object({
      data: z.array(
        z.object({
          date: z.iso.datetime(),
          status: z.enum(['complete', 'partial']),
          values: z.array(z.object({ breakdown_value: z.string(), metric_value: z.number() })),
        }),
      ),
      meta: z.object({
        ...grouped,
        time_granularity: z.enum(['hour', 'day']),
        complete_through: z.iso.datetime(),
      }),
      ...envelope,
    }),
  }),
  listDimensions: get(`${root}/:type/dimensions`, {
    access,
    summary: 'What subview metrics can be filtered and broken down by',
    params: z.object({ type }),
    returns: z.object({
      data: z.object({ subview: z.array(z.string()), view: z.array(z.string()) }),
      total_row_count: z.nullable(z.int()),
    }),
  }),
  listDimensionValues: get(`${root}/:type/dimensions/:dimension`, {
    access,
    summary: 'The values of a dimension with their playing time',
    params: z.object({ type, dimension: z.string() }),
    query: z.object({
      ...Page,
      filters,
      timeframe,
      order_by: z._default(z.enum(['playing_time', 'value']), 'playing_time'),
      order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
      query: z.optional(z.string().check(z.maxLength(500))),
    }),
    returns: z.object({
      data: z.array(z.object({ value: z.string(), playing_time: z.number() })),
      meta: z.object({ ...meta, dimension_name: z.string() }),
      ...envelope,
      page: z.int(),
      limit: z.int(),
    }),
  }),
})
