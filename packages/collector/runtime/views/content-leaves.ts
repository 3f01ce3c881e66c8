import { type ContentChange, contentChange, contentLeft } from '../../cmcd/content-change.ts'
import type { ArrivedEvent } from '../../player-event.ts'
import { hasSequence } from '../../view/seen-sequences.ts'
import type { LiveView } from './live-view.ts'

interface Change extends ContentChange {
  view: LiveView
}

interface Leave {
  view: LiveView
  change: ContentChange
}

/** In addition to one per event of the player: few changes arrive late, that is before the first change known so far. */
const lateLeavesMax = 8

/**
 * Which views of a session must receive "content left" after this event arrived. Whatever the order of arrival, every
 * view eventually receives the first change after each of its events. It may receive later changes too, which mean
 * nothing to a view that was already left.
 */
export const leavesDue = (
  session: readonly LiveView[],
  own: LiveView,
  event: { name: string; viewSequence: number },
): Leave[] => {
  const at = event.viewSequence
  const due: Leave[] = []
  const next = firstAfter(at, session, own)
  if (next) due.push({ view: own, change: next })
  const self =
    event.name === contentChange &&
    own.state.contentChanges.find((change) => change.viewSequence === at)
  if (self) {
    const before = lastBefore(at, session)
    for (const view of session)
      if (view !== own && wasOn(view, before, at)) due.push({ view, change: self })
  }
  return due.filter(({ view, change }) => {
    const { viewSequence } = change
    return canReceiveLeave(view) && !hasSequence(view.state.seen, viewSequence, viewSequence)
  })
}

/** Without this limit each change report could be stored once for every content of its session. */
const canReceiveLeave = ({ state }: LiveView): boolean =>
  state.leavesReceived < state.eventsReported + lateLeavesMax

/** The first change to another content. Runs for every event, so it allocates nothing. */
function firstAfter(
  at: number,
  session: readonly LiveView[],
  own: LiveView,
): ContentChange | undefined {
  let first: ContentChange | undefined
  for (const view of session) {
    if (view === own) continue
    for (const change of view.state.contentChanges)
      if (change.viewSequence > at && change.viewSequence < (first?.viewSequence ?? Infinity))
        first = change
  }
  return first
}

function lastBefore(at: number, session: readonly LiveView[]): Change | undefined {
  let last: Change | undefined
  for (const view of session)
    for (const change of view.state.contentChanges)
      if (change.viewSequence < at && change.viewSequence >= (last?.viewSequence ?? 0))
        last = { ...change, view }
  return last
}

/** The previous change, when it belongs to another view, only means that this view was left at that time. */
function wasOn({ state, key }: LiveView, before: Change | undefined, at: number): boolean {
  const from = before === undefined ? 0 : before.viewSequence + (before.view.key === key ? 0 : 1)
  return hasSequence(state.seen, from, at - 1)
}

/**
 * The event that reports the change; identical whichever event caused it, because it uses the clocks of the change
 * report.
 */
export const leaveEvent = (
  { view, change }: Leave,
  { receivedAt, batch }: { receivedAt: number; batch: number },
): ArrivedEvent => {
  const { state, environmentId, viewId } = view
  return {
    environmentKey: null,
    name: contentLeft,
    viewId,
    playerInstanceId: state.playerInstanceId,
    playerSequence: change.viewSequence,
    viewSequence: change.viewSequence,
    viewerTime: change.viewerTime,
    fields: {},
    environmentId,
    source: 'cmcd',
    receivedAt,
    batch,
    transmittedAt: change.transmittedAt + receivedAt - change.receivedAt,
    roundTripMs: 0,
    context: state.context,
  }
}
