import type { z } from 'zod'
import type { AlertJudging } from '../../contract.ts'
import type { JudgedRow } from './judging.sql.ts'

type Judging = z.input<typeof AlertJudging>

/** A takeover after a kill takes 21 s, and how far rules are judged is written every 30 s. */
const lateMs = 120_000
/** What a person resolves is judged a few seconds ahead, and clocks of two processes differ a little. */
const aheadMs = 60_000

const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Groups with an incident wait even in a process that has judged nothing yet. */
export const judgingAt = (
  { judged_until: judged, groups_until: groups }: Omit<JudgedRow, 'rule_count'>,
  now: Date,
): Judging => {
  const furthest = groups && (!judged || groups > judged) ? groups : judged
  if (furthest && furthest.getTime() - now.getTime() > aheadMs)
    return { state: 'ahead', judged_until: epochSeconds(furthest) }
  if (judged && now.getTime() - judged.getTime() > lateMs)
    return { state: 'late', judged_until: epochSeconds(judged) }
  return { state: 'current', judged_until: judged && epochSeconds(judged) }
}
