import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import { writeBeacon } from '@playhead/collector/beacon/write-beacon.ts'
import type { MeteredAsset } from './metered-world.ts'
import { type PlannedSegment, segmentsOf } from './planned-truth.ts'

interface Sending {
  /** Moves the clock of server and collector to this moment, and does what is due by then. */
  advanceTo: (at: number) => Promise<void>
  sendBeacon: (body: string) => Promise<{ status: number }>
  fetchSegment: (asset: MeteredAsset, segment: PlannedSegment) => Promise<{ status: number }>
}

interface Moment {
  at: number
  send: () => Promise<{ status: number }>
}

const hourMs = 3_600_000

/** A segment is counted in the hour of its delivery: none is fetched so late that this may be the next one. */
const awayFromHourEnd = (at: number) => (hourMs - (at % hourMs) < 2000 ? at + 2500 : at)

/** Everything that the viewers' players send, each at its moment, one after the other. */
export const playAudience = async (
  plans: readonly SessionPlan[],
  environmentKey: string,
  assetOf: (plan: SessionPlan) => MeteredAsset | undefined,
  { advanceTo, sendBeacon, fetchSegment }: Sending,
) => {
  const moments: Moment[] = []
  for (const plan of plans) {
    const { clockSkewMs, roundTripMs } = plan.viewer
    let isFirst = true
    for (const { at, events } of beaconsOf(plan, environmentKey)) {
      const body = writeBeacon({
        transmittedAt: Math.round(at) + clockSkewMs,
        roundTripMs: isFirst ? null : roundTripMs,
        events,
      })
      isFirst = false
      moments.push({ at, send: () => sendBeacon(body) })
    }
    const asset = assetOf(plan)
    if (!asset) continue
    for (const segment of segmentsOf(plan, asset)) {
      const at = awayFromHourEnd(segment.at)
      moments.push({ at, send: () => fetchSegment(asset, { ...segment, at }) })
    }
  }
  const answers = new Map<number, number>()
  for (const { at, send } of moments.toSorted((one, other) => one.at - other.at)) {
    await advanceTo(at)
    const { status } = await send()
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  return Object.fromEntries(answers)
}
