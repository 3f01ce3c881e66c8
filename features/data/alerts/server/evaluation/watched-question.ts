import {
  askWatchedSteps,
  type WatchedRow,
} from '@playhead/analytics/alerting/ask-watched-steps.sql.ts'
import type { MonitoringFilter } from '@playhead/analytics/monitoring/monitoring-dimension.sql.ts'
import type { RatioMonitoringMetricId } from '@playhead/analytics/monitoring/monitoring-metric.ts'
import type { Watched } from '@playhead/analytics/monitoring/monitoring-question.ts'
import { type StepRange, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'
import { addTo, noneWatched, sumsOf, type WatchedSums } from './watched-values.ts'

/** The group of a rule without grouping. */
export const wholeGroup = ''

const keyOfParts = (parts: readonly (string | null)[]) =>
  parts.length === 0 ? wholeGroup : JSON.stringify(parts)

/** The values of a group, in the order of the rule's dimensions. */
export const partsOfKey = (groupKey: string) =>
  groupKey === wholeGroup ? [] : (JSON.parse(groupKey) as (string | null)[])

const sorted = (filters: EvaluatedRow['filters']) =>
  filters
    .map(({ dimension, value, exclude }) => JSON.stringify([dimension, value, exclude]))
    .toSorted()

/** Rules with the same key ask the same question. */
export const questionKeyOf = ({ environment_id: id, filters, group_by: groupBy }: EvaluatedRow) =>
  JSON.stringify([id, [...new Set(sorted(filters))], groupBy])

/** What one question of rules has seen, step by step; the same for all rules that ask it. */
export class WatchedQuestion {
  readonly #environment: Watched
  readonly #filters: readonly MonitoringFilter[]
  readonly #groupBy: readonly MonitoringDimensionId[]
  readonly #steps = new Map<number, Map<string, readonly number[]>>()
  #from = Number.POSITIVE_INFINITY
  #until = Number.NEGATIVE_INFINITY
  /** The last step that all its rules have judged. */
  judgedUntil: number | undefined

  constructor(environment: Watched, { filters, group_by: groupBy }: EvaluatedRow) {
    this.#environment = environment
    this.#groupBy = groupBy
    this.#filters = filters.map(({ dimension, value, exclude }) => ({
      dimension,
      value,
      isNegated: exclude,
    }))
  }

  /** Asks for the steps from one to another, both included, that are not known or have changed. */
  async take(
    { first: from, last: until, changedFrom }: StepRange & { changedFrom: number },
    signal?: AbortSignal,
  ) {
    const isKnown = from >= this.#from && from <= this.#until
    const unknown = Math.min(this.#until + stepSeconds, changedFrom)
    const first = isKnown ? Math.max(from, unknown) : from
    if (first > until) return
    const rows = await askWatchedSteps(this.#environment, {
      range: { first, last: until },
      filters: this.#filters,
      groupBy: this.#groupBy,
      ...(signal && { signal }),
    })
    for (const step of this.#steps.keys())
      if (step < from || step >= first) this.#steps.delete(step)
    for (const row of rows) this.#add(row)
    this.#from = from
    this.#until = until
  }

  /** Everything is asked for again; what was judged stays judged. */
  forget() {
    this.#from = Number.POSITIVE_INFINITY
  }

  #add({ step, parts, sums }: WatchedRow) {
    const groups = this.#steps.get(step) ?? new Map<string, readonly number[]>()
    this.#steps.set(step, groups.set(keyOfParts(parts), sums))
  }

  /** The sums of each group over steps, both included. Groups without samples are missing. */
  sumsBetween(
    metric: RatioMonitoringMetricId,
    first: number,
    last: number,
  ): Map<string, WatchedSums> {
    const sums = new Map<string, WatchedSums>()
    for (let step = first; step <= last; step += stepSeconds)
      for (const [key, all] of this.#steps.get(step) ?? []) {
        const sum = sums.get(key) ?? noneWatched()
        addTo(sum, sumsOf(metric, all))
        sums.set(key, sum)
      }
    return sums
  }

  /** The sums of one group in one step. */
  sumsOfStep(metric: RatioMonitoringMetricId, groupKey: string, step: number): WatchedSums {
    const all = this.#steps.get(step)?.get(groupKey)
    return all ? sumsOf(metric, all) : noneWatched()
  }
}
