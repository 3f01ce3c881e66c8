import { positionAt } from './positions.ts'
import type { RenditionSpan } from './renditions.ts'
import type { Replay, TimeWindow } from './replay.ts'
import type { ReplayEvent } from './replay-event.ts'
import type { ReplayRequest } from './requests.ts'
import type { StateSpan } from './states.ts'

/** The state of the view at one moment. */
export interface Moment {
  at: number
  state: StateSpan | undefined
  position: number | undefined
  rendition: RenditionSpan['rendition']
  /** The newest event, and those reported at the same time. */
  events: readonly ReplayEvent[]
  requests: readonly ReplayRequest[]
}

/** URLs hold rounded times that may be slightly before the event. */
const toleranceMs = 0.5

const spanAt = <Span extends TimeWindow>(spans: readonly Span[], at: number) =>
  spans.findLast(({ from, to }) => from <= at + toleranceMs && at <= to)

export const momentAt = (replay: Replay, at: number): Moment => {
  const last = replay.events.findLast((event) => event.at <= at + toleranceMs)
  return {
    at,
    state: spanAt(replay.states, at),
    position: positionAt(replay.positions, at),
    rendition: spanAt(replay.renditions, at)?.rendition ?? null,
    events: last ? replay.events.filter((event) => event.at === last.at) : [],
    requests: replay.requests.filter(({ from, to }) => from <= at && at <= to),
  }
}

/** The time of the next event in a direction; simultaneous events are one step. */
export const stepFrom = ({ events }: Replay, at: number, direction: 1 | -1) =>
  direction === 1
    ? events.find((event) => event.at > at + toleranceMs)?.at
    : events.findLast((event) => event.at < at - toleranceMs)?.at

export const nearestEvent = ({ events }: Replay, at: number, withinMs: number) => {
  let nearest: ReplayEvent | undefined
  for (const event of events)
    if (Math.abs(event.at - at) <= Math.abs((nearest?.at ?? Number.POSITIVE_INFINITY) - at))
      nearest = event
  return nearest && Math.abs(nearest.at - at) <= withinMs ? nearest : undefined
}
