import type { z } from 'zod'
import type { AlertJudging } from '../../contract.ts'
import type { JudgedRow } from './judging.sql.ts'

type Judging = z.input<typeof AlertJudging>

/** A takeover after a kill takes 21 s, and how far rules are judged is written every 30 s. */
export const lateMs = 120_000
/** What a person resolves is judged a few seconds ahead, and clocks of two processes differ a little. */
const aheadMs = 60_000

const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

const isAhead = (moment: Date, now: Date) => moment.getTime() - now.getTime() > aheadMs

/** Groups with an incident wait even in a process that has judged nothing yet. */
const rulesAt = (
  { judged_until: judged, groups_until: groups }: JudgedRow,
  now: Date,
): Omit<Judging, 'anomalies_wait_until'> => {
  const furthest = groups && (!judged || groups > judged) ? groups : judged
  if (furthest && isAhead(furthest, now))
    return { state: 'ahead', judged_until: epochSeconds(furthest) }
  if (judged && now.getTime() - judged.getTime() > lateMs)
    return { state: 'late', judged_until: epochSeconds(judged) }
  return { state: 'current', judged_until: judged && epochSeconds(judged) }
}

export const judgingAt = (judged: JudgedRow, now: Date): Judging => {
  const { anomalies_until: anomalies } = judged
  return {
    ...rulesAt(judged, now),
    anomalies_wait_until: anomalies && isAhead(anomalies, now) ? epochSeconds(anomalies) : null,
  }
}
