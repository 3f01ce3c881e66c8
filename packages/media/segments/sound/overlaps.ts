import { makeSampleTable, type SampleTable } from '../mp4/sample-table.ts'

/** A single early time is a rounding of the container; an overlap moves all that follows. */
const packetsToTrust = 8
/** Rounded times scatter around those of a clock that drifts. */
const driftPackets = 16

/** The packets from this one on begin earlier than those before it end, by more than half a packet. */
const overlaps = (times: Float64Array, packet: number, { end, length }: Place) => {
  const last = Math.min(times.length, packet + packetsToTrust)
  for (let next = packet; next < last; next += 1)
    if (end + (next - packet) * length - (times[next] ?? 0) <= length / 2) return false
  return true
}

interface Place {
  /** Where the packets before end. */
  end: number
  /** Of a packet, in units of the track. */
  length: number
}

/**
 * Where a stretch of sound begins before the one ahead of it has ended, as in recordings put one behind the other, packets are left
 * out so that the rest is at most half a packet away from its time: each packet plays for its length, and would be late until the
 * next segment.
 */
export const withoutOverlaps = (samples: SampleTable, length: number): SampleTable => {
  const { presentationTimes: times, count } = samples
  const kept: number[] = []
  let end = times[0] ?? 0
  for (let packet = 0; packet < count; packet += 1) {
    if (overlaps(times, packet, { end, length })) continue
    const time = times[packet] ?? 0
    const isGap = time > end + length / 2
    // A clock that drifts is corrected at each segment: here only jumps count.
    end += length + (isGap ? time - end : (time - end) / driftPackets)
    kept.push(packet)
  }
  return kept.length === count ? samples : pick(samples, kept)
}

function pick(samples: SampleTable, kept: readonly number[]): SampleTable {
  const table = { ...makeSampleTable(kept.length), lastDuration: samples.lastDuration }
  for (const [place, packet] of kept.entries()) {
    table.offsets[place] = samples.offsets[packet] ?? 0
    table.sizes[place] = samples.sizes[packet] ?? 0
    table.decodeTimes[place] = samples.decodeTimes[packet] ?? 0
    table.presentationTimes[place] = samples.presentationTimes[packet] ?? 0
    table.isSync[place] = samples.isSync[packet] ?? 0
  }
  return table
}
