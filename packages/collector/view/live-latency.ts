import { positiveOf } from '../beacon/read-value.ts'
import type { ArrivedEvent, FieldValue } from '../player-event.ts'

export interface LiveLatency {
  statedMs: number
  statedCount: number
  /** By the player clock: the server clock is ahead by the offset, which the average adds. */
  behindMs: number
  behindCount: number
}

export const noLatency = (): LiveLatency => ({
  statedMs: 0,
  statedCount: 0,
  behindMs: 0,
  behindCount: 0,
})

/** Latency behind live in milliseconds, from a player that measures it itself. */
export const statedLatencyField = 'player_live_latency'

/** A viewer this far behind watches a recording. */
const farBehindMs = 300_000
/** The offset may have changed since: samples that it puts ahead of live, or far behind, are ignored. */
export const averageLatency = (latency: LiveLatency, offsetMs: number): number | null => {
  const { statedMs, statedCount, behindMs, behindCount } = latency
  const count = statedCount + behindCount
  const average = count === 0 ? null : (statedMs + behindMs + behindCount * offsetMs) / count
  return average === null || average < 0 || average > farBehindMs ? null : average
}

/** How far players without hold-back tags stay from the live edge, in target durations. */
const ordinaryHoldback = 3
const unknownTargetMs = 10_000

export const foldLiveLatency = (
  latency: LiveLatency,
  event: ArrivedEvent,
  values: ReadonlyMap<string, FieldValue>,
  now: { time: number; offsetMs: number },
): void => {
  // A latency that the player reports does not depend on our clock.
  const stated = positiveOf(event.fields[statedLatencyField])
  if (stated !== null && stated <= farBehindMs) {
    latency.statedMs += stated
    latency.statedCount += 1
  }
  const shown = positiveOf(event.fields.player_program_time)
  if (stated !== null || shown === null || shown === 0) return
  const behind = now.time + now.offsetMs - shown
  if (behind < 0 || behind > farBehindMs) return
  const edge =
    positiveOf(values.get('player_live_edge_program_time')) ??
    positiveOf(values.get('player_manifest_newest_program_time'))
  if (edge !== null && edge - shown > nearEdgeMs(values)) return
  latency.behindMs += now.time - shown
  latency.behindCount += 1
}

/** The player may be at its hold-back, or one segment further while it waits for the next. */
function nearEdgeMs(values: ReadonlyMap<string, FieldValue>): number {
  const target = positiveOf(values.get('video_target_duration')) ?? unknownTargetMs
  const holdback = positiveOf(values.get('video_holdback')) ?? 0
  const partHoldback = positiveOf(values.get('video_part_holdback')) ?? 0
  return Math.max(holdback, partHoldback, ordinaryHoldback * target) + target
}
