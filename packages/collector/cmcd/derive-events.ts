import type { ArrivedEvent } from '../player-event.ts'
import type { Phase } from '../view/phase.ts'
import { contentChange, contentLeft } from './content-change.ts'
import { stateField } from './event-of-report.ts'
import { setErrorSeverity } from './error-severity.ts'

/** State of the view before the event. */
export interface ViewSoFar {
  readonly phase: Phase
  readonly hasStarted: boolean
  readonly clock: { readonly seekingSince: number | null }
}

const phases: ReadonlyMap<string, Phase> = new Map(
  Object.entries({
    play: 'starting',
    playing: 'playing',
    seeking: 'seeking',
    rebufferstart: 'rebuffering',
    pause: 'paused',
    ended: 'ended',
    error: 'errored',
    viewend: 'left',
  }),
)

const endsSeek = new Set(['playing', 'pause', 'ended', 'error', 'viewend'])

/**
 * CMCD reports states where our events report transitions: this derives the missing events. A state in a report of
 * another kind counts too, because a state report may be lost or not configured.
 */
export const deriveCmcdEvents = (event: ArrivedEvent, view: ViewSoFar): ArrivedEvent[] => {
  if (event.name === contentLeft && view.phase === 'left') return []
  const reported = nameOf(event, view)
  const isSeeking = view.clock.seekingSince !== null
  // The standard has no rebuffering during startup and seeks; some players report it anyway.
  const name =
    reported !== 'rebufferstart'
      ? reported
      : !view.hasStarted
        ? 'play'
        : isSeeking
          ? 'waiting'
          : reported
  const named = name === event.name ? event : { ...event, name }
  const settled = isContinued(event, view) ? goingOver(named) : setErrorSeverity(named, view)
  const ends = endsSeek.has(name) && settled.fields.player_error_severity !== 'warning'
  if (isSeeking && ends) return [{ ...event, name: 'seeked', fields: {} }, settled]
  if (view.phase === 'rebuffering' && ends)
    return [{ ...event, name: 'rebufferend', fields: {} }, settled]
  return [settled]
}

/** A content that the player switches to during playback has no startup. */
const isContinued = (event: ArrivedEvent, view: ViewSoFar): boolean =>
  event.name === contentChange && view.phase === 'idle' && event.fields[stateField] === 'playing'

const goingOver = (event: ArrivedEvent): ArrivedEvent => ({
  ...event,
  fields: { ...event.fields, view_program_changed: true },
})

function nameOf(event: ArrivedEvent, view: ViewSoFar): string {
  if (event.name === contentLeft) return 'viewend'
  const state = event.fields[stateField]
  const isChange = event.name === contentChange
  if ((event.name !== 'hb' && !isChange) || typeof state !== 'string') return event.name
  const phase = phases.get(state)
  if (phase === undefined || phase === view.phase) return event.name
  // Returning to a content starts it again.
  if (isChange) return state
  // A player that failed or left may still send periodic reports; its last state counts.
  if (view.phase === 'errored' || view.phase === 'left' || view.phase === 'ended') return event.name
  if (phase === 'starting' && view.hasStarted) return event.name
  if (phase === 'rebuffering' && (!view.hasStarted || view.clock.seekingSince !== null))
    return view.phase === 'idle' ? state : event.name
  if (phase === 'seeking' && view.clock.seekingSince !== null) return event.name
  return state
}
