import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import {
  dimensionQuestions,
  valuesOfDimension,
} from '@playhead/question-contract/dimension-questions.ts'
import { Timeframe } from '@playhead/question-contract/question-query.ts'

const access = scoped('data:read')

const names = z.object({
  data: z.object({
    /** Also available for ranges older than 100 days. */
    basic: z.array(z.string()),
    advanced: z.array(z.string()),
  }),
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

export const dimensionEndpoints = endpoints({
  list: get('/data/v1/dimensions', {
    access,
    summary: 'The names of all dimensions',
    returns: names,
  }),
  /** METR-049 */
  listBasic: get('/data/v1/dimensions/basic', {
    access,
    summary: 'The names of the dimensions that are known for ranges older than 100 days',
    returns: names,
  }),
  ...dimensionQuestions,
  listFilters: get('/data/v1/filters', {
    access,
    summary: 'The names of all dimensions, at their older address',
    returns: names,
  }),
  listFilterValues: get('/data/v1/filters/:dimension', {
    ...valuesOfDimension,
    summary: 'The values of a dimension, at their older address',
  }),
})
