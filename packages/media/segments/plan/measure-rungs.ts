import type { Media } from '../../find-media.ts'
import { mediaTimescale, type MediaMap, type Rung, type VideoMap } from '../../media-map.ts'
import { withEncodedPart } from '../encode-part.ts'
import { headBytesOf } from '../mp4/write-fmp4.ts'
import { segmentRates } from '../segment-rates.ts'
import { clipFrames, indexFrames } from './frame-index.ts'
import { bytesOfSegments } from './grid.ts'
import { boundOf, inOrder, maxRateOf, pixelExponent } from './rungs.ts'

interface MeasureWork {
  folder: string
  fileName: string
  map: MediaMap
  signal?: AbortSignal | undefined
}

/** Large enough for its details to count, small enough to be encoded in a moment. */
const gaugeLinesMax = 480
const measuredTicks = 2 * mediaTimescale
/** Below it the rest of a group of pictures says nothing. */
const restTicksMin = mediaTimescale / 4

/** Up to this ratio of their rates in the source, one of two segments says enough about both. */
const alikeRatio = 1.15

/** Of a frame without a change, whatever its size. */
const frameOverheadBytes = 36

const linesOf = ({ width, height }: Rung) => Math.min(width, height)
const areaOf = ({ width, height }: Rung) => width * height

/** Bits per second of a segment, by its beginning: one keyframe, and then what its other frames need. */
const encodedRate = (
  media: Media,
  work: MeasureWork,
  rung: Rung,
  { start, end }: { start: number; end: number },
): Promise<number> => {
  const to = Math.min(end, start + measuredTicks)
  const part = { rung, from: start, to, isThorough: false }
  return withEncodedPart(media, { ...work, isBackground: true }, part, async (_, { samples }) => {
    const [first = 0, ...rest] = samples.sizes
    const others = rest.reduce((sum, size) => sum + size, 0)
    const stretch = to - start > restTicksMin ? (end - start) / (to - start) : 1
    const bytes = first + others * stretch + headBytesOf(Math.ceil(samples.count * stretch))
    return (bytes * 8 * mediaTimescale) / (end - start)
  })
}

const sourceBytesOf = async (
  media: Media,
  { folder, fileName, map, signal }: MeasureWork,
  video: VideoMap,
) => {
  const index = await indexFrames(media, { folder, fileName, stream: video.stream, signal })
  const { ticks, sizes } = map.clip ? clipFrames(index, map.clip) : index
  return bytesOfSegments(ticks, sizes, video.cuts)
}

/** The segment with the largest rate, and the one that is nearest to the average. */
const chosenOf = (bytes: readonly number[], cuts: readonly number[], average: number) => {
  const segments = bytes.map((size, place) => {
    const [start, end] = [cuts[place] ?? 0, cuts[place + 1] ?? 0]
    return { start, end, rate: (size * 8 * mediaTimescale) / Math.max(1, end - start) }
  })
  const [first] = segments
  if (!first) return undefined
  const heaviest = segments.reduce((most, one) => (one.rate > most.rate ? one : most), first)
  const distance = ({ rate }: { rate: number }) => Math.abs(rate - average)
  const typical = segments.reduce(
    (best, one) => (distance(one) < distance(best) ? one : best),
    first,
  )
  return { heaviest, typical }
}

/**
 * The renditions with rates of this picture: a few seconds of it are encoded in one size, and the others follow from the number of
 * their pixels. Undefined where nothing is encoded.
 */
export const measureRungs = async (
  media: Media,
  work: MeasureWork,
): Promise<Rung[] | undefined> => {
  const { video } = work.map
  const encoded = video?.rungs.filter(({ name }) => name !== 'source') ?? []
  const gauge = encoded.findLast((rung) => linesOf(rung) <= gaugeLinesMax) ?? encoded[0]
  if (!video || !gauge) return undefined
  const sourceBytes = await sourceBytesOf(media, work, video)
  const source = segmentRates(sourceBytes, video.cuts)
  const chosen = chosenOf(sourceBytes, video.cuts, source.average)
  if (!chosen) return undefined
  const { heaviest, typical } = chosen
  const heaviestRate = await encodedRate(media, work, gauge, heaviest)
  const typicalRate =
    heaviest.rate <= typical.rate * alikeRatio
      ? (heaviestRate * typical.rate) / Math.max(1, heaviest.rate)
      : await encodedRate(media, work, gauge, typical)
  // Between the two the encoder's rates follow those of the source.
  const slope = (heaviestRate - typicalRate) / Math.max(1, heaviest.rate - typical.rate)
  const between = typicalRate + (source.average - typical.rate) * slope
  const average = Math.max(typicalRate / 2, between)
  const peak = Math.max(heaviestRate, average)
  const fixed = frameOverheadBytes * 8 * gauge.frameRate
  const measured = encoded.map((rung) => {
    const share = (areaOf(rung) / areaOf(gauge)) ** pixelExponent
    const scaled = (rate: number) => Math.min(rate, fixed) + Math.max(0, rate - fixed) * share
    const bandwidth = Math.round(Math.min(boundOf(rung), scaled(peak)))
    const averageBandwidth = Math.round(Math.min(maxRateOf(rung), bandwidth, scaled(average)))
    return { ...rung, maxRate: maxRateOf(rung), bandwidth, averageBandwidth }
  })
  return [...inOrder(measured), ...video.rungs.filter(({ name }) => name === 'source')]
}
