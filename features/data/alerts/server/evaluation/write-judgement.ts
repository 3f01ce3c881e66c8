import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { IncidentCause } from '@playhead/features/data/incidents/contract'
import {
  endIncident,
  findOpenIncident,
  type IncidentPoint,
  noDataImpact,
  noteProgress,
  openIncident,
} from '@playhead/features/data/incidents/server'
import { announceIncident } from '../announce-incident.ts'
import { type Effect, type JudgedState, type JudgedWindow, verdictOf } from '../judge/judge.ts'
import { nameOfRule, presentRule } from '../rules/present-rule.ts'
import { isRuleUnchanged } from '../rules/rules.sql.ts'
import { impactOf } from './incident-texts.ts'
import { judgedRule } from './judged-rule.ts'
import type { RuleRun } from './rule-run.ts'
import { type StoredState, storeState } from './states.sql.ts'
import { partsOfKey } from './watched-question.ts'
import { affectedBeyond, noneWatched, valueOf, type WatchedSums } from './watched-values.ts'

interface SeenStep {
  groupKey: string
  step: number
  window: JudgedWindow
  windowSums: WatchedSums
  knownSteps: number
}

interface Judged {
  stored: StoredState | undefined
  state: JudgedState
  effect: Effect | undefined
  /** Of an incident that opens. */
  causes: readonly IncidentCause[]
}

const seriesMinutes = 30

/** Rolls the transaction back: the row is not the one that was judged. */
class StaleState extends Error {}

const seriesBefore = ({ rule, watched, sampled }: RuleRun, { groupKey, step }: SeenStep) => {
  const points: IncidentPoint[] = []
  for (let minute = seriesMinutes; minute > 0; minute -= 1) {
    const first = step + stepSeconds - minute * 60
    const last = first + 60 - stepSeconds
    const sums = watched.sumsBetween(rule.metric, first, last).get(groupKey) ?? noneWatched()
    const value = valueOf(rule.metric, sums, sampled.countKnown(first, last))
    points.push({ time: first, metric_value: value })
  }
  return points
}

const meanViewers = ({ windowSums, knownSteps }: SeenStep) =>
  knownSteps === 0 ? 0 : windowSums.viewers / knownSteps

const breakdownsOf = ({ rule }: RuleRun, groupKey: string) => {
  const included = rule.filters.filter(({ exclude }) => !exclude)
  const grouped = partsOfKey(groupKey).map((value, at) => ({
    dimension: rule.group_by[at]!,
    value,
  }))
  return [...included, ...grouped].map(({ dimension, value }) => ({
    id: dimension,
    name: dimension,
    value: value ?? '',
  }))
}

const describe = ({ rule }: RuleRun, groupKey: string) => {
  const parts = partsOfKey(groupKey).map((value) => value ?? 'unknown')
  const name = nameOfRule(rule)
  return parts.length === 0 ? name : `${name}: ${parts.join(', ')}`
}

/** Failed views beyond the threshold; for metrics that count none, those who watch. */
const affected = ({ rule }: RuleRun, seen: SeenStep) => {
  const judged = judgedRule(rule)
  const beyond = affectedBeyond({ ...judged, threshold: judged.value }, seen.windowSums)
  if (beyond === undefined) return { views: meanViewers(seen), perHour: meanViewers(seen) }
  return { views: beyond, perHour: (beyond * 3_600) / rule.window_seconds }
}

const isOfAttempts = (metric: string) =>
  metric === 'video-startup-failure-percentage' || metric === 'exits-before-video-start'

const sampleOf = ({ rule: { metric } }: RuleRun, seen: SeenStep) =>
  isOfAttempts(metric)
    ? { size: seen.windowSums.attempts, unit: 'attempts' }
    : { size: meanViewers(seen), unit: 'viewers' }

const impactFor = ({ rule }: RuleRun, seen: SeenStep) =>
  verdictOf(judgedRule(rule), seen.window) === 'unknown'
    ? noDataImpact
    : impactOf(rule.metric, seen.window.value, meanViewers(seen))

const impactNow = (run: RuleRun, seen: SeenStep) => {
  const verdict = verdictOf(judgedRule(run.rule), seen.window)
  return {
    impact: verdict === 'bad' ? impactFor(run, seen) : null,
    isUnknown: verdict === 'unknown',
  }
}

