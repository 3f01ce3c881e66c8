import { intentAt, type SessionPlan, stepMs } from '@playhead/audience/plan/session-plan.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import { writeBeacon } from '@playhead/collector/beacon/write-beacon.ts'
import { outcomeOf } from '@playhead/audience/row/session-outcome.ts'
import { arrivedEvents, heardIn } from '../model/deliver.ts'
import { type MeteredAsset, rungOf, segmentStarts, tierOfHeight } from './metered-world.ts'

/** A segment that a player fetches, and when. */
export interface PlannedSegment {
  at: number
  rung: string
  height: number
  index: number
}

const segmentAt = (playheadMs: number) =>
  segmentStarts.findLastIndex((start) => start * 1000 <= playheadMs)

/**
 * What the player of a plan fetches: each segment when the picture enters it, in the size of that moment. After a seek it
 * fetches the segment where it goes on.
 */
export const segmentsOf = (plan: SessionPlan, asset: MeteredAsset): PlannedSegment[] => {
  const segments: PlannedSegment[] = []
  let [at, playhead, buffered] = [intentAt(plan), 0, -1]
  let { height } = plan.ladder[plan.firstRendition]!
  const enter = (index: number, enteredAt: number) => {
    if (index === buffered) return
    buffered = index
    segments.push({ at: enteredAt, rung: rungOf(asset, height), height, index })
  }
  for (const step of plan.steps) {
    if (step.kind === 'rendition') ({ height } = plan.ladder[step.index]!)
    if (step.kind === 'play' && step.ms > 0) {
      enter(segmentAt(playhead), at)
      for (let index = buffered + 1; index < segmentStarts.length; index += 1) {
        const ms = segmentStarts[index]! * 1000 - playhead
        if (ms >= step.ms) break
        enter(index, at + ms)
      }
      playhead += step.ms
    }
    if ((step.kind === 'seek' || step.kind === 'pause') && step.to !== null) {
      playhead = step.to
      buffered = -1
    }
    at += stepMs(step)
  }
  return segments
}

/** How many stretches without a seek: at each of their two ends a part of a segment is fetched and not played. */
export const stretchesOf = (plan: SessionPlan) => outcomeOf(plan).ranges.length

/** Until when the collector hears of a view: a player that crashes takes along what it had not sent yet. */
const heardUntil = (plan: SessionPlan) => {
  const events = [...beaconsOf(plan, 'key')].flatMap(({ at, events: sent }) =>
    arrivedEvents(
      {
        receivedAt: at,
        transmittedAt: at,
        body: writeBeacon({ transmittedAt: at, roundTripMs: null, events: sent }),
      },
      plan,
      'environment',
      1,
    ),
  )
  return heardIn(events, plan)?.until
}

/** What the audience's own model says that this view played and reported, by tier, in milliseconds. */
export const playedBy = (plan: SessionPlan, asset: MeteredAsset) => {
  const { byRendition } = outcomeOf(plan, heardUntil(plan))
  const tiers = new Map<string, number>()
  for (const [{ height }, ms] of byRendition) {
    const tier = tierOfHeight(asset, height)
    tiers.set(tier, (tiers.get(tier) ?? 0) + ms)
  }
  return tiers
}

export const plannedMs = (plan: SessionPlan) => outcomeOf(plan).playedMs
