import { type ContentChange, contentChange, contentLeft } from '../cmcd/content-change.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { hasSequence } from '../view/seen-sequences.ts'
import type { LiveView } from './live-view.ts'

interface Change extends ContentChange {
  view: LiveView
}

interface Leave {
  view: LiveView
  change: ContentChange
}

/** Beside one for each event that its player told: changes that come late, each before the one known by then, are few. */
const lateLeavesMax = 8

/**
 * Which views of a session have to hear that their content was left, now that an event came. In whatever order events
 * come, in the end every view hears of the first change after each of its events; of further ones too, which say
 * nothing new to a view that was left.
 */
export function leavesDue(
  session: readonly LiveView[],
  own: LiveView,
  event: { name: string; viewSequence: number },
): Leave[] {
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
    return mayHearMore(view) && !hasSequence(view.state.seen, viewSequence, viewSequence)
  })
}

/** Or each report of a change could be stored once for every content of its session. */
const mayHearMore = ({ state }: LiveView): boolean =>
  state.leavesHeard < state.eventsTold + lateLeavesMax

/** To another content than its own. Asked at every event, so nothing is made for it. */
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

/** What is seen at the change before and belongs to another view only says that this one was left then. */
function wasOn({ state, key }: LiveView, before: Change | undefined, at: number): boolean {
  const from = before === undefined ? 0 : before.viewSequence + (before.view.key === key ? 0 : 1)
  return hasSequence(state.seen, from, at - 1)
}

/** The event that tells it, the same whichever event gave occasion to it: by the clocks of the report of the change. */
export function leaveEvent(
  { view, change }: Leave,
  { receivedAt, batch }: { receivedAt: number; batch: number },
): ArrivedEvent {
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