const openFor = async (
  run: RuleRun,
  transaction: Database,
  seen: SeenStep,
  { effect, causes }: { effect: Effect & { kind: 'open' }; causes: readonly IncidentCause[] },
) => {
  const { rule } = run
  const { views, perHour } = affected(run, seen)
  const sample = sampleOf(run, seen)
  const { value } = seen.window
  return openIncident(transaction, {
    environmentId: rule.environment_id,
    type: 'threshold',
    severity: rule.severity,
    incidentKey: `${rule.id} ${seen.groupKey}`,
    ruleId: rule.id,
    rule: presentRule(rule),
    groupKey: seen.groupKey,
    measurement: rule.metric,
    value,
    threshold: judgedRule(rule).value,
    viewers: meanViewers(seen),
    sampleSize: sample.size,
    sampleSizeUnit: sample.unit,
    affectedViews: views,
    affectedViewsPerHour: perHour,
    description: describe(run, seen.groupKey),
    impact: impactFor(run, seen),
    breakdowns: breakdownsOf(run, seen.groupKey),
    causes,
    series: seriesBefore(run, seen),
    isFlapping: effect.isFlapping,
    startedAt: new Date((seen.step + stepSeconds) * 1000),
  })
}

const progressFor = (run: RuleRun, transaction: Database, seen: SeenStep, id: string) => {
  const { rule, memory } = run
  const { peak, affectedViews } = memory.of(rule.id, seen.groupKey)
  const { value } = seen.window
  return noteProgress(transaction, id, {
    value,
    peak,
    area: rule.area,
    affectedViews,
    affectedViewsPerHour: affected(run, seen).perHour,
    sampleSize: sampleOf(run, seen).size,
    ...impactNow(run, seen),
  })
}

const endFor = (
  run: RuleRun,
  transaction: Database,
  seen: SeenStep,
  id: string,
  effect: Effect & { kind: 'end' },
) =>
  endIncident(transaction, id, {
    status: effect.status,
    reason: effect.status === 'closed' ? 'data_triggered_resolution' : 'unknown_resolution_reason',
    expiredBy: effect.status === 'expired' ? effect.by : null,
    value: seen.window.value,
    viewers: meanViewers(seen),
    series: seriesBefore(run, seen),
    endedAt: new Date((seen.step + stepSeconds) * 1000),
  })

/**
 * Stores the state of a group and what follows from it in one transaction. Returns undefined, with nothing written,
 * when the rule or the state is not as it was read: another evaluator was faster, or a person changed something.
 */
export const writeJudgement = async (
  run: RuleRun,
  seen: SeenStep,
  { stored, state, effect, causes }: Judged,
): Promise<StoredState | undefined> => {
  const { app, rule } = run
  const next: StoredState = {
    ruleId: rule.id,
    groupKey: seen.groupKey,
    state,
    judgedStep: seen.step,
    incidentId: stored?.incidentId ?? null,
  }
  const write = async (transaction: Database): Promise<StoredState> => {
    if (!(await isRuleUnchanged(transaction, rule))) throw new StaleState()
    const opened =
      effect?.kind === 'open'
        ? await openFor(run, transaction, seen, { effect, causes })
        : undefined
    // An open incident without its state is taken over.
    if (effect?.kind === 'open')
      next.incidentId = opened ?? (await findOpenIncident(transaction, rule.id, seen.groupKey))
    const id = next.incidentId
    if (id && effect?.kind !== 'open') await progressFor(run, transaction, seen, id)
    if (id && effect?.kind === 'end') {
      const ended = await endFor(run, transaction, seen, id, effect)
      if (ended === 0) throw new StaleState()
      next.incidentId = null
    }
    const isStored = (await storeState(transaction, next, stored?.judgedStep)) > 0
    if (!isStored) throw new StaleState()
    if (id && (opened || effect?.kind === 'end'))
      await announceIncident(
        app,
        transaction,
        {
          id,
          type: 'threshold',
          environmentId: rule.environment_id,
          channelIds: rule.channel_ids,
        },
        opened ? 'opened' : 'ended',
      )
    return next
  }
  try {
    return await app.postgres.transaction(write)
  } catch (error) {
    if (error instanceof StaleState) return undefined
    throw error
  }
}
