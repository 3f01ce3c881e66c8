import type { RatioMonitoringMetricId } from '@playhead/analytics/monitoring/monitoring-metric.ts'
import { viewersIn } from '@playhead/analytics/monitoring/monitoring-measure.sql.ts'
import { type StepRange, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'
import { addTo, noneWatched, sumsOf, type WatchedSums } from './watched-values.ts'

/** The group of a rule without grouping. */
export const wholeGroup = ''

/** Groups of a step, those with the most viewers. */
const groupsOfStepMax = 250
const minuteSeconds = 60

const keyOfParts = (parts: readonly (string | null)[]) =>
  parts.length === 0 ? wholeGroup : JSON.stringify(parts)

/** The values of a group, in the order of the rule's dimensions. */
export const partsOfKey = (groupKey: string) =>
  groupKey === wholeGroup ? [] : (JSON.parse(groupKey) as (string | null)[])

const sorted = (filters: EvaluatedRow['filters']) =>
  filters
    .map(({ dimension, value, exclude }) => JSON.stringify([dimension, value, exclude]))
    .toSorted()

type Asking = Pick<EvaluatedRow, 'filters' | 'group_by'>

/** Equal for rules of an environment that watch the same viewers in the same groups. */
export const watchedKeyOf = ({ filters, group_by: groupBy }: Asking) =>
  JSON.stringify([[...new Set(sorted(filters))], groupBy])

/** Rules with the same key ask the same question. */
export const questionKeyOf = (rule: Asking & Pick<EvaluatedRow, 'environment_id'>) =>
  `${rule.environment_id} ${watchedKeyOf(rule)}`

interface Seen {
  step: number
  parts: readonly (string | null)[]
  sums: readonly number[]
}

/** By group. */
type GroupSums = Map<string, number[]>

const addAll = (groups: GroupSums, key: string, sums: readonly number[]) => {
  const own = groups.get(key)
  // Other questions of the same statement have the same array.
  if (!own) groups.set(key, [...sums])
  else for (let at = 0; at < own.length; at += 1) own[at]! += sums[at]!
}

/** What one question of rules has seen, step by step; the same for all rules that ask it. */
export class WatchedQuestion {
  readonly #steps = new Map<number, GroupSums>()
  /** Sums of whole minutes, so that an hour is not summed from its 720 steps each time. */
  readonly #minutes = new Map<number, GroupSums>()
  #from = Number.POSITIVE_INFINITY
  #until = Number.NEGATIVE_INFINITY
  /** The last step that all its rules have judged. */
  judgedUntil: number | undefined

  /** The first step that must be asked for, so that all from one to another are known as they are now. */
  firstUnknown({ first: from, changedFrom }: StepRange & { changedFrom: number }) {
    const isKnown = from >= this.#from && from <= this.#until
    const unknown = Math.min(this.#until + stepSeconds, changedFrom)
    return isKnown ? Math.max(from, unknown) : from
  }

  /** Takes what was asked for, from the first unknown step on; steps before a range are forgotten. */
  take({ first: from, last: until }: StepRange, asked: number, rows: readonly Seen[]) {
    for (const step of this.#steps.keys())
      if (step < from || step >= asked) this.#steps.delete(step)
    for (const minute of this.#minutes.keys())
      if (minute < from || minute + minuteSeconds > asked) this.#minutes.delete(minute)
    for (const row of rows) this.#add(row)
    this.#keepLargest(asked, until)
    this.#from = from
    this.#until = until
  }

  /** Everything is asked for again; what was judged stays judged. */
  forget() {
    this.#from = Number.POSITIVE_INFINITY
  }

  #add({ step, parts, sums }: Seen) {
    const groups: GroupSums = this.#steps.get(step) ?? new Map()
    this.#steps.set(step, groups)
    addAll(groups, keyOfParts(parts), sums)
  }

  #keepLargest(first: number, last: number) {
    for (let step = first; step <= last; step += stepSeconds) {
      const groups = this.#steps.get(step)
      if (!groups || groups.size <= groupsOfStepMax) continue
      const largest = [...groups]
        .toSorted(([, one], [, other]) => viewersIn(other) - viewersIn(one))
        .slice(0, groupsOfStepMax)
      this.#steps.set(step, new Map(largest))
    }
  }

  /** The sums of each group over steps, both included. Groups without samples are missing. */
  sumsBetween(
    metric: RatioMonitoringMetricId,
    first: number,
    last: number,
  ): Map<string, WatchedSums> {
    const sums = new Map<string, WatchedSums>()
    const add = (groups: GroupSums | undefined) => {
      for (const [key, all] of groups ?? []) {
        const sum = sums.get(key) ?? noneWatched()
        addTo(sum, sumsOf(metric, all))
        sums.set(key, sum)
      }
    }
    for (let step = first; step <= last;) {
      const minute = this.#minuteAt(step, last)
      add(minute ?? this.#steps.get(step))
      step += minute ? minuteSeconds : stepSeconds
    }
    return sums
  }

  /** The sums of the minute that begins with a step, if all of it is known and ends by a last one. */
  #minuteAt(step: number, last: number): GroupSums | undefined {
    const lastOfMinute = step + minuteSeconds - stepSeconds
    const isWhole = step % minuteSeconds === 0 && lastOfMinute <= Math.min(last, this.#until)
    if (!isWhole || step < this.#from) return undefined
    const known = this.#minutes.get(step)
    if (known) return known
    const sums: GroupSums = new Map()
    for (let at = step; at <= lastOfMinute; at += stepSeconds)
      for (const [key, all] of this.#steps.get(at) ?? []) addAll(sums, key, all)
    this.#minutes.set(step, sums)
    return sums
  }

  /** The sums of one group in one step. */
  sumsOfStep(metric: RatioMonitoringMetricId, groupKey: string, step: number): WatchedSums {
    const all = this.#steps.get(step)?.get(groupKey)
    return all ? sumsOf(metric, all) : noneWatched()
  }
}
