import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from './question-query.ts'

const listMax = 1000

/** VIEW-016 */
export const ListedError = z.object({
  id: z.number(),
  /** The code as a number, if it is one. */
  code: z.nullable(z.number()),
  count: z.int(),
  description: z.nullable(z.string()),
  last_seen: z.iso.datetime(),
  message: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** In percent of all views of the question: 30 means thirty of a hundred. */
  percentage: z.number(),
  player_error_code: z.nullable(z.string()),
})

/** The errors of the views of a question, for every screen that selects views by their error. */
export const errorQuestions = endpoints({
  list: get('/data/v1/errors', {
    access: scoped('data:read'),
    summary: 'Errors of the views that ended in the timeframe, with how many views had them',
    query: z.object({
      ...questionQuery,
      page: Page.page,
      /** Clients without paging get all errors at once. */
      limit: z._default(z.int().check(z.minimum(1), z.maximum(listMax)), listMax),
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
})
