import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { questionQuery, Timeframe } from '@playhead/features/data/filters/contract'
import { measurements } from '@playhead/metrics/metric.ts'

const number = z.nullable(z.number())
const Range = z.object({ value: number, views: z.int() })

const ChangeRow = z.object({
  /** One value, or one of each of two dimensions. */
  parts: z.array(z.object({ dimension: z.string(), value: z.nullable(z.string()) })),
  /** What filters these views. */
  filters: z.array(z.string()),
  /** Of the change, as a fraction; more than 1 when others made up for it. */
  share: z.number(),
  /** That it is no chance, as a fraction, given how many groups were looked at. */
  sureness: z.number(),
  before: Range,
  after: Range,
  /** The value after, had these views stayed as they were. */
  without: number,
  /** The part of the change of their own value, and that of their share of the views; ADR 0027. */
  rate_effect: z.number(),
  mix_effect: z.number(),
})

export const why = endpoints({
  changes: get('/ui/v1/metrics/:metric/changes', {
    access: scoped('data:read'),
    summary: 'Which views the change of a metric between two ranges comes from',
    params: z.object({ metric: z.string() }),
    query: z.object({
      ...questionQuery,
      measurement: z.optional(z.enum(measurements)),
      /** Start and end as epoch seconds; the range of the same length right before when there is none. */
      baseline: z.optional(z.array(z.string()).check(z.maxLength(2))),
    }),
    returns: z.object({
      data: z.object({
        metric: z.string(),
        measurement: z.string(),
        before: Range,
        after: Range,
        sureness: z.number(),
        searched_dimensions: z.int(),
        searched_groups: z.int(),
        rows: z.array(ChangeRow),
        /** Where the number went to another level at another moment than the one between both ranges. */
        moment: z.nullable(
          z.object({
            /** The ranges that part at it, as start and end. */
            timeframe: Timeframe,
            baseline: Timeframe,
            has_ended: z.boolean(),
          }),
        ),
        /** Of failures: the error that most of the change is of. */
        shared_error: z.nullable(
          z.object({
            id: z.number(),
            code: z.nullable(z.string()),
            message: z.nullable(z.string()),
            filter: z.string(),
            share: z.number(),
            before: z.int(),
            after: z.int(),
          }),
        ),
      }),
      timeframe: Timeframe,
      baseline: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
})
