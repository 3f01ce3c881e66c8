import { z } from 'zod/mini'
import { endpoints, get, patch } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { errorQuestions, ListedError } from '@playhead/question-contract/error-questions.ts'
import { firstViewAt } from '@playhead/question-contract/metric-questions.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

export const errorLimits = { notesMax: 2000 } as const

const errorOf = z.object({
  data: ListedError,
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

export const errors = endpoints({
  ...errorQuestions,
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
          /** Null when no views ended in the range. */
          percentage: z.nullable(z.number()),
        }),
      ),
      meta: z.object({ first_view_at: firstViewAt }),
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  update: patch('/data/v1/errors/:id', {
    access: scoped('data:write'),
    summary: 'Save notes about an error; an empty text removes them',
    params: z.object({ id: z.string() }),
    body: z.object({
      notes: z.nullable(z.string().check(z.trim(), z.maxLength(errorLimits.notesMax))),
    }),
    returns: errorOf,
  }),
})
