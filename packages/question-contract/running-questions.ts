import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

/** How far the questions of an environment are that its engine is answering now. */
export const runningQuestions = endpoints({
  progress: get('/ui/v1/running-questions', {
    access: scoped('data:read'),
    summary: 'How far the questions of the environment are that are being answered',
    returns: dataOf(
      z.object({
        /** Queries, of which a question may have several. */
        queries: z.int(),
        /** Between 0 and 1 by the rows that were read; null where it is not known yet. */
        share: z.nullable(z.number()),
      }),
    ),
  }),
})
