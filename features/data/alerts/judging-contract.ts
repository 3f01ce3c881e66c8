import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

/**
 * `late`: rules were last judged at `judged_until`. `ahead`: the clock of the server was set back, and rules wait until
 * it has passed `judged_until`, because no step is judged twice.
 */
export const judgingStates = ['current', 'late', 'ahead'] as const

export const AlertJudging = z.object({
  state: z.enum(judgingStates),
  /** Epoch seconds; null before the first step. */
  judged_until: z.nullable(z.int()),
  /** Set while the clock is behind the last window that was searched for anomalies: its end, epoch seconds. */
  anomalies_wait_until: z.nullable(z.int()),
})

export const alertJudging = endpoints({
  retrieveJudging: get('/ui/v1/alert-judging', {
    access: scoped('data:read'),
    summary: 'Whether the alert rules of the environment are judged now',
    returns: dataOf(AlertJudging),
  }),
})
