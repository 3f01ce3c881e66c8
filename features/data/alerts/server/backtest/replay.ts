import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import {
  isKnownShare,
  judge,
  type JudgedRule,
  type JudgedWindow,
  newState,
  type Verdict,
  verdictOfValue,
} from '../judge/judge.ts'
import { unchangedUntil } from '../judge/unchanged-until.ts'
import type { SeenWindows, WindowsOfGroup } from './windows.ts'

export interface ReplayedIncident {
  group: readonly (string | null)[]
  /** Epoch seconds. */
  start: number
  /** Null while it goes on. */
  end: number | null
  /** In the unit of the metric. */
  peak: number | null
}

const windowAt = ({ knownShares }: SeenWindows, value: number, at: number): JudgedWindow => {
  const isFew = Number.isNaN(value)
  return {
    knownShare: knownShares[at]!,
    value: isFew ? null : value,
    audience: isFew ? 0 : Number.POSITIVE_INFINITY,
  }
}

const verdictAt = (rule: JudgedRule, knownShare: number, value: number): Verdict => {
  if (!isKnownShare(knownShare)) return 'unknown'
  return Number.isNaN(value) ? 'few' : verdictOfValue(rule, value)
}

/**
 * The next slot whose value is beyond, from one on: while no incident is open, the slots before it change nothing. NaN is
 * not beyond either.
 */
const nextBeyond = ({ area, value }: JudgedRule, values: Float64Array, from: number) => {
  let at = from
  if (area === 'above') while (at < values.length && !(values[at]! > value)) at += 1
  else while (at < values.length && !(values[at]! < value)) at += 1
  return at
}

/** What the rule would have done with one group: as `judge` does slot by slot, which is called where it may matter. */
export const replayGroup = (
  rule: JudgedRule,
  windows: SeenWindows,
  { parts, values }: WindowsOfGroup,
): ReplayedIncident[] => {
  const { slots, from, knownShares } = windows
  const worst = rule.area === 'above' ? Math.max : Math.min
  const incidents: ReplayedIncident[] = []
  let open: ReplayedIncident | undefined
  let state = newState(slots.first + from * slots.seconds)
  let before: Verdict | undefined
  let unchanged = Number.NEGATIVE_INFINITY
  for (let at = from; at < slots.count; at += 1) {
    if (!open && !rule.opensWithoutData) {
      at = nextBeyond(rule, values, at)
      if (at === slots.count) break
    }
    const value = values[at]!
    const verdict = verdictAt(rule, knownShares[at]!, value)
    const isFew = Number.isNaN(value)
    const end = slots.first + (at + 1) * slots.seconds
    let ends = false
    if (verdict !== before || end - stepSeconds >= unchanged) {
      const judged = judge(rule, windowAt(windows, value, at), state, end - stepSeconds)
      state = judged.state
      before = verdict
      unchanged = unchangedUntil(rule, state, verdict)
      if (judged.effect?.kind === 'open') {
        open = { group: parts, start: end, end: null, peak: null }
        incidents.push(open)
      }
      ends = judged.effect?.kind === 'end'
    }
    if (!open) continue
    if (!isFew) open.peak = open.peak === null ? value : worst(open.peak, value)
    if (!ends) continue
    open.end = end
    open = undefined
  }
  return incidents
}

/** How long incidents were open altogether; one that goes on counts until the end. */
export const secondsOf = (incidents: readonly ReplayedIncident[], until: number) => {
  let seconds = 0
  for (const { start, end } of incidents) seconds += (end ?? until) - start
  return seconds
}
