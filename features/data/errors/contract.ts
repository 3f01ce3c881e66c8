import { z } from 'zod/mini'
import { endpoints, get, patch } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from '@playhead/features/data/filters/contract'

export const errorLimits = { listMax: 1000, notesMax: 2000 } as const

/** VIEW-016 */
export const ListedError = z.object({
  id: z.number(),
  /** The code as a number, where it is one. */
  code: z.nullable(z.number()),
  count: z.int(),
  description: z.nullable(z.string()),
  last_seen: z.iso.datetime(),
  message: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Of all views of the question, in percent: 30 is thirty of a hundred. */
  percentage: z.number(),
  player_error_code: z.nullable(z.string()),
})

const errorOf = z.object({
  data: ListedError,
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

export const errors = endpoints({
  list: get('/data/v1/errors', {
    access: scoped('data:read'),
    summary: 'Errors of the views that ended in the timeframe, with how many views had them',
    query: z.object({
      ...questionQuery,
      page: Page.page,
      /** Clients that know no pages get all errors at once. */
      limit: z._default(
        z.int().check(z.minimum(1), z.maximum(errorLimits.listMax)),
        errorLimits.listMax,
      ),
      order_by: z._default(z.enum(['count', 'last_seen']), 'count'),
      order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    returns: z.object({
      data: z.array(ListedError),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
      page: z.int(),
      limit: z.int(),
    }),
  }),
  retrieve: get('/data/v1/errors/:id', {
    access: scoped('data:read'),
    summary: 'One error, counted over the timeframe',
    params: z.object({ id: z.string() }),
    query: z.object(questionQuery),
    returns: errorOf,
  }),
  timeseries: get('/ui/v1/errors/:id/timeseries', {
    access: scoped('data:read'),
    summary: 'One error over time: how many views had it, and in percent of those that ended then',
    params: z.object({ id: z.string() }),
    query: z.object(questionQuery),
    returns: z.object({
      data: z.array(
        z.object({
          date: z.iso.datetime(),
          count: z.int(),
          views: z.int(),
          /** Null where no view ended. */
          percentage: z.nullable(z.number()),
        }),
      ),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  update: patch('/data/v1/errors/:id', {
    access: scoped('data:write'),
    summary: 'Write down what is known about an error; an empty text takes the notes away',
    params: z.object({ id: z.string() }),
    body: z.object({
      notes: z.nullable(z.string().check(z.trim(), z.maxLength(errorLimits.notesMax))),
    }),
    returns: errorOf,
  }),
})
