import type { ArrivedEvent } from '../player-event.ts'
import { stateField } from './event-of-report.ts'
import type { ViewSoFar } from './settle-event.ts'

/** States in which an error leaves something to watch. */
const watchingOn = new Set<unknown>(['playing', 'seeking', 'rebufferstart', 'pause', 'ended'])

/** Set on an error that counts as a warning although its report told no state: a fatal state may follow. */
const undecidedField = 'cmcd_error_undecided'

export const isUndecided = (event: ArrivedEvent): boolean => event.fields[undecidedField] === true

export const saysItGoesOn = (event: ArrivedEvent): boolean =>
  watchingOn.has(event.fields[stateField] ?? event.name)

/**
 * How bad an error is that its report does not say: while something was shown and nothing failed, playback goes on.
 * Before that it is fatal, whatever the state: dash.js stays in `starting` when a source fails.
 */
export function settleError(event: ArrivedEvent, view: ViewSoFar): ArrivedEvent {
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
