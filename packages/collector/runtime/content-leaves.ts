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
  const changes = session
    .flatMap((view) => view.state.contentChanges.map((change): Change => ({ ...change, view })))
    .sort((a, b) => a.viewSequence - b.viewSequence)
  const at = event.viewSequence
  const due: Leave[] = []
  const next = changes.find((change) => change.viewSequence > at && change.view !== own)
  if (next) due.push({ view: own, change: next })
  const self = changes.find((change) => change.viewSequence === at && change.view === own)
  if (event.name === contentChange && self) {
    const before = changes.findLast((change) => change.viewSequence < at)
    for (const view of session)
      if (view !== own && wasOn(view, before, at)) due.push({ view, change: self })
  }
  return due.filter(({ view, change }) => {
    const { viewSequence } = change
    return !hasSequence(view.state.seen, viewSequence, viewSequence)
  })
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
