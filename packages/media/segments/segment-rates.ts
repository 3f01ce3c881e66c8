import { mediaTimescale } from '../media-map.ts'

/** Bits per second. */
export interface SegmentRates {
  peak: number
  average: number
}

const shortest = 0.5
const longest = 1.5

const rateOf = (bytes: number, ticks: number) =>
  Math.max(1, Math.ceil((bytes * 8 * mediaTimescale) / Math.max(1, ticks)))

/** As playlists state it. */
export const targetSecondsOf = (cuts: readonly number[]): number => {
  let most = 0
  for (let cut = 1; cut < cuts.length; cut += 1)
    most = Math.max(most, (cuts[cut] ?? 0) - (cuts[cut - 1] ?? 0))
  return Math.max(1, Math.round(most / mediaTimescale))
}

/**
 * Peak and average bit rate as RFC 8216 has them: the peak is the largest of any segments in a row that last between half the
 * target duration and one and a half times as long.
 */
export const segmentRates = (bytes: readonly number[], cuts: readonly number[]): SegmentRates => {
  const target = targetSecondsOf(cuts) * mediaTimescale
  const ticksOf = (from: number, to: number) => (cuts[to] ?? 0) - (cuts[from] ?? 0)
  const total = bytes.reduce((sum, one) => sum + one, 0)
  const average = rateOf(total, ticksOf(0, bytes.length))
  let peak = 0
  for (let from = 0; from < bytes.length; from += 1) {
    let sum = 0
    for (let to = from + 1; to <= bytes.length; to += 1) {
      sum += bytes[to - 1] ?? 0
      const ticks = ticksOf(from, to)
      if (ticks > target * longest) break
      if (ticks >= target * shortest) peak = Math.max(peak, rateOf(sum, ticks))
    }
  }
  // A video that is shorter than half a segment has no such window.
  return { peak: Math.max(peak, average), average }
}

/** Sizes of the segments of a stored file: the offsets are where each part ends, the initialisation segment first. */
export const bytesOfOffsets = (offsets: readonly number[]): number[] =>
  offsets.slice(1).map((end, place) => end - (offsets[place] ?? 0))
