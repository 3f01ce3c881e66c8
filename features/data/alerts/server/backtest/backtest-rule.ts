import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { type AlertBacktest, alertLimits } from '../../contract.ts'
import { asShown, judgedRule } from '../evaluation/judged-rule.ts'
import type { JudgedRule } from '../judge/judge.ts'
import type { RuleFields } from '../rules/rules.sql.ts'
import { pointsOf } from './points-of.ts'
import { type ReplayedIncident, replayGroup, secondsOf } from './replay.ts'
import { runBacktest } from './running-backtests.ts'
import { type SeenRange, stepsOfSlot } from './seen-range.ts'
import { seeRange } from './see-range.ts'
import { suggestedValues } from './suggested-values.ts'
import { type SeenWindows, windowsOf } from './windows.ts'

const minuteSeconds = 60
const daySeconds = 86_400
/** Collectors write a step, and the evaluator records a minute, within this time. */
const writingSeconds = 15

type Backtest = z.input<typeof AlertBacktest>

/** Other requests run between the groups. */
const replayAll = async (rule: JudgedRule, windows: SeenWindows, signal: AbortSignal) => {
  const incidents: ReplayedIncident[] = []
  for (const group of windows.groups) {
    signal.throwIfAborted()
    incidents.push(...replayGroup(rule, windows, group))
    await nextTurn()
  }
  return incidents.toSorted((one, other) => one.start - other.start)
}

/** The value to close moves along with the value. */
const withValue = (rule: RuleFields, value: number): RuleFields => ({
  ...rule,
  value,
  close_value:
    rule.close_value === null || rule.value === 0 ? null : rule.close_value * (value / rule.value),
})

const knownShareOf = ({ slots, knownSteps }: SeenRange, from: number) => {
  let known = 0
  for (let at = from; at < slots.count; at += 1) known += knownSteps[at]!
  return known / ((slots.count - from) * stepsOfSlot(slots))
}

const shownPeak = (rule: RuleFields, peak: number | null) =>
  peak === null ? null : asShown(rule.metric, peak)

const runAsked = async (
  environment: Environment,
  rule: RuleFields,
  { until, days, signal }: { until: number; days: number; signal: AbortSignal },
): Promise<Backtest> => {
  const start = until - days * daySeconds
  const from = start - rule.window_seconds
  const { method, seen } = await seeRange(environment, {
    rule,
    from,
    until,
    isOfDay: days === 1,
    signal,
  })
  const judged = judgedRule(rule)
  const firstJudged = rule.window_seconds / seen.slots.seconds
  const windows = windowsOf(judged, seen, firstJudged)
  const incidents = await replayAll(judged, windows, signal)
  const suggestions: Backtest['suggestions'] = []
  for (const value of suggestedValues(rule, windows)) {
    const fired = await replayAll(judgedRule(withValue(rule, value)), windows, signal)
    suggestions.push({ value, fired: fired.length, seconds: secondsOf(fired, until) })
  }
  return {
    method,
    start_time: start,
    end_time: until,
    fired: incidents.length,
    seconds: secondsOf(incidents, until),
    incidents: incidents.slice(-alertLimits.backtestIncidents).map((one) => ({
      group: [...one.group],
      start: one.start,
      end: one.end,
      peak: shownPeak(rule, one.peak),
    })),
    points: pointsOf(rule, windows),
    known_share: knownShareOf(seen, firstJudged),
    suggestions,
  }
}

/** How a rule would have behaved in the last days. */
export const backtestRule = (
  app: Pick<App, 'clock'>,
  environment: Environment,
  { rule, days, signal }: { rule: RuleFields; days: number; signal: AbortSignal },
): Promise<Backtest> => {
  const now = app.clock.now().getTime() / 1000
  const until = Math.floor((now - writingSeconds) / minuteSeconds) * minuteSeconds
  return runBacktest(environment.id, signal, (limited) =>
    runAsked(environment, rule, { until, days, signal: limited }),
  )
}
