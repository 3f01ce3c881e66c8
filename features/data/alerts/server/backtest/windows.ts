import type { RatioMonitoringMetricId } from '@playhead/analytics/monitoring/monitoring-metric.ts'
import type { JudgedRule } from '../judge/judge.ts'
import { audienceOf, noneWatched, valueOf } from '../evaluation/watched-values.ts'
import { type SeenRange, type Slots, stepsOfSlot } from './seen-range.ts'

/** The window that ends with each slot. */
export interface SeenWindows {
  slots: Slots
  /** The first slot that is judged: the ones before only fill its window. */
  from: number
  /** The same for all groups: a step is known or not. */
  knownShares: Float64Array
  groups: readonly WindowsOfGroup[]
}

export interface WindowsOfGroup {
  parts: readonly (string | null)[]
  /** In the unit of the metric; NaN for too few viewers. */
  values: Float64Array
}

/** The sum of each slot and those before it, as many as a window has. */
const slidingSums = (numbers: Float64Array, length: number) => {
  const sums = new Float64Array(numbers.length)
  let sum = 0
  for (let at = 0; at < numbers.length; at += 1) {
    sum += numbers[at]! - (at >= length ? numbers[at - length]! : 0)
    sums[at] = sum
  }
  return sums
}

export const windowsOf = (
  rule: JudgedRule & { metric: RatioMonitoringMetricId },
  { slots, knownSteps, groups, viewerUnit, ratioUnit }: SeenRange,
  from: number,
): SeenWindows => {
  const length = rule.windowSeconds / slots.seconds
  const known = slidingSums(knownSteps, length)
  const ofGroup = ({ parts, ...sums }: SeenRange['groups'][number]): WindowsOfGroup => {
    const over = slidingSums(sums.over, length)
    const under = slidingSums(sums.under, length)
    const viewers = slidingSums(sums.viewers, length)
    const values = new Float64Array(slots.count)
    // One object for all: tens of thousands of them would be left to the garbage collector.
    const window = noneWatched()
    for (let at = 0; at < values.length; at += 1) {
      window.over = over[at]! * ratioUnit
      window.under = under[at]!
      window.viewers = viewers[at]! / viewerUnit
      window.attempts = under[at]!
      const value = valueOf(rule.metric, window, known[at]!)
      const isEnough = audienceOf(rule.metric, window, known[at]!) >= rule.minViews
      values[at] = value !== null && isEnough ? value : Number.NaN
    }
    return { parts, values }
  }
  return {
    slots,
    from,
    knownShares: known.map((steps) => steps / (length * stepsOfSlot(slots))),
    groups: groups.map(ofGroup),
  }
}
