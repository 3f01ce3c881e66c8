import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import { judge, type JudgedRule, type JudgedWindow, newState } from '../judge/judge.ts'
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

/** What the rule would have done with one group, slot by slot. */
export const replayGroup = (
  rule: JudgedRule,
  windows: SeenWindows,
  { parts, values }: WindowsOfGroup,
): ReplayedIncident[] => {
  const { slots, from } = windows
  const worst = rule.area === 'above' ? Math.max : Math.min
  const incidents: ReplayedIncident[] = []
  let open: ReplayedIncident | undefined
  let state = newState(slots.first + from * slots.seconds)
  for (let at = from; at < slots.count; at += 1) {
    const value = values[at]!
    // Nothing can happen: most slots of most rules are of this kind. NaN is not beyond either.
    const isBeyond = rule.area === 'above' ? value > rule.value : value < rule.value
    if (!open && !isBeyond && !rule.opensWithoutData) continue
    const window = windowAt(windows, value, at)
    const end = slots.first + (at + 1) * slots.seconds
    const judged = judge(rule, window, state, end - stepSeconds)
    state = judged.state
    if (judged.effect?.kind === 'open') {
      open = { group: parts, start: end, end: null, peak: null }
      incidents.push(open)
    }
    if (open && window.value !== null)
      open.peak = open.peak === null ? window.value : worst(open.peak, window.value)
    if (open && judged.effect?.kind === 'end') {
      open.end = end
      open = undefined
    }
  }
  return incidents
}

/** How long incidents were open altogether; one that goes on counts until the end. */
export const secondsOf = (incidents: readonly ReplayedIncident[], until: number) => {
  let seconds = 0
  for (const { start, end } of incidents) seconds += (end ?? until) - start
  return seconds
}
