import { drawSession } from '@playhead/audience/plan/draw-session.ts'
import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { Random } from '@playhead/audience/random.ts'
import { viewRowOfPlan } from '@playhead/audience/row/view-row-of-plan.ts'
import { viewerOf } from '@playhead/audience/world/viewer.ts'
import type { ArrivedEvent } from '@playhead/collector/player-event.ts'
import { viewRow } from '@playhead/collector/view/view-row.ts'
import { applyEvent, foldEvents, openView } from '@playhead/collector/view/apply-event.ts'
import type { ViewState } from '@playhead/collector/view/view-state.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { arrivedEvents, deliver, heardIn } from './deliver.ts'
import { wildWorld } from './wild-world.ts'

export const startAt = Date.UTC(2026, 10, 2, 18)
export const retentionDays = 400

const sessionOf = (seed: number, index: number): SessionPlan => {
  const random = new Random('model', seed, index)
  const viewer = viewerOf(wildWorld, `model ${seed}`, index)
  return drawSession(wildWorld, viewer, startAt + random.whole(0, 3_600_000), random)
}

/** As the collector does: folded as events arrive, and refolded when the order was wrong. */
const foldLive = (events: readonly ArrivedEvent[]): ViewState => {
  const [first, ...rest] = events
  const state = openView(first!)
  for (const event of rest) applyEvent(state, event)
  return state.needsRefold ? foldEvents(events)! : state
}

/** One session of a seed: the row that the collector builds from its beacons, and the row that its plan must produce. */
export const foldSession = (
  seed: number,
  index: number,
  environmentId: string,
): { found: ViewRow | null; expected: ViewRow | null; roundTripMs: number } => {
  const plan = sessionOf(seed, index)
  const random = new Random('delivery', seed, index)
  const events = deliver(plan, random).flatMap((request, batch) =>
    arrivedEvents(request, plan, environmentId, batch),
  )
  const received = heardIn(events, plan)
  const facts = { retentionDays, errorRules: new Map(), now: startAt }
  return {
    found: events.length === 0 ? null : viewRow(foldLive(events), facts),
    expected:
      received === null ? null : viewRowOfPlan(plan, { environmentId, retentionDays, received }),
    roundTripMs: plan.viewer.roundTripMs,
  }
}
