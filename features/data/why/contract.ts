import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { measurements } from '@playhead/metrics/metric.ts'
import { sample_of } from '@playhead/question-contract/metric-questions.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

const number = z.nullable(z.number())
const Range = z.object({ value: number, views: z.int() })

const ChangeRow = z.object({
  /** One value, or one of each of two dimensions. */
  parts: z.array(z.object({ dimension: z.string(), value: z.nullable(z.string()) })),
  /** The filters that select these views. */
  filters: z.array(z.string()),
  /** Fraction of the change; more than 1 when other views offset a part of it. */
  share: z.number(),
  /** Probability that the change is not chance, corrected for the number of groups examined. */
  sureness: z.number(),
  before: Range,
  after: Range,
  /** The value after, if these views had not changed. */
  without: number,
  /** The parts of the change due to their own value and to their share of the views; ADR 0027. */
  rate_effect: z.number(),
  mix_effect: z.number(),
})

const Change = z.object({
  metric: z.string(),
  measurement: z.string(),
  before: Range,
  after: Range,
  sureness: z.number(),
  searched_dimensions: z.int(),
  searched_groups: z.int(),
  rows: z.array(ChangeRow),
  /** Where the level changed, if not between the two ranges. */
  moment: z.nullable(
    z.object({
      /** The ranges after and before that moment, as start and end. */
      timeframe: Timeframe,
      baseline: Timeframe,
      has_ended: z.boolean(),
    }),
  ),
  /** For failures: the error that accounts for most of the change. */
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
})

const access = scoped('data:read')
const params = z.object({ metric: z.string() })

const changesQuery = z.object({
  ...questionQuery,
  measurement: z.optional(z.enum(measurements)),
  /** Start and end as epoch seconds; defaults to the preceding range of the same length. */
  baseline: z.optional(z.array(z.string()).check(z.maxLength(2))),
})

const envelope = {
  timeframe: Timeframe,
  baseline: Timeframe,
  total_row_count: z.nullable(z.int()),
}

export const why = endpoints({
  changes: get('/ui/v1/metrics/:metric/changes', {
    access,
    summary: 'Which views the change of a metric between two ranges comes from',
    params,
    query: changesQuery,
    returns: z.object({ data: Change, ...envelope }),
  }),
  sampleChanges: get('/ui/v1/metrics/:metric/changes/sample', {
    access,
    summary: 'The same from a sample of the views, as a first answer that is quick and not exact',
    params,
    query: changesQuery,
    returns: z.object({
      /** Null where so few views were sampled that they say nothing. */
      data: z.nullable(z.object({ ...Change.shape, sample_of })),
      ...envelope,
    }),
  }),
})
