import { formatFullDate } from '@playhead/domain/format.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { alertJudging } from '../contract.ts'

export type Judging = CallResponse<typeof alertJudging.retrieveJudging>['data']

/** What is wrong with the judging of rules, and what it means; undefined while rules are judged. */
export const judgingWords = ({ state, judgedUntil }: Pick<Judging, 'state' | 'judgedUntil'>) => {
  if (state === 'current' || judgedUntil === null) return undefined
  const time = formatFullDate(judgedUntil * 1_000)
  return state === 'ahead'
    ? {
        what: `Alert rules are not judged until ${time}.`,
        meaning:
          'The clock of the server was set back. Until it catches up, rules open and end no incidents.',
      }
    : {
        what: `Alert rules have not been judged since ${time}.`,
        meaning:
          'No incident of a rule opens or ends. Once rules are judged again, the ten minutes before are judged as well.',
      }
}

/** While the search for anomalies waits for the clock; undefined otherwise. */
export const anomaliesWords = ({ anomaliesWaitUntil }: Pick<Judging, 'anomaliesWaitUntil'>) =>
  anomaliesWaitUntil === null
    ? undefined
    : {
        what: `Anomalies are not searched until ${formatFullDate(anomaliesWaitUntil * 1_000)}.`,
        meaning:
          'The clock of the server was set back. Until it catches up, incidents of anomalies neither open nor end.',
      }
