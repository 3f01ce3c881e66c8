import { longestWaitMs, offsetMs } from './server-time.ts'
import type { ViewState } from './view-memory.ts'

/** Who says to have begun earlier than that has a clock that was set. */
export const longestViewMs = 7 * 86_400_000

/**
 * From the moments of a view, which are its player's, to those of the server. Nothing happens after it was received,
 * and nothing longer before than a view may last and wait: a clock that was set forward tells an offset of years.
 */
export const serverClockOf = (state: ViewState): ((time: number) => number) => {
  const ahead = offsetMs(state.offset)
  const earliest = state.firstReceivedAt - longestViewMs - longestWaitMs
  return (time) => Math.max(earliest, Math.min(time + ahead, state.lastReceivedAt))
}
