import { contentLeft, noteContentChange } from '../cmcd/content-change.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { foldEvent } from './fold-event.ts'
import { addSequence } from './seen-sequences.ts'
import { emptyView, type ViewState } from './view-state.ts'

export const openView = (first: ArrivedEvent): ViewState => {
  const state = emptyView(first)
  applyEvent(state, first)
  return state
}

/** The state of a view is the fold of its distinct events by sequence number, whatever their order of arrival. */
export const applyEvent = (
  state: ViewState,
  event: ArrivedEvent,
): 'applied' | 'duplicate' | 'out_of_order' => {
  if (!addSequence(state.seen, event.viewSequence)) return 'duplicate'
  noteContentChange(state.contentChanges, event)
  if (event.source === 'cmcd' && event.name === contentLeft) state.leavesReceived += 1
  else state.eventsReported += 1
  if (event.receivedAt > state.lastReceivedAt) state.lastReceivedAt = event.receivedAt
  if (event.receivedAt < state.firstReceivedAt) state.firstReceivedAt = event.receivedAt
  if (event.viewSequence < state.lastSequence) {
    state.needsRefold = true
    return 'out_of_order'
  }
  foldEvent(state, event)
  state.lastSequence = event.viewSequence
  return 'applied'
}

/** Null without events. Accepts any order and duplicates: of those the first received counts. */
export const foldEvents = (events: readonly ArrivedEvent[]): ViewState | null => {
  const sorted = [...events].sort(
    (a, b) => a.viewSequence - b.viewSequence || a.receivedAt - b.receivedAt || a.batch - b.batch,
  )
  const [first, ...rest] = sorted
  if (!first) return null
  const state = openView(first)
  for (const event of rest) applyEvent(state, event)
  return state
}

/** After a refold, a view still reports what live samples have not reported yet. */
export const adoptSampled = (state: ViewState, before: ViewState): void => {
  state.sampled = before.sampled
}
