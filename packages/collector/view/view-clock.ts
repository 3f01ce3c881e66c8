import { longestWaitMs, offsetMs } from './server-time.ts'
import type { ViewState } from './view-state.ts'

/** A view that claims to have begun longer ago has a clock that was set. */
export const longestViewMs = 7 * 86_400_000

/**
 * Converts player times of a view to server time. Nothing happens after it was received, nor longer before that than a
 * view may last and wait: a clock that was set forward gives an offset of years.
 */
export const serverClockOf = (state: ViewState): ((time: number) => number) => {
  const ahead = offsetMs(state.offset)
  const earliest = state.firstReceivedAt - longestViewMs - longestWaitMs
  return (time) => Math.max(earliest, Math.min(time + ahead, state.lastReceivedAt))
}
