import type { Finding } from '@playhead/features/operations/server-alerts/server'
import type { App } from '@playhead/server-kit/app.ts'
import { judgingAt, lateMs } from './judging-at.ts'
import { findJudged, type JudgedRow } from './judging.sql.ts'

const minuteText = (epochSeconds: number) =>
  `${new Date(epochSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const rulesFinding = (judged: JudgedRow, now: Date): Finding => {
  if (judged.rule_count === 0) return { level: 'well', sentence: 'No alert rule is on.' }
  const { state, judged_until: until } = judgingAt(judged, now)
  // The first rules of a server are judged a moment after they were written.
  const isNew =
    judged.oldest_rule_at !== null && now.getTime() - judged.oldest_rule_at.getTime() < lateMs
  if (until === null && isNew) return { level: 'well', sentence: 'Alert rules are judged.' }
  if (until === null)
    return {
      level: 'alert',
      sentence: 'No alert rule was ever judged: a process with the role scheduler must run.',
    }
  const time = minuteText(until)
  if (state === 'ahead')
    return {
      level: 'alert',
      sentence: `The clock of this server was set back: alert rules wait until ${time}.`,
    }
  return state === 'late'
    ? { level: 'alert', sentence: `Alert rules have not been judged since ${time}.` }
    : { level: 'well', sentence: 'Alert rules are judged.' }
}

/** For the operator: rules that are not judged send nothing, and nothing else says so. */
export const checkJudging = async ({
  postgres,
  clock,
}: Pick<App, 'postgres' | 'clock'>): Promise<Finding> => {
  const now = clock.now()
  const judged = await findJudged(postgres)
  const ofRules = rulesFinding(judged, now)
  const { anomalies_wait_until: until } = judgingAt(judged, now)
  if (ofRules.level !== 'well' || until === null) return ofRules
  return {
    level: 'alert',
    sentence: `The clock of this server was set back: the search for anomalies waits until ${minuteText(until)}.`,
  }
}
