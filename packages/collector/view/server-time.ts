import type { ArrivedEvent } from '../player-event.ts'

/** Events that waited longer than a day for a connection are placed a day back. */
const longestWaitMs = 86_400_000

/**
 * When an event happened by the clock of the server: the request left half a round trip before it arrived, and both
 * its departure and its events carry the clock of the player. Nothing happens after it was received.
 */
export function serverTimeOf(
  event: Pick<ArrivedEvent, 'viewerTime' | 'receivedAt' | 'transmittedAt' | 'roundTripMs'>,
): number {
  const { viewerTime, receivedAt, transmittedAt, roundTripMs } = event
  if (transmittedAt <= 0) return receivedAt
  const time = viewerTime + (receivedAt - roundTripMs / 2 - transmittedAt)
  return Math.min(Math.max(time, receivedAt - longestWaitMs), receivedAt)
}
