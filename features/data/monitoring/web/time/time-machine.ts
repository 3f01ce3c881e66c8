import { type CustomTime, customTimeAt, readCustomTime } from './custom-time.ts'
import {
  firstOfWindow,
  jumpSeconds,
  keptSeconds,
  lastOfWindow,
  stepOf,
  windowSeconds,
} from './steps.ts'

/** What the screen shows. All times are the starts of steps, in epoch seconds. */
export type Shown =
  | { kind: 'live' }
  /** Half an hour that ends with this step, which is at most half an hour old. MONI-009 */
  | { kind: 'paused'; at: number }
  /** Half an hour from this step on. `at` is the step whose values are listed. */
  | { kind: 'window'; start: number; at: number }

/** `custom` is a time being entered; what was shown before stays on the screen behind it. */
export type TimeState = Shown | { kind: 'custom'; draft: CustomTime; behind: Shown }

export type TimeEvent =
  | { kind: 'pause' }
  | { kind: 'back' }
  | { kind: 'forward' }
  | { kind: 'live' }
  | { kind: 'open' }
  | { kind: 'type'; draft: CustomTime }
  | { kind: 'apply' }
  | { kind: 'cancel' }

const live: Shown = { kind: 'live' }

export const shownOf = (state: TimeState): Shown => (state.kind === 'custom' ? state.behind : state)

/** The last step on the screen. */
const lastOf = (shown: Shown, newest: number) => {
  if (shown.kind === 'live') return newest
  return shown.kind === 'paused' ? shown.at : lastOfWindow(shown.start)
}

export const startOf = (shown: Shown, newest: number) => firstOfWindow(lastOf(shown, newest))

/** The step whose values are listed: never one without data yet. */
export const momentOf = (shown: Shown, newest: number) =>
  shown.kind === 'window' ? Math.min(shown.at, newest) : Math.min(lastOf(shown, newest), newest)

/** MONI-014 */
export const earliestStart = (newest: number) => stepOf(newest - keptSeconds)

export const isOutOfReach = (shown: Shown, newest: number) =>
  shown.kind !== 'live' && startOf(shown, newest) < earliestStart(newest)

/** Steps are still being added to what is shown. */
export const isGrowing = (shown: Shown, newest: number) =>
  shown.kind === 'window' && lastOfWindow(shown.start) > newest

/** MONI-009 */
export const canPause = (at: number, newest: number) => newest - at <= windowSeconds

export const windowFrom = (start: number, newest: number): Shown => ({
  kind: 'window',
  start,
  at: Math.min(lastOfWindow(start), Math.max(newest, start)),
})

const jump = (shown: Shown, seconds: number, newest: number): Shown => {
  const last = lastOf(shown, newest) + seconds
  if (last >= newest) return live
  return windowFrom(Math.max(firstOfWindow(last), earliestStart(newest)), newest)
}

type Transition = (state: Shown, newest: number) => TimeState

const stay: Transition = (state) => state
const toLive: Transition = () => live
const back: Transition = (state, newest) => jump(state, -jumpSeconds, newest)
const forward: Transition = (state, newest) => jump(state, jumpSeconds, newest)
const open: Transition = (state, newest) => ({
  kind: 'custom',
  draft: customTimeAt(Math.min(startOf(state, newest), newest), newest),
  behind: state,
})
const pauseLive: Transition = (_state, newest) => ({ kind: 'paused', at: newest })
/** MONI-009: an older window has no pause, only the way back to live. */
const pauseWindow: Transition = (state, newest) => {
  const at = momentOf(state, newest)
  return canPause(at, newest) ? { kind: 'paused', at } : state
}

type Plain = Exclude<TimeEvent['kind'], 'type' | 'apply' | 'cancel'>

/** Where each event leads from what is shown. */
const transitions: Record<Shown['kind'], Record<Plain, Transition>> = {
  live: { pause: pauseLive, back, forward: stay, live: stay, open },
  paused: { pause: stay, back, forward, live: toLive, open },
  window: { pause: pauseWindow, back, forward, live: toLive, open },
}

/** MONI-008, MONI-010, MONI-011: the control of time. `newest` is the newest step that has data. */
export const timeAfter = (state: TimeState, event: TimeEvent, newest: number): TimeState => {
  const shown = shownOf(state)
  switch (event.kind) {
    case 'type':
      return state.kind === 'custom' ? { ...state, draft: event.draft } : state
    case 'cancel':
      return shown
    case 'apply': {
      if (state.kind !== 'custom') return state
      const read = readCustomTime(state.draft, newest)
      return read.start === undefined ? state : windowFrom(read.start, newest)
    }
    case 'open':
      return state.kind === 'custom' ? state : transitions[shown.kind].open(shown, newest)
    default:
      return transitions[shown.kind][event.kind](shown, newest)
  }
}

export const canGoBack = (shown: Shown, newest: number) =>
  startOf(shown, newest) > earliestStart(newest)
