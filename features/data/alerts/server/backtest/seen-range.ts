import type { SeenViews } from '@playhead/analytics/alerting/ask-seen-views.sql.ts'
import type { SeenGroup } from '@playhead/analytics/alerting/seen-group.sql.ts'
import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'

/** Equal slots of time, of a step or a minute each. */
export interface Slots {
  /** Start of the first one, epoch seconds. */
  first: number
  seconds: number
  count: number
}

/** Sums per slot. Whole numbers: a window that slides over them stays exact. */
interface SeenSums {
  parts: readonly (string | null)[]
  over: Float64Array
  under: Float64Array
  viewers: Float64Array
}

/** What a rule saw, or would have seen. */
export interface SeenRange {
  slots: Slots
  /** How many steps of each slot are known. */
  knownSteps: Float64Array
  groups: readonly SeenSums[]
  /** What a viewer of one step adds to the viewers. */
  viewerUnit: number
  /** The metric for an over as large as the under. */
  ratioUnit: number
}

export const stepsOfSlot = ({ seconds }: Slots) => seconds / stepSeconds

export const placeOf = ({ first, seconds }: Slots, at: number) => (at - first) / seconds

const spread = ({ count }: Slots) => new Float64Array(count)

/** The sums of a group by slot; what lies outside is left out. */
export const sumsOfGroup = (
  slots: Slots,
  { parts, at, over, under, viewers }: SeenGroup,
): SeenSums => {
  const sums = { parts, over: spread(slots), under: spread(slots), viewers: spread(slots) }
  for (const [index, time] of at.entries()) {
    const place = placeOf(slots, time)
    if (place < 0 || place >= slots.count) continue
    sums.over[place]! += over[index]!
    sums.under[place]! += under[index]!
    sums.viewers[place]! += viewers[index]!
  }
  return sums
}

/**
 * Adds up how a sum changes with views: `rises` in their minute, and `falls`, or what rose before, in the one after. What
 * lies before the first minute counts from there on.
 */
const addUp = (
  { count }: Slots,
  at: readonly number[],
  rises: readonly number[],
  falls: readonly number[],
) => {
  const sums = new Float64Array(count)
  const hasFalls = falls.length > 0
  for (let index = 0; index < at.length; index += 1) {
    const place = at[index]!
    const rise = rises[index]!
    if (place < count) sums[Math.max(0, place)]! += rise
    if (place + 1 < count) sums[Math.max(0, place + 1)]! += hasFalls ? falls[index]! : -rise
  }
  for (let place = 1; place < count; place += 1) sums[place]! += sums[place - 1]!
  return sums
}

/** The sums of a group by minute. */
export const sumsOfViews = (slots: Slots, views: SeenViews): SeenSums => {
  const under = addUp(slots, views.at, views.under, views.under_after)
  return {
    parts: views.parts,
    over: addUp(slots, views.at, views.over, views.over_after),
    under,
    viewers:
      views.viewers.length === 0
        ? under
        : addUp(slots, views.at, views.viewers, views.viewers_after),
  }
}
