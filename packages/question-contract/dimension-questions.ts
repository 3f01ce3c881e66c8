import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { dimensionCategories } from '@playhead/metrics/dimension.ts'
import { questionQuery, Timeframe } from './question-query.ts'

const access = scoped('data:read')
const params = z.object({ dimension: z.string() })

/** METR-045 */
const DimensionValue = z.object({ value: z.nullable(z.string()), total_count: z.int() })

const valuesQuery = z.object({
  ...Page,
  ...questionQuery,
  /** Case-insensitive part of a value. */
  query: z.optional(z.string()),
  order_by: z._default(
    z.enum(['views', 'value', 'total_count', 'field', 'negative_impact']),
    'views',
  ),
  order_direction: z.optional(z.enum(['asc', 'desc'])),
  /** Only views with this error. */
  error_id: z.optional(z.string()),
})

const values = z.object({
  data: z.array(DimensionValue),
  timeframe: Timeframe,
  total_row_count: z.int(),
  page: z.int(),
  limit: z.int(),
})

const Dimension = z.object({
  id: z.string(),
  display_name: z.string(),
  category: z.enum(dimensionCategories),
  basic: z.boolean(),
})

const described = z.object({
  data: z.array(Dimension),
  timeframe: Timeframe,
  total_row_count: z.int(),
})

const names = z.object({
  data: z.array(z.string()),
  timeframe: Timeframe,
  total_row_count: z.int(),
})

/** The parameters and the response of every endpoint that lists the values of a dimension. */
export const valuesOfDimension = { access, params, query: valuesQuery, returns: values }

/** The endpoints for the dimension controls of a question. */
export const dimensionQuestions = endpoints({
  describe: get('/ui/v1/dimensions', {
    access,
    summary: 'All dimensions with their titles and categories, as the environment names them',
    returns: described,
  }),
  describeBasic: get('/ui/v1/dimensions/basic', {
    access,
    summary: 'The described dimensions that are known for ranges older than 100 days',
    returns: described,
  }),
  listUsed: get('/ui/v1/dimensions/used', {
    access,
    summary: 'The names of the dimensions that have a value in any view of the question',
    query: z.object(questionQuery),
    returns: names,
  }),
  glanceUsed: get('/ui/v1/dimensions/used/glance', {
    access,
    summary:
      'Those of them that have a value in a few of the views, as a first answer that is quick',
    query: z.object(questionQuery),
    returns: names,
  }),
  listValues: get('/data/v1/dimensions/:dimension', {
    ...valuesOfDimension,
    summary: 'The values of a dimension, with how many views had them',
  }),
  /** METR-063 */
  listNamedValues: get('/data/v1/dimensions/:dimension/values', {
    ...valuesOfDimension,
    summary: 'The same as the address without /values',
  }),
  listElements: get('/data/v1/dimensions/:dimension/elements', {
    ...valuesOfDimension,
    summary: 'The members of a dimension that holds lists, such as video_cdn_trace',
  }),
})
