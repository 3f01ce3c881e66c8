import {
  askRecordedGroups,
  askRecordedMinutes,
} from '@playhead/analytics/alerting/alert-points.sql.ts'
import { askSampledSteps } from '@playhead/analytics/alerting/ask-sampled-steps.sql.ts'
import { askSeenSamples } from '@playhead/analytics/alerting/ask-seen-samples.sql.ts'
import {
  askSeenViews,
  bitrateUnit,
  viewerStepMs,
} from '@playhead/analytics/alerting/ask-seen-views.sql.ts'
import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { backtestMethods } from '../../contract.ts'
import { watchedFilters } from '../evaluation/watched-filters.ts'
import { partsOfKey, watchedKeyOf, wholeGroup } from '../evaluation/watched-question.ts'
import { listSeries, type RuleFields } from '../rules/rules.sql.ts'
import {
  placeOf,
  type SeenRange,
  type Slots,
  stepsOfSlot,
  sumsOfViews,
  sumsOfGroup,
} from './seen-range.ts'

type Method = (typeof backtestMethods)[number]

const minuteSeconds = 60
/** A recording that begins this much later than what is asked about is still used. */
const lateSeconds = 3_600
/** A rule that was off for longer has recorded too little. */
const recordedShareMin = 0.5

interface Asked {
  rule: RuleFields
  /** Epoch seconds in whole minutes; the end is exclusive. */
  from: number
  until: number
  /** Samples are kept for a day. */
  isOfDay: boolean
  signal: AbortSignal
}

const slotsOf = ({ from, until }: Pick<Asked, 'from' | 'until'>, seconds: number): Slots => ({
  first: from,
  seconds,
  count: (until - from) / seconds,
})

const questionOf = ({ rule, from, until, signal }: Asked) => ({
  metric: rule.metric,
  filters: watchedFilters(rule),
  groupBy: rule.group_by,
  groupsMax: rule.group_by.length === 0 ? 1 : rule.groups_max,
  from,
  until,
  signal,
})

/** The series of a rule that watches the same, if it was recorded for nearly all of the time. */
const findSeries = async (environment: Environment, { rule, from, until, signal }: Asked) => {
  const key = watchedKeyOf(rule)
  for (const series of await listSeries(environment, rule.metric)) {
    const isSame = watchedKeyOf(series) === key
    const isWhole = rule.group_by.length === 0 || series.groups_max >= rule.groups_max
    if (!isSame || !isWhole) continue
    const recorded = await askRecordedMinutes(environment, series.series_id, {
      from,
      until,
      signal,
    })
    const share = (recorded.minutes * minuteSeconds) / (until - from)
    if (share >= recordedShareMin && recorded.first <= from + lateSeconds) return series.series_id
  }
  return undefined
}

const seeRecorded = async (
  environment: Environment,
  asked: Asked,
  seriesId: string,
): Promise<SeenRange> => {
  const slots = slotsOf(asked, minuteSeconds)
  const { from, until, signal } = asked
  const { groupsMax } = questionOf(asked)
  const rows = await askRecordedGroups(environment, seriesId, { groupsMax, from, until, signal })
  const knownSteps = new Float64Array(slots.count)
  for (const { at, known_steps: known } of rows)
    for (const [index, time] of at.entries()) knownSteps[placeOf(slots, time)] = known[index]!
  const isGrouped = asked.rule.group_by.length > 0
  const groups = rows
    .filter(({ group_key: key }) => !isGrouped || key !== wholeGroup)
    .map((row) => sumsOfGroup(slots, { ...row, parts: partsOfKey(row.group_key) }))
  return { slots, knownSteps, groups, viewerUnit: 1, ratioUnit: 1 }
}

const seeSamples = async (environment: Environment, asked: Asked): Promise<SeenRange> => {
  const slots = slotsOf(asked, stepSeconds)
  const { from, until, signal } = asked
  const [rows, sampled] = await Promise.all([
    askSeenSamples(environment, questionOf(asked)),
    askSampledSteps(environment.clickhouse, { first: from, last: until - stepSeconds }, signal),
  ])
  const knownSteps = new Float64Array(slots.count)
  for (const step of sampled.keys()) knownSteps[placeOf(slots, step)] = 1
  const groups = rows.map((row) => sumsOfGroup(slots, row))
  return { slots, knownSteps, groups, viewerUnit: 1, ratioUnit: 1 }
}

/** Views say nothing about the time before the first of them. */
const seeViews = async (environment: Environment, asked: Asked): Promise<SeenRange> => {
  const slots = slotsOf(asked, minuteSeconds)
  const rows = await askSeenViews(environment, questionOf(asked))
  const groups = rows.map((row) => sumsOfViews(slots, row))
  const begins = rows.map(({ at }) => at.reduce((first, place) => Math.min(first, place), Infinity))
  const knownSteps = new Float64Array(slots.count)
  if (begins.length > 0) knownSteps.fill(stepsOfSlot(slots), Math.max(0, Math.min(...begins)))
  return {
    slots,
    knownSteps,
    groups,
    viewerUnit: viewerStepMs,
    ratioUnit: asked.rule.metric === 'current-average-bitrate' ? bitrateUnit : 1,
  }
}

/** What the rule would have seen, by the best method that covers the time. */
export const seeRange = async (
  environment: Environment,
  asked: Asked,
): Promise<{ method: Method; seen: SeenRange }> => {
  const seriesId = await findSeries(environment, asked)
  if (seriesId) return { method: 'recorded', seen: await seeRecorded(environment, asked, seriesId) }
  return asked.isOfDay
    ? { method: 'samples', seen: await seeSamples(environment, asked) }
    : { method: 'views', seen: await seeViews(environment, asked) }
}
