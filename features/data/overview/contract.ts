import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { member, scoped } from '@playhead/contract-kit/endpoint.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { approximate } from '@playhead/question-contract/metric-questions.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

/** METR-005, METR-006 */
const OverviewCard = z.object({
  metric: z.string(),
  name: z.string(),
  type: z.string(),
  measurement: z.string(),
  value: z.nullable(z.number()),
  /** The value of the previous range of the same length; null when it is no longer retained. */
  previous_value: z.nullable(z.number()),
  /** Whether the environment had views from the beginning of the previous range on. */
  is_previous_whole: z.boolean(),
  approximate,
  /** Time, value, and the number of views behind the value. */
  timeseries: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
})

const EnvironmentStatus = z.object({
  id: z.uuid(),
  status: z.enum(['waiting', 'views_processing', 'integrated']),
  integrated: z.boolean(),
})

const cards = {
  access: scoped('data:read'),
  query: z.object(questionQuery),
  returns: z.object({
    data: z.array(OverviewCard),
    timeframe: Timeframe,
    total_row_count: z.nullable(z.int()),
  }),
}

export const overview = endpoints({
  cards: get('/data/v1/metrics/overview', {
    ...cards,
    summary: 'The key metrics of an environment, of the last 7 days unless asked otherwise',
  }),
  uiCards: get('/ui/v1/overview', {
    ...cards,
    summary: 'The key metrics of an environment, as the dashboard asks for them',
  }),
  /** METR-004 */
  status: get('/ui/v1/environments/:id/status', {
    access: member,
    summary: 'Whether views arrive in an environment',
    params: z.object({ id: ref('environment') }),
    returns: z.object({ data: EnvironmentStatus }),
  }),
})
