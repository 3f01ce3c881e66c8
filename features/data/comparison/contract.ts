import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { approximate, sample_of } from '@playhead/question-contract/metric-questions.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

const number = z.nullable(z.number())

const access = scoped('data:read')

const query = z.object({
  ...questionQuery,
  dimension: z.optional(z.string()),
  /** `__null__` and `__empty__` as in filters. */
  value: z.optional(z.string()),
})

const Column = z.object({
  views: z.int(),
  unique_viewers: z.nullable(z.int()),
  watch_time: number,
  playing_time: number,
  values: z.array(
    z.object({
      metric: z.string(),
      measurement: z.string(),
      value: number,
      /** The 95 % confidence interval of the value; null where the views do not give one. */
      low: number,
      high: number,
    }),
  ),
})

export const comparisonEndpoints = endpoints({
  retrieve: get('/ui/v1/metrics/comparison', {
    access,
    summary:
      'All metrics at once with the range each lies in, of all views or one value of a dimension',
    query,
    returns: z.object({
      data: Column,
      meta: z.object({ approximate }),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  sample: get('/ui/v1/metrics/comparison/sample', {
    access,
    summary: 'The same from a sample of the views, as a first answer that is quick and not exact',
    query,
    returns: z.object({
      /** Null where so few views were sampled that they say nothing. */
      data: z.nullable(z.object({ ...Column.shape, sample_of })),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
})
