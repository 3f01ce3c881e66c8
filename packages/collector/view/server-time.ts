import type { ArrivedEvent } from '../player-event.ts'

type Timed = Pick<ArrivedEvent, 'viewerTime' | 'receivedAt' | 'transmittedAt' | 'roundTripMs'>

/**
 * How far the server clock is ahead of the player clock. A player has one clock, so a view has one offset: each request
 * measures it plus its own latency, and the fastest request has the smallest error.
 */
export interface ClockOffset {
  /** Smallest difference between arrival and departure, of requests with a known round trip and of those without. */
  measuredMs: number | null
  unmeasuredMs: number | null
  roundTripMs: number
}

export const noOffset = (): ClockOffset => ({
  measuredMs: null,
  unmeasuredMs: null,
  roundTripMs: Number.POSITIVE_INFINITY,
})

/** No client waits longer than this for a connection: beyond it the clock was set after the event happened. */
export const longestWaitMs = 7 * 86_400_000

const departureOf = ({ transmittedAt, viewerTime }: Timed): number =>
  transmittedAt > 0 ? transmittedAt : viewerTime

const least = (one: number | null, other: number): number => Math.min(one ?? other, other)

export const noteOffset = (offset: ClockOffset, event: Timed): void => {
  const ms = event.receivedAt - departureOf(event)
  if (event.roundTripMs <= 0) offset.unmeasuredMs = least(offset.unmeasuredMs, ms)
  else {
    offset.measuredMs = least(offset.measuredMs, ms)
    offset.roundTripMs = Math.min(offset.roundTripMs, event.roundTripMs)
  }
}

/**
 * A request takes half of a round trip. It reports the round trip of the previous request, which may have been slower.
 */
export const offsetMs = ({ measuredMs, unmeasuredMs, roundTripMs }: ClockOffset): number => {
  const measured = measuredMs === null ? null : measuredMs - roundTripMs / 2
  return unmeasuredMs === null ? (measured ?? 0) : least(measured, unmeasuredMs)
}

export const isTimeKnown = (event: Timed): boolean =>
  departureOf(event) - event.viewerTime <= longestWaitMs

/** Time of an event by the player clock. Nothing happens after the request that carries it arrived. */
export const playerTimeOf = (event: Timed): number =>
  isTimeKnown(event)
    ? Math.min(event.viewerTime, departureOf(event) + event.roundTripMs / 2)
    : departureOf(event)
