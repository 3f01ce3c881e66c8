import { anomalyWindowSeconds } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { anomalyLimits } from '../../anomalies-contract.ts'

/** A window counts as known when collectors ran in this share of its steps. */
const knownShare = 0.8
const windowsToOpen = 2
/** Of a small audience, whose windows overlap; otherwise as many as a value must have views. */
const leastAffectedOfSmall = 10
/** What comes back within this time is the same incident. */
const goodSeconds = 1_800
/** After its end, the same cause opens no other incident for this time. */
const quietSeconds = 3_600
const expiresAfter = {
  fewSeconds: 900,
  unknownSeconds: 6 * 3_600,
  openSeconds: 7 * 86_400,
} as const

/** One window of one cause. */
export interface AnomalyWindow {
  /** Steps in which collectors ran, divided by all steps of the window. */
  knownShare: number
  /** In spreads from the usual value, toward what is bad; null when the usual value is not known. */
  distance: number | null
  views: number
  /** Views beyond what is usual. */
  affected: number
  /** The part of the window that the one before did not see; less than 1 where windows overlap. */
  newShare: number
  /** Whether this cohort explains what is beyond in the window, rather than another one. */
  isCause: boolean
  /** Few views say little, but not of a measure that counts them. */
  countsViews: boolean
}

/** Epoch seconds; a window is named by its start. */
export interface AnomalyState {
  phase: 'ok' | 'open'
  since: number
  /** Windows running that were beyond, and what they affected. */
  beyond: number
  affected: number
  goodSince: number | null
  fewSince: number | null
  unknownSince: number | null
  quietUntil: number | null
  /** After a person ended it, or time did. */
  waitsForGood: boolean
}

export type AnomalyEffect =
  | { kind: 'open' }
  | { kind: 'end'; status: 'closed'; at: number }
  | { kind: 'end'; status: 'expired'; by: 'few_viewers' | 'no_data' | 'open_time'; at: number }

export const newAnomalyState = (at: number): AnomalyState => ({
  phase: 'ok',
  since: at,
  beyond: 0,
  affected: 0,
  goodSince: null,
  fewSince: null,
  unknownSince: null,
  quietUntil: null,
  waitsForGood: false,
})

/** Nothing needs to be remembered of it. */
export const isForgettable = (state: AnomalyState, at: number) =>
  state.phase === 'ok' &&
  state.beyond === 0 &&
  !state.waitsForGood &&
  (state.quietUntil === null || state.quietUntil <= at)

type Verdict = 'unknown' | 'few' | 'beyond' | 'between' | 'good'

const verdictOf = (limit: number, window: AnomalyWindow): Verdict => {
  if (window.knownShare < knownShare || window.distance === null) return 'unknown'
  if (!window.countsViews && window.views < anomalyLimits.leastViews) return 'few'
  if (window.distance >= limit) return 'beyond'
  return window.distance < limit / 2 ? 'good' : 'between'
}

/**
 * One window of one cause. The live search, the simulation and the tests call it, window by window in order; it depends
 * on nothing but its arguments.
 */
export const judgeAnomaly = (
  limit: number,
  window: AnomalyWindow,
  before: AnomalyState,
  at: number,
): { state: AnomalyState; effect: AnomalyEffect | undefined } => {
  const verdict = verdictOf(limit, window)
  return before.phase === 'ok'
    ? judgeOk(verdict, window, before, at)
    : judgeOpen(verdict, before, at)
}

/** Windows that overlap see the same views again, so the worst of them counts; others add up. */
const affectedSince = ({ affected, newShare }: AnomalyWindow, before: AnomalyState) =>
  newShare < 1 ? Math.max(before.affected, affected) : before.affected + affected

const judgeOk = (verdict: Verdict, window: AnomalyWindow, before: AnomalyState, at: number) => {
  // What is not known breaks no row of windows.
  if (verdict === 'unknown') return { state: before, effect: undefined }
  const isBeyond = verdict === 'beyond' && window.isCause
  const state: AnomalyState = {
    ...before,
    waitsForGood: before.waitsForGood && verdict !== 'good',
    beyond: isBeyond ? before.beyond + 1 : 0,
    affected: isBeyond ? affectedSince(window, before) : 0,
  }
  const isQuiet = state.quietUntil !== null && at < state.quietUntil
  const opens =
    state.beyond >= windowsToOpen &&
    state.affected >= (window.newShare < 1 ? leastAffectedOfSmall : anomalyLimits.leastViews) &&
    !isQuiet &&
    !state.waitsForGood
  if (!opens) return { state, effect: undefined }
  const opened: AnomalyState = { ...newAnomalyState(at), phase: 'open' }
  return { state: opened, effect: { kind: 'open' as const } }
}

const lasted = (since: number | null, at: number) =>
  since === null ? -1 : at + anomalyWindowSeconds - since

const expiredBy = (verdict: Verdict, state: AnomalyState, at: number) => {
  if (verdict === 'few' && lasted(state.fewSince, at) >= expiresAfter.fewSeconds)
    return 'few_viewers'
  if (lasted(state.unknownSince, at) >= expiresAfter.unknownSeconds) return 'no_data'
  return lasted(state.since, at) >= expiresAfter.openSeconds ? 'open_time' : undefined
}

const judgeOpen = (verdict: Verdict, before: AnomalyState, at: number) => {
  const state: AnomalyState = {
    ...before,
    goodSince: verdict === 'good' ? (before.goodSince ?? at) : null,
    fewSince: verdict === 'few' ? (before.fewSince ?? at) : null,
    unknownSince: verdict === 'unknown' ? (before.unknownSince ?? at) : null,
  }
  // A gap keeps what was known before it.
  if (verdict === 'unknown') {
    state.goodSince = before.goodSince
    state.fewSince = before.fewSince
  }
  const end = (effect: AnomalyEffect & { kind: 'end' }) => ({
    state: {
      ...newAnomalyState(at),
      quietUntil: at + anomalyWindowSeconds + quietSeconds,
      waitsForGood: effect.status === 'expired',
    },
    effect,
  })
  if (verdict === 'good' && lasted(state.goodSince, at) >= goodSeconds)
    return end({ kind: 'end', status: 'closed', at: state.goodSince! })
  const by = expiredBy(verdict, state, at)
  return by
    ? end({ kind: 'end', status: 'expired', by, at: at + anomalyWindowSeconds })
    : { state, effect: undefined }
}
