import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import type { Fields } from '@playhead/audience/player/reporter.ts'
import { writeBeacon } from '@playhead/collector/beacon/write-beacon.ts'
import type { MeteredAsset } from './metered-world.ts'
import { type PlannedSegment, segmentsOf } from './planned-truth.ts'

interface Sending {
  /** Moves the clock of server and collector to this moment, and does what is due by then. Returns the time. */
  advanceTo: (at: number) => Promise<number>
  sendBeacon: (body: string) => Promise<{ status: number }>
  fetchSegment: (asset: MeteredAsset, segment: PlannedSegment) => Promise<{ status: number }>
}

/** What the player of one view sends in one stretch of time. */
interface Burst {
  plan: SessionPlan
  isFirst: boolean
  events: Fields[]
  segments: { asset: MeteredAsset; segment: PlannedSegment }[]
}

/**
 * A collector writes a batch for what arrives together, so everything of a stretch is sent at its end. Hours end with a
 * stretch, so no segment is fetched so late that it could be counted in either of two.
 */
const stretchMs = 30_000
const sentAt = (at: number) => Math.ceil(at / stretchMs) * stretchMs

const burstsOf = (
  plans: readonly SessionPlan[],
  environmentKey: string,
  assetOf: (plan: SessionPlan) => MeteredAsset | undefined,
) => {
  const bursts = new Map<number, Map<SessionPlan, Burst>>()
  const burstAt = (plan: SessionPlan, at: number) => {
    const due = sentAt(at)
    const together = bursts.get(due) ?? new Map<SessionPlan, Burst>()
    bursts.set(due, together)
    const burst = together.get(plan) ?? { plan, isFirst: false, events: [], segments: [] }
    together.set(plan, burst)
    return burst
  }
  for (const plan of plans) {
    let isFirst = true
    for (const { at, events } of beaconsOf(plan, environmentKey)) {
      const burst = burstAt(plan, at)
      burst.events.push(...events)
      burst.isFirst ||= isFirst
      isFirst = false
    }
    const asset = assetOf(plan)
    if (!asset) continue
    for (const segment of segmentsOf(plan, asset))
      burstAt(plan, segment.at).segments.push({ asset, segment })
  }
  return [...bursts].toSorted(([one], [other]) => one - other)
}

/** Everything that the viewers' players send: of each view in its order, of all views at once. */
export const playAudience = async (
  plans: readonly SessionPlan[],
  environmentKey: string,
  assetOf: (plan: SessionPlan) => MeteredAsset | undefined,
  { advanceTo, sendBeacon, fetchSegment }: Sending,
) => {
  const statuses = new Set<number>()
  const sendBurst = async ({ plan, isFirst, events, segments }: Burst, now: number) => {
    const { clockSkewMs, roundTripMs } = plan.viewer
    const note = ({ status }: { status: number }) => void statuses.add(status)
    const transmittedAt = Math.round(now) + clockSkewMs
    const body = { transmittedAt, roundTripMs: isFirst ? null : roundTripMs, events }
    if (events.length > 0) note(await sendBeacon(writeBeacon(body)))
    for (const { asset, segment } of segments) note(await fetchSegment(asset, segment))
  }
  for (const [at, together] of burstsOf(plans, environmentKey, assetOf)) {
    const now = await advanceTo(at)
    await Promise.all([...together.values()].map((burst) => sendBurst(burst, now)))
  }
  return [...statuses]
}
