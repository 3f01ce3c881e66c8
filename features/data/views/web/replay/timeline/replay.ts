import { type PositionPiece, positionPieces } from './positions.ts'
import { type KnownRenditions, type RenditionSpan, renditionSpans } from './renditions.ts'
import { type RecordedView, originOf, type ReplayEvent, replayEvents } from './replay-event.ts'
import { type ReplayRequest, requestsOf } from './requests.ts'
import { type StateSpan, stateSpans } from './states.ts'

/** Milliseconds since the start of the view. */
export interface TimeWindow {
  from: number
  to: number
}

/** The timeline of a view as lanes over one time axis. */
export interface Replay extends TimeWindow {
  events: readonly ReplayEvent[]
  states: readonly StateSpan[]
  gaps: readonly StateSpan[]
  positions: readonly PositionPiece[]
  renditions: readonly RenditionSpan[]
  requests: readonly ReplayRequest[]
}

/** Long preloads before the play button are drawn only at their end; the table has all events. */
const shareBefore = 0.1
const shortestMs = 1_000

export const replayOf = (view: RecordedView & KnownRenditions): Replay => {
  const events = replayEvents(view)
  const requests = requestsOf(events, originOf(view))
  const lasted = Date.parse(view.viewEnd) - Date.parse(view.viewStart)
  // For a view shorter than the minimum axis, states end with the view, not with the axis.
  const end = Math.max(lasted, events.at(-1)?.at ?? 0)
  const to = Math.max(end, shortestMs)
  const earliest = Math.min(0, events[0]?.at ?? 0, requests[0]?.from ?? 0)
  const states = stateSpans(events, end)
  return {
    from: Math.max(earliest, -to * shareBefore),
    to,
    events,
    states,
    gaps: states.filter(({ kind }) => kind === 'rebuffering'),
    positions: positionPieces(events, states, end),
    renditions: renditionSpans(events, view, end),
    requests,
  }
}
