import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import { judge, type JudgedState, newState } from '../judge/judge.ts'
import { findShared } from './find-shared.ts'
import { judgedRule } from './judged-rule.ts'
import type { RuleRun } from './rule-run.ts'
import { wholeGroup } from './watched-question.ts'
import { audienceOf, noneWatched, valueOf, type WatchedSums } from './watched-values.ts'
import { writeJudgement } from './write-judgement.ts'

const minuteSeconds = 60

/** Openings of the last hour matter only together with another change. */
const isChanged = (before: JudgedState, after: JudgedState) =>
  before.phase !== after.phase ||
  before.goodSince !== after.goodSince ||
  before.fewSince !== after.fewSince ||
  before.unknownSince !== after.unknownSince ||
  before.waitsForGood !== after.waitsForGood

/** The largest groups, and those that something has happened to. */
const groupsOf = (
  { rule, states }: RuleRun,
  sums: ReadonlyMap<string, WatchedSums>,
): Iterable<string> => {
  if (rule.group_by.length === 0) return [wholeGroup]
  const largest = [...sums]
    .toSorted(([key, one], [other, two]) => two.viewers - one.viewers || (key < other ? -1 : 1))
    .slice(0, rule.groups_max)
  return new Set([...largest.map(([key]) => key), ...states.keys()])
}

const evaluateStep = async (run: RuleRun, step: number) => {
  const { rule, watched, sampled, states, memory } = run
  const judged = judgedRule(rule)
  const { metric, windowSeconds } = judged
  const first = step - windowSeconds + stepSeconds
  const knownSteps = sampled.countKnown(first, step)
  const sums = watched.sumsBetween(metric, first, step)
  for (const groupKey of groupsOf(run, sums)) {
    const stored = states.get(groupKey)
    if (stored && step <= stored.judgedStep) continue
    const windowSums = sums.get(groupKey) ?? noneWatched()
    const window = {
      knownShare: (knownSteps * stepSeconds) / windowSeconds,
      value: valueOf(metric, windowSums, knownSteps),
      audience: audienceOf(metric, windowSums, knownSteps),
    }
    const before = stored?.state ?? newState(step)
    const { state, effect } = judge(judged, window, before, step)
    if (stored && before.phase === 'open')
      memory.see(rule, groupKey, {
        step,
        storedStep: stored.judgedStep,
        value: window.value,
        sums: watched.sumsOfStep(metric, groupKey, step),
      })
    const isDue = state.phase === 'open' && (step + stepSeconds) % minuteSeconds === 0
    if (!effect && !isDue && !isChanged(before, state)) continue
    const seen = { groupKey, step, window, windowSums, knownSteps }
    const causes = effect?.kind === 'open' ? await findShared(run, seen) : []
    const written = await writeJudgement(run, seen, { stored, state, effect, causes })
    // What another one has changed is read again before it is judged again.
    states.set(
      groupKey,
      written ?? {
        ruleId: rule.id,
        groupKey,
        state: before,
        incidentId: null,
        judgedStep: Number.POSITIVE_INFINITY,
      },
    )
    memory.forget(rule.id, groupKey)
  }
}

const recordMinute = (run: RuleRun, step: number) => {
  const { rule, watched, sampled, recorder } = run
  const at = step + stepSeconds - minuteSeconds
  const knownSteps = sampled.countKnown(at, step)
  if (knownSteps === 0) return
  const sums = watched.sumsBetween(rule.metric, at, step)
  // The whole of a rule with groups says only that the minute is known: nobody may have watched.
  for (const groupKey of new Set([wholeGroup, ...groupsOf(run, sums)]))
    recorder.add({
      environment_id: rule.environment_id,
      series_id: rule.series_id,
      group_key: groupKey,
      at,
      ...(sums.get(groupKey) ?? noneWatched()),
      known_steps: knownSteps,
    })
}

/** Judges a rule in every step from one to another, both included; steps before its last change are left out. */
export const evaluateRule = async (run: RuleRun, first: number, last: number) => {
  const changedAt = run.rule.updated_at.getTime() / 1000
  for (let step = first; step <= last; step += stepSeconds) {
    if (step + stepSeconds <= changedAt) continue
    await evaluateStep(run, step)
    if ((step + stepSeconds) % minuteSeconds === 0) recordMinute(run, step)
  }
}
