import { offsetMs } from './server-time.ts'
import type { ViewState } from './view-memory.ts'

/** From the moments of a view, which are its player's, to those of the server. Nothing happens after it was received. */
export const serverClockOf = (state: ViewState): ((time: number) => number) => {
  const ahead = offsetMs(state.offset)
  return (time) => Math.min(time + ahead, state.lastReceivedAt)
}
