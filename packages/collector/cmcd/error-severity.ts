import type { ArrivedEvent } from '../player-event.ts'
import { stateField } from './event-of-report.ts'
import type { ViewSoFar } from './derive-events.ts'

/** States in which playback continues after an error. */
const watchingOn = new Set<unknown>(['playing', 'seeking', 'rebufferstart', 'pause', 'ended'])

/** Marks an error that counts as a warning because its report has no state: a fatal state may follow. */
const undecidedField = 'cmcd_error_undecided'

export const isUndecided = (event: ArrivedEvent): boolean => event.fields[undecidedField] === true

export const reportsPlaybackContinues = (event: ArrivedEvent): boolean =>
  watchingOn.has(event.fields[stateField] ?? event.name)

/**
 * Severity of an error whose report does not say: when frames were shown and nothing failed yet, playback continues.
 * Before the first frame it is fatal, whatever the state: dash.js stays in `starting` when a source fails.
 */
export const setErrorSeverity = (event: ArrivedEvent, view: ViewSoFar): ArrivedEvent => {
  if (event.name !== 'error' || event.fields.player_error_severity !== undefined) return event
  const state = event.fields[stateField]
  const isShowing = view.hasStarted && view.phase !== 'errored' && state !== 'error'
  const goesOn = watchingOn.has(state) || isShowing
  return {
    ...event,
    fields: {
      ...event.fields,
      player_error_severity: goesOn ? 'warning' : 'fatal',
      [undecidedField]: goesOn && state === undefined,
    },
  }
}
