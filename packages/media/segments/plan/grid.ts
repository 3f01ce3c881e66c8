import { mediaTimescale } from '../../media-map.ts'
import { toleranceTicks } from '../cut-segment.ts'
import { headBytesOf } from '../mp4/write-fmp4.ts'
import { segmentRates, type SegmentRates } from '../segment-rates.ts'

/** The minimum length of a segment … */
export const targetTicks = 4 * mediaTimescale
/** … and if nothing is copied, it may grow by this much to end at a keyframe of the source. */
const patienceTicks = 2 * mediaTimescale
/** The maximum length of a segment that is encoded, also where the picture stands still for long. */
const longestTicks = 2 * targetTicks
/** A shorter rest is merged into the segment before it. */
const restTicks = 2 * mediaTimescale

/** Cuts at these frames, at least the target length apart. */
export const gridOnKeys = (keys: readonly number[], endTicks: number): number[] => {
  const cuts = [0]
  let last = 0
  for (const key of keys) {
    if (key < last + targetTicks) continue
    cuts.push(key)
    last = key
  }
  return closeGrid(cuts, endTicks)
}

/** Cuts at any frames, preferably at keyframes, which avoid decoding what comes before. */
export const gridOnFrames = (
  frames: Float64Array,
  keys: readonly number[],
  endTicks: number,
): number[] => {
  const cuts = [0]
  let last = 0
  let key = 0
  for (let frame = 0; frame < frames.length; frame += 1) {
    const time = frames[frame] ?? 0
    if (time < last + targetTicks) continue
    while (key < keys.length && (keys[key] ?? 0) < time) key += 1
    const next = keys[key] ?? Infinity
    last = next <= last + targetTicks + patienceTicks ? next : time
    cuts.push(last)
  }
  return splitGaps(closeGrid(cuts, endTicks))
}

/** Where no frame begins for long, segments are cut at even times. */
const splitGaps = (cuts: readonly number[]): number[] =>
  cuts.flatMap((cut, place) => {
    const end = cuts[place + 1] ?? cut
    if (end - cut <= longestTicks) return [cut]
    const count = Math.floor((end - cut) / targetTicks)
    return Array.from({ length: count }, (_, part) => cut + part * targetTicks)
  })

/** The cuts at which no frame begins, with the time of the frame that is shown there. */
export const holdsOf = (frames: Float64Array, cuts: readonly number[]) => {
  const holds: { cut: number; shows: number }[] = []
  let frame = 0
  for (const cut of cuts.slice(1, -1)) {
    while (frame + 1 < frames.length && (frames[frame + 1] ?? 0) <= cut + toleranceTicks) frame += 1
    const shows = frames[frame] ?? 0
    if (shows < cut - toleranceTicks) holds.push({ cut, shows })
  }
  return holds
}

function closeGrid(cuts: number[], endTicks: number): number[] {
  const last = cuts.at(-1) ?? 0
  if (cuts.length > 1 && endTicks - last < restTicks) cuts.pop()
  cuts.push(Math.max(endTicks, (cuts.at(-1) ?? 0) + 1))
  return cuts
}

export const longestSegment = (cuts: readonly number[]): number => {
  let longest = 0
  for (let cut = 1; cut < cuts.length; cut += 1)
    longest = Math.max(longest, (cuts[cut] ?? 0) - (cuts[cut - 1] ?? 0))
  return longest
}

/** The bytes of each segment when its frames are copied, with the head that lists them. */
export const bytesOfSegments = (
  ticks: Float64Array,
  sizes: Float64Array,
  cuts: readonly number[],
): number[] => {
  const count = Math.max(1, cuts.length - 1)
  const [bytes, frames] = [new Float64Array(count), new Float64Array(count)]
  for (let sample = 0; sample < ticks.length; sample += 1) {
    const segment = segmentAt(cuts, ticks[sample] ?? 0)
    bytes[segment] = (bytes[segment] ?? 0) + (sizes[sample] ?? 0)
    frames[segment] = (frames[segment] ?? 0) + 1
  }
  return Array.from(bytes, (size, segment) => size + headBytesOf(frames[segment] ?? 0))
}

/** Bits per second of the segments when their frames are copied. */
export const copiedRates = (
  { ticks, sizes }: { ticks: Float64Array; sizes: Float64Array },
  cuts: readonly number[],
): SegmentRates => segmentRates(bytesOfSegments(ticks, sizes, cuts), cuts)

/** Index of the segment that shows this time. */
export const segmentAt = (cuts: readonly number[], ticks: number): number => {
  let [low, high] = [0, Math.max(0, cuts.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((cuts[middle] ?? 0) <= ticks) low = middle
    else high = middle - 1
  }
  return low
}
