import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { measurements } from '@playhead/metrics/metric.ts'
import { questionQuery, Timeframe } from './question-query.ts'

const access = scoped('data:read')
const params = z.object({ metric: z.string() })
const measurement = z.optional(z.enum(measurements))
const number = z.nullable(z.number())

/** ten_minute is an older name of ten_minutes. */
export const groupsInTime = ['minute', 'ten_minutes', 'ten_minute', 'hour', 'day'] as const

/**
 * The largest relative error of a percentile that comes from sums, such as 0.0055. Absent where percentiles are exact, and
 * where there is none: all other values are exact.
 */
export const approximate = z.optional(z.number())

/** A first answer is from one view in so many. */
export const sample_of = z.int()

/** When the first view ended, epoch seconds: set where the first step is empty. There is nothing before it, not zero. */
export const firstViewAt = z.optional(z.int())

const Meta = z.object({
  /** The measurement. */
  aggregation: z.optional(z.string()),
  /** The length of a step. */
  granularity: z.optional(z.string()),
  first_view_at: firstViewAt,
  approximate,
})

/** What every response about a metric has in addition to its data. */
export const metricEnvelope = {
  meta: Meta,
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
}

/** The endpoints for the chart of a metric. */
export const metricQuestions = endpoints({
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
        /** Older clients expect it; there is no other installation to compare with. */
        global_value: number,
      }),
      ...metricEnvelope,
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
      order_direction: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
    returns: z.object({
      data: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
      ...metricEnvelope,
    }),
  }),
})
