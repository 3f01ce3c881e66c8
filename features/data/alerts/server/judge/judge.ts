/** Epoch seconds everywhere; a step is named by its start. */
export const judgedStepSeconds = 5

/** A window counts as known when collectors ran in this share of its steps. */
const knownShareMin = 0.8
export const expiresAfter = {
  fewSeconds: 900,
  unknownSeconds: 6 * 3_600,
  openSeconds: 7 * 86_400,
} as const
export const flapping = { openings: 3, withinSeconds: 3_600, closeAfterSeconds: 1_800 } as const

/** What is judged, in the unit of the metric itself: shares from 0 to 1, bits per second. */
export interface JudgedRule {
  area: 'above' | 'below'
  value: number
  closeValue: number
  windowSeconds: number
  closeAfterSeconds: number
  minViews: number
  opensWithoutData: boolean
}

/** The window that ends with a step. */
export interface JudgedWindow {
  /** Steps in which collectors ran, divided by all steps of the window. */
  knownShare: number
  /** Null without anything to divide by. */
  value: number | null
  /** What the minimum is compared with: mean concurrent viewers, or attempts to start. */
  audience: number
}

export interface JudgedState {
  phase: 'ok' | 'open'
  since: number
  goodSince: number | null
  fewSince: number | null
  unknownSince: number | null
  /** Openings of the last hour. */
  openedAt: readonly number[]
  isFlapping: boolean
  waitsForGood: boolean
}

export type Effect =
  | { kind: 'open'; isFlapping: boolean }
  | { kind: 'end'; status: 'closed' }
  | { kind: 'end'; status: 'expired'; by: 'few_viewers' | 'no_data' | 'open_time' }

export interface Judgement {
  state: JudgedState
  effect: Effect | undefined
}

/** A person ended the incident. */
export const resolvedState = (before: JudgedState, step: number): JudgedState => ({
  ...before,
  phase: 'ok',
  since: step,
  goodSince: null,
  fewSince: null,
  unknownSince: null,
  isFlapping: false,
  waitsForGood: true,
})

export const newState = (step: number): JudgedState => ({
  phase: 'ok',
  since: step,
  goodSince: null,
  fewSince: null,
  unknownSince: null,
  openedAt: [],
  isFlapping: false,
  waitsForGood: false,
})

/** `between` is on the right side of the value, but not yet good enough to close. */
export type Verdict = 'unknown' | 'few' | 'bad' | 'between' | 'good'

export const isKnownShare = (share: number) => share >= knownShareMin

export const verdictOf = (rule: JudgedRule, window: JudgedWindow): Verdict => {
  if (!isKnownShare(window.knownShare)) return 'unknown'
  const { value } = window
  if (value === null || window.audience < rule.minViews) return 'few'
  return verdictOfValue(rule, value)
}

/** Of a value that enough viewers have. */
export const verdictOfValue = (
  rule: Pick<JudgedRule, 'area' | 'value' | 'closeValue'>,
  value: number,
) => {
  const distance = rule.area === 'above' ? value - rule.value : rule.value - value
  if (distance > 0) return 'bad'
  const isGood = rule.area === 'above' ? value <= rule.closeValue : value >= rule.closeValue
  return isGood ? 'good' : 'between'
}

/**
 * One step of one group of a rule. Live evaluation, backtest and tests call it, step by step in order; it depends on
 * nothing but its arguments.
 */
export const judge = (
  rule: JudgedRule,
  window: JudgedWindow,
  before: JudgedState,
  step: number,
): Judgement => {
  const verdict = verdictOf(rule, window)
  // What does not matter stays null, so that quiet rules have nothing to store.
  const isOpen = before.phase === 'open'
  const countsUnknown = isOpen || rule.opensWithoutData
  const state: JudgedState = {
    phase: before.phase,
    since: before.since,
    goodSince: isOpen && verdict === 'good' ? (before.goodSince ?? step) : null,
    fewSince: isOpen && verdict === 'few' ? (before.fewSince ?? step) : null,
    unknownSince: countsUnknown && verdict === 'unknown' ? (before.unknownSince ?? step) : null,
    openedAt: openingsBefore(before, step),
    isFlapping: before.isFlapping,
    waitsForGood: before.waitsForGood && verdict !== 'good',
  }
  return state.phase === 'ok'
    ? judgeOk(rule, verdict, state, step)
    : judgeOpen(rule, verdict, state, step)
}

/** They are in order: mostly the first one says that all are of the last hour. */
const openingsBefore = ({ openedAt }: JudgedState, step: number) =>
  openedAt.length === 0 || step - openedAt[0]! < flapping.withinSeconds
    ? openedAt
    : openedAt.filter((at) => step - at < flapping.withinSeconds)

const lasted = (since: number | null, step: number) =>
  since === null ? -1 : step + judgedStepSeconds - since

const judgeOk = (
  rule: JudgedRule,
  verdict: Verdict,
  state: JudgedState,
  step: number,
): Judgement => {
  // After an incident expired without data, the same gap opens none again.
  const isWithoutData =
    rule.opensWithoutData &&
    state.unknownSince !== null &&
    state.since <= state.unknownSince &&
    lasted(state.unknownSince, step) >= rule.windowSeconds
  const opens = (verdict === 'bad' || isWithoutData) && !state.waitsForGood
  if (!opens) return { state, effect: undefined }
  const openedAt = [...state.openedAt, step]
  const isFlapping = openedAt.length >= flapping.openings
  return {
    state: { ...state, phase: 'open', since: step, openedAt, isFlapping },
    effect: { kind: 'open', isFlapping },
  }
}

const endWith = (
  rule: JudgedRule,
  state: JudgedState,
  step: number,
  effect: Effect & { kind: 'end' },
): Judgement => ({
  state: {
    ...state,
    phase: 'ok',
    since: step,
    goodSince: null,
    fewSince: null,
    unknownSince: rule.opensWithoutData ? state.unknownSince : null,
    isFlapping: false,
  },
  effect,
})

const expiredBy = (state: JudgedState, step: number) => {
  if (lasted(state.fewSince, step) >= expiresAfter.fewSeconds) return 'few_viewers'
  if (lasted(state.unknownSince, step) >= expiresAfter.unknownSeconds) return 'no_data'
  return lasted(state.since, step) >= expiresAfter.openSeconds ? 'open_time' : undefined
}

const judgeOpen = (
  rule: JudgedRule,
  verdict: Verdict,
  state: JudgedState,
  step: number,
): Judgement => {
  const goodSeconds = state.isFlapping ? flapping.closeAfterSeconds : rule.closeAfterSeconds
  if (verdict === 'good' && lasted(state.goodSince, step) >= goodSeconds)
    return endWith(rule, state, step, { kind: 'end', status: 'closed' })
  const by = expiredBy(state, step)
  return by
    ? endWith(rule, state, step, { kind: 'end', status: 'expired', by })
    : { state, effect: undefined }
}
