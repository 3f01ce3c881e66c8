import { type Audience, slotMs, slotOf } from './audience.ts'
import { leaveAt, type SessionPlan } from './plan/session-plan.ts'
import { storedRow } from './row/stored-row.ts'
import { receivedOf, viewRowOfPlan } from './row/view-row-of-plan.ts'

export interface Stretch {
  /** Sessions whose page was ready at or after this time … */
  from: number
  /** … and before this one … */
  to: number
  /** … and that ended by this time: the others continue live. */
  overBy: number
}

export interface HistoryFacts {
  environmentId: string
  retentionDays: number
  writtenAt: number
}

export const sessionsBetween = (audience: Audience, from: number, to: number): SessionPlan[] => {
  const sessions: SessionPlan[] = []
  for (let slot = slotOf(from); slot < to; slot += slotMs)
    for (const plan of audience.sessionsOfSlot(slot))
      if (plan.readyAt >= from && plan.readyAt < to) sessions.push(plan)
  return sessions
}

/** Rows of `views` for a past time range, newest slot first, one slot at a time. */
export const historyRows = function* (
  audience: Audience,
  { from, to, overBy }: Stretch,
  facts: HistoryFacts,
): Generator<{ rows: Record<string, unknown>[]; reachedBackTo: number }> {
  for (let slot = slotOf(to - 1); slot + slotMs > from; slot -= slotMs) {
    const begin = Math.max(slot, from)
    const plans = sessionsBetween(audience, begin, Math.min(slot + slotMs, to))
    const rows = plans
      .filter((plan) => leaveAt(plan) <= overBy)
      .map((plan) => {
        const row = viewRowOfPlan(plan, { ...facts, received: receivedOf(plan) })
        return storedRow({ ...row, inserted_at: facts.writtenAt, updated_at: facts.writtenAt })
      })
    yield { rows, reachedBackTo: begin }
  }
}
