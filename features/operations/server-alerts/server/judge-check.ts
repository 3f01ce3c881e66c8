import { serverAlertLimits } from '../contract.ts'
import type { Finding } from './server-check.ts'

/** What is remembered about a check between two readings. */
export interface CheckState {
  isWell: boolean
  /** Since when it is well, or not. */
  since: Date
  /** Of the open alert. */
  severity: 'warning' | 'alert' | undefined
}

export type CheckChange = 'opened' | 'changed' | 'ended'

interface Judged {
  state: CheckState
  change?: CheckChange
}

const { opensAfterSeconds, endsAfterSeconds } = serverAlertLimits

/** Pure: the next state of a check, and what its alert does. An unknown finding changes nothing. */
export const judgeCheck = (
  before: CheckState | undefined,
  finding: Finding | undefined,
  now: Date,
): Judged => {
  const state = before ?? { isWell: true, since: now, severity: undefined }
  if (!finding) return { state }
  const isWell = finding.level === 'well'
  const since = isWell === state.isWell ? state.since : now
  const seconds = (now.getTime() - since.getTime()) / 1000
  const next = { ...state, isWell, since }
  if (finding.level === 'well')
    return state.severity !== undefined && seconds >= endsAfterSeconds
      ? { state: { ...next, severity: undefined }, change: 'ended' }
      : { state: next }
  if (state.severity === undefined)
    return seconds >= opensAfterSeconds
      ? { state: { ...next, severity: finding.level }, change: 'opened' }
      : { state: next }
  return state.severity === 'warning' && finding.level === 'alert'
    ? { state: { ...next, severity: 'alert' }, change: 'changed' }
    : { state: next }
}
