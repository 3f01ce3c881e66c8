import { describe, expect, test } from 'vitest'
import { drawSession } from '@playhead/audience/plan/draw-session.ts'
import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { Random } from '@playhead/audience/random.ts'
import { viewRowOf } from '@playhead/audience/row/view-row-of.ts'
import { viewerOf } from '@playhead/audience/world/viewer.ts'
import type { ArrivedEvent } from '@playhead/collector/player-event.ts'
import { viewRow } from '@playhead/collector/view/view-row.ts'
import {
  applyEvent,
  foldEvents,
  openView,
  type ViewState,
} from '@playhead/collector/view/view-state.ts'
import { differences } from './compare-rows.ts'
import { arrivedEvents, deliver, heardIn } from './deliver.ts'
import { wildWorld } from './wild-world.ts'

const environmentId = '11111111-1111-4111-8111-111111111111'
const seedCount = Number(process.env.PLAYHEAD_TEST_SEEDS ?? 50)
const firstSeed = Number(process.env.PLAYHEAD_TEST_FIRST_SEED ?? 1)
const sessionsPerSeed = 12
const startAt = Date.UTC(2026, 10, 2, 18)

const sessionOf = (seed: number, index: number): SessionPlan => {
  const random = new Random('model', seed, index)
  const viewer = viewerOf(wildWorld, `model ${seed}`, index)
  return drawSession(wildWorld, viewer, startAt + random.whole(0, 3_600_000), random)
}

/** As the collector does: folded as they come, folded anew when the order was wrong. */
const foldLive = (events: readonly ArrivedEvent[]): ViewState => {
  const [first, ...rest] = events
  const state = openView(first!)
  for (const event of rest) applyEvent(state, event)
  return state.needsRefold ? foldEvents(events)! : state
}

const compare = (seed: number, index: number): string[] => {
  const plan = sessionOf(seed, index)
  const random = new Random('delivery', seed, index)
  const events = deliver(plan, random).flatMap((request, batch) =>
    arrivedEvents(request, plan, environmentId, batch),
  )
  const heard = heardIn(events, plan)
  const facts = { retentionDays: 100, errorRules: new Map(), now: startAt }
  const found = events.length === 0 ? null : viewRow(foldLive(events), facts)
  if (heard === null) return found === null ? [] : ['a view was made of no intent to play']
  if (found === null) return ['no view was made']
  const expected = viewRowOf(plan, { environmentId, retentionDays: 100, heard })
  return differences(found, expected, plan.viewer.roundTripMs / 2 + 1)
}

describe('a view is what its plan says, however its beacons arrive', () => {
  test.each(Array.from({ length: seedCount }, (_, seed) => seed + firstSeed))('seed %i', (seed) => {
    const wrong = Array.from({ length: sessionsPerSeed }, (_, index) =>
      compare(seed, index).map((line) => `seed ${seed}, session ${index}: ${line}`),
    ).flat()
    expect(wrong).toEqual([])
  })
})
