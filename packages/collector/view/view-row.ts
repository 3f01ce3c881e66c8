import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { textOf } from '../beacon/read-value.ts'
import { type ErrorRules, factsOfRow, judgeErrors } from './judge-errors.ts'
import { dimensionsOf } from './row-dimensions.ts'
import {
  adsOf,
  courseOf,
  qualityOf,
  requestsOf,
  smoothnessOf,
  startupOf,
  timesOf,
} from './row-measures.ts'
import { serverClockOf } from './view-clock.ts'
import type { ViewState } from './view-state.ts'

interface RowFacts {
  retentionDays: number
  errorRules: ErrorRules
  /** Also becomes the version: of two rows of a view the one with the higher version counts. */
  now: number
}

/** A view without an end event was dropped, unless it was idle: then there was nothing to interrupt. */
function isDropped(state: ViewState): boolean {
  if (state.hasViewEnd) return false
  if (state.phase === 'paused' || state.phase === 'ended' || state.isHidden) return false
  // Nothing follows the fatal state of CMCD. Players with a counting SDK stay in it and send an end event.
  if (state.phase === 'errored' && state.source === 'cmcd') return false
  return textOf(state.values.get('player_playback_mode')) !== 'background'
}

/** The row of a view as far as it is known; null when playback was never requested. Changes nothing. */
export const viewRow = (state: ViewState, facts: RowFacts): ViewRow | null => {
  if (state.start === null) return null
  const toServer = serverClockOf(state)
  const start = Math.round(toServer(state.start))
  const times = timesOf(state)
  const measures = {
    ...times,
    ...startupOf(state),
    ...smoothnessOf(state, times.watch_time),
    ...qualityOf(state),
  }
  const watched = state.hasStarted
  const errors = state.errors.map((error) => ({ ...error, at: Math.round(toServer(error.at)) }))
  return {
    environment_id: state.environmentId,
    view_id: state.viewId,
    view_start: start,
    view_end: Math.max(start, Math.round(toServer(state.end))),
    version: facts.now,
    is_deleted: 0,
    retention_days: facts.retentionDays,
    inserted_at: facts.now,
    updated_at: facts.now,
    ...dimensionsOf(state),
    ...measures,
    ...requestsOf(state),
    ...adsOf(state),
    ...courseOf(state, times.playing_time),
    view_dropped: isDropped(state),
    long_resume: state.hasLongSilence,
    watched,
    ended: state.hasEnded,
    errors: JSON.stringify(errors),
    ...judgeErrors(errors, facts.errorRules, factsOfRow({ ...measures, watched })),
  }
}
