import { parseBeacon } from '@playhead/collector/beacon/parse-beacon.ts'
import { writeBeacon } from '@playhead/collector/beacon/write-beacon.ts'
import type { ArrivedEvent } from '@playhead/collector/player-event.ts'
import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import type { Beacon, Fields } from '@playhead/audience/player/reporter.ts'
import type { Random } from '@playhead/audience/random.ts'

interface Request {
  receivedAt: number
  transmittedAt: number
  body: string
}

const unimportant = new Set<unknown>(['hb', 'requestcompleted'])
const retryMs = 10_000
const stallNoticedMs = 1_000

/**
 * Drops heartbeats and request reports where the last event repeats their content and nothing else happened at that
 * time.
 */
const thinned = (beacons: Beacon[], plan: SessionPlan, random: Random): Beacon[] => {
  if (plan.leave !== 'viewend') return beacons
  const times = beacons.flatMap(({ events }) => events.map((event) => event['viewer_time']))
  const isAlone = (event: Fields) =>
    times.indexOf(event['viewer_time']) === times.lastIndexOf(event['viewer_time'])
  return beacons.map(({ at, events }) => ({
    at,
    events: events.filter(
      (event) => !unimportant.has(event['event']) || !isAlone(event) || !random.chance(0.2),
    ),
  }))
}

/** The same beacons over a bad connection: some duplicated, some late together with the next, some reordered. */
export const deliver = (plan: SessionPlan, random: Random): Request[] => {
  const requests: Request[] = []
  const { clockSkewMs, roundTripMs } = plan.viewer
  let isFirst = true
  const request = (at: number, events: Fields[]): void => {
    if (events.length === 0) return
    requests.push({
      receivedAt: at + (isFirst ? 0 : roundTripMs / 2),
      transmittedAt: at + clockSkewMs,
      body: writeBeacon({
        transmittedAt: at + clockSkewMs,
        roundTripMs: isFirst ? null : roundTripMs,
        events,
      }),
    })
    isFirst = false
  }
  let unsent: Fields[] = []
  let end = plan.readyAt
  for (const { at, events } of thinned([...beaconsOf(plan, 'key')], plan, random)) {
    const all = [...unsent, ...events]
    end = at
    unsent = []
    const luck = random.fraction()
    if (luck < 0.1) {
      // The request arrived, but its acknowledgement was lost.
      request(at, all)
      unsent = all
    } else if (luck < 0.18) unsent = all
    else if (luck < 0.26) {
      request(at, all)
      request(at + 1, all)
    } else request(at, all)
  }
  // After a crash, unsent beacons are lost.
  if (unsent.length > 0 && plan.leave !== 'crash') request(end + retryMs, unsent)
  for (let index = 1; index < requests.length; index += 1)
    if (random.chance(0.15)) {
      const [a, b] = [requests[index - 1]!, requests[index]!]
      requests.splice(index - 1, 2, b, a)
    }
  return requests
}

/** The events of one request as the collector receives them. */
export const arrivedEvents = (
  { receivedAt, body }: Request,
  plan: SessionPlan,
  environmentId: string,
  batch: number,
): ArrivedEvent[] => {
  const parsed = parseBeacon(body)
  if (parsed.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(parsed.refused)}`)
  return parsed.events.map((event) => ({
    ...event,
    environmentId,
    source: 'mux' as const,
    receivedAt,
    batch,
    transmittedAt: parsed.transmittedAt ?? 0,
    roundTripMs: parsed.roundTripMs,
    context: plan.viewer.context,
  }))
}

/**
 * Up to which moment of its course events of the view were received, and the time of the last event; null without an
 * intent.
 */
export const heardIn = (events: readonly ArrivedEvent[], plan: SessionPlan) => {
  const viewStart = events.find(({ name }) => name === 'viewstart')
  if (!viewStart) return null
  const told = events.map(({ name, viewerTime, viewSequence }) => {
    const at = viewerTime - plan.viewer.clockSkewMs
    if (name === 'rebufferstart') return { at, until: at + stallNoticedMs }
    // viewstart is sent immediately, before anything else at that moment.
    return { at, until: viewSequence <= viewStart.viewSequence ? at - 1 : at }
  })
  return {
    until: Math.max(...told.map(({ until }) => until)),
    lastEventAt: Math.max(...told.map(({ at }) => at)),
  }
}
