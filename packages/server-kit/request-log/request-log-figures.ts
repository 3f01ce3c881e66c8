import type { Figure } from '../channels/channel-figures.ts'
import type { RequestLog } from './request-log.ts'

/** How the log of calls keeps up. */
export const requestLogFigures = ({ counts }: Pick<RequestLog, 'counts'>): Figure[] => [
  {
    name: 'playhead_calls_waiting_for_log',
    kind: 'gauge',
    meaning: 'Calls of the API that wait for ClickHouse to be logged.',
    values: [{ value: counts.waiting }],
  },
  {
    name: 'playhead_calls_dropped_from_log_total',
    kind: 'counter',
    meaning:
      'Calls that were not logged, because ClickHouse was away for too long or refused them.',
    values: [{ value: counts.dropped }],
  },
]
