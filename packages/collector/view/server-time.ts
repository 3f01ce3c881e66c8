import type { ArrivedEvent } from '../player-event.ts'

type Timed = Pick<ArrivedEvent, 'viewerTime' | 'receivedAt' | 'transmittedAt' | 'roundTripMs'>

/**
 * How far the clock of the server is ahead of the player's. A player has one clock, so all of a view has one offset:
 * each request tells it with its own way added, and the fastest way adds least.
 */
export interface ClockOffset {
  /** The smallest difference between arrival and departure, of requests that know of a round trip and of those that do not. */
  measuredMs: number | null
  unmeasuredMs: number | null
  roundTripMs: number
}

export const noOffset = (): ClockOffset => ({
  measuredMs: null,
  unmeasuredMs: null,
  roundTripMs: Number.POSITIVE_INFINITY,
})

/** A clock that was set after the event happened: nobody is believed to have waited longer for a connection. */
export const longestWaitMs = 7 * 86_400_000

const departureOf = ({ transmittedAt, viewerTime }: Timed): number =>
  transmittedAt > 0 ? transmittedAt : viewerTime

const least = (one: number | null, other: number): number => Math.min(one ?? other, other)

export function noteOffset(offset: ClockOffset, event: Timed): void {
  const ms = event.receivedAt - departureOf(event)
  if (event.roundTripMs <= 0) offset.unmeasuredMs = least(offset.unmeasuredMs, ms)
  else {
    offset.measuredMs = least(offset.measuredMs, ms)
    offset.roundTripMs = Math.min(offset.roundTripMs, event.roundTripMs)
  }
}

/** A request takes half of a round trip to arrive. It tells that of the one before it, which may have been slower. */
export function offsetMs({ measuredMs, unmeasuredMs, roundTripMs }: ClockOffset): number {
  const measured = measuredMs === null ? null : measuredMs - roundTripMs / 2
  return unmeasuredMs === null ? (measured ?? 0) : least(measured, unmeasuredMs)
}

export const isTimeKnown = (event: Timed): boolean =>
  departureOf(event) - event.viewerTime <= longestWaitMs

/** When an event happened by the clock of the player. Nothing happens after the request that brought it arrived. */
export const playerTimeOf = (event: Timed): number =>
  isTimeKnown(event)
    ? Math.min(event.viewerTime, departureOf(event) + event.roundTripMs / 2)
    : departureOf(event)
