import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from '@playhead/features/data/filters/contract'
import { dimensionCategories } from '@playhead/metrics/dimension.ts'

const access = scoped('data:read')
const params = z.object({ dimension: z.string() })

/** METR-045 */
const DimensionValue = z.object({ value: z.nullable(z.string()), total_count: z.int() })

const names = z.object({
  data: z.object({
    /** Known for ranges older than 100 days as well. */
    basic: z.array(z.string()),
    advanced: z.array(z.string()),
  }),
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

const valuesQuery = z.object({
  ...Page,
  ...questionQuery,
  /** Part of a value, in any case. */
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

const valuesOf = { access, params, query: valuesQuery, returns: values }

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
  listValues: get('/data/v1/dimensions/:dimension', {
    ...valuesOf,
    summary: 'The values of a dimension, with how many views had them',
  }),
  /** METR-063 */
  listNamedValues: get('/data/v1/dimensions/:dimension/values', {
    ...valuesOf,
    summary: 'The same as the address without /values',
  }),
  listElements: get('/data/v1/dimensions/:dimension/elements', {
    ...valuesOf,
    summary: 'The members of a dimension that holds lists, such as video_cdn_trace',
  }),
  listFilters: get('/data/v1/filters', {
    access,
    summary: 'The names of all dimensions, at their older address',
    returns: names,
  }),
  listFilterValues: get('/data/v1/filters/:dimension', {
    ...valuesOf,
    summary: 'The values of a dimension, at their older address',
  }),
})
