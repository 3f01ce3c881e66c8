import type { Rung, RungName } from '../../media-map.ts'
import type { MaxTier } from '../../tiers.ts'

export type Quality = 'basic' | 'plus' | 'premium'

const tierLines: Readonly<Record<MaxTier, number>> = { '1080p': 1080, '1440p': 1440, '2160p': 2160 }

/** Lines of the shorter side, and the maximum bits per second for up to 40 frames a second. */
const ladder: readonly { name: RungName; lines: number; maxRate: number }[] = [
  { name: '270p', lines: 270, maxRate: 500_000 },
  { name: '480p', lines: 480, maxRate: 1_200_000 },
  { name: '720p', lines: 720, maxRate: 2_800_000 },
  { name: '1080p', lines: 1080, maxRate: 5_000_000 },
  { name: '1440p', lines: 1440, maxRate: 9_000_000 },
  { name: '2160p', lines: 2160, maxRate: 18_000_000 },
]
const fastRate = 40
const fastShare = 1.5
const premiumShare = 1.5
/** A whole segment over the encoder's limit, which applies to one second. */
const peakShare = 1.25
/** Smaller pictures need more bits for each pixel. */
export const pixelExponent = 0.75
/** How much larger the largest segment is than the average, where nothing is known of it. */
const usualPeakRatio = 1.6
/** Above this size, encoding is slower than playback. */
const onDemandLinesMax = 1080
/** The maximum of decoders of level 5.1, with a margin. */
const longSideMax = 4096
const smallest = 16
/** A rung this close to the copied source would look the same. */
const nearShare = 0.95
const leastRate = 51_200

export const maxRateOf = ({ maxRate, bandwidth }: Rung) =>
  maxRate ?? Math.round(bandwidth / peakShare)

/** The most that a whole segment can have. */
export const boundOf = (rung: Rung) => Math.round(maxRateOf(rung) * peakShare)

interface Shown {
  width: number
  height: number
  frameRate: number
}

interface LadderOptions {
  tier: MaxTier
  quality: Quality
  /** The source, when it is played without encoding. */
  copied?: Rung | undefined
  /** Bits per second of the source; renditions need not exceed it much. */
  sourceRate: number
  /** How much larger its largest segments are. */
  peakRatio?: number | undefined
}

/** Rates of larger pictures are larger, so that players which sort by them take the better picture for the better rate. */
export const inOrder = <
  One extends Pick<Rung, 'width' | 'height' | 'bandwidth' | 'averageBandwidth'>,
>(
  rungs: readonly One[],
): One[] => {
  let last = 0
  return rungs
    .toSorted((one, other) => one.width * one.height - other.width * other.height)
    .map((rung) => {
      last = Math.max(last + 1, rung.bandwidth)
      return last === rung.bandwidth ? rung : { ...rung, bandwidth: last }
    })
}

/** The renditions of a video, smallest first; the copied one last. */
export const rungsOf = (shown: Shown, options: LadderOptions): Rung[] => {
  const { tier, copied } = options
  const short = Math.min(shown.width, shown.height)
  const top = Math.min(short, tierLines[tier])
  const encoded = ladder
    .filter(({ lines }, place) => lines <= top || (ladder[place - 1]?.lines ?? 0) < top)
    .map(({ name, lines, maxRate }) => ({ name, lines: Math.min(lines, top), maxRate }))
    .map((step) => encodedRung(shown, step, options))
  if (!copied) return inOrder(encoded)
  const below = encoded.filter(({ width, height }) => Math.min(width, height) < short * nearShare)
  const kept = copied.isOnDemand || below.length > 0 ? below : encoded.slice(0, 1)
  return [...inOrder(kept), copied]
}

function encodedRung(
  shown: Shown,
  { name, lines, maxRate }: { name: RungName; lines: number; maxRate: number },
  { quality, copied, sourceRate, peakRatio = usualPeakRatio }: LadderOptions,
): Rung {
  const { width, height } = fitLines(shown, lines)
  const share =
    (shown.frameRate > fastRate ? fastShare : 1) * (quality === 'premium' ? premiumShare : 1)
  // Players sort by rate: a rendition that is smaller than the source must not appear to be better.
  const pixels = (width * height) / Math.max(1, shown.width * shown.height)
  const bound = copied ? copied.bandwidth * pixels ** 0.6 : sourceRate * 2 * peakShare
  const limit = Math.round(Math.min(maxRate * share, Math.max(bound / peakShare, leastRate)))
  // A guess until segments are measured.
  const average = Math.min(limit, Math.max(leastRate, sourceRate * pixels ** pixelExponent))
  const bandwidth = Math.round(Math.min(limit * peakShare, average * Math.max(1, peakRatio)))
  return {
    name,
    width,
    height,
    frameRate: shown.frameRate,
    bandwidth,
    averageBandwidth: Math.min(bandwidth, Math.round(average)),
    maxRate: limit,
    codecs: `avc1.6400${levelOf({ width, height, frameRate: shown.frameRate }).toString(16)}`,
    isOnDemand: lines <= onDemandLinesMax,
  }
}

/** Limits the shorter side without enlarging; both sides are even, as encoders require. */
function fitLines({ width, height }: Shown, lines: number) {
  const share = Math.min(1, lines / Math.min(width, height), longSideMax / Math.max(width, height))
  // An odd side that is not scaled loses a line instead of gaining one.
  const even = (side: number) =>
    Math.max(smallest, Math.round((side * share - (share === 1 ? 0.5 : 0)) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** H.264 level, and its limits of 16 × 16 macroblocks per second and per frame. */
const levels = [
  [30, 40_500, 1_620],
  [31, 108_000, 3_600],
  [32, 216_000, 5_120],
  [40, 245_760, 8_192],
  [42, 522_240, 8_704],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [52, 2_073_600, 36_864],
  [60, 4_177_920, 139_264],
  [62, 16_711_680, 139_264],
] as const
const highestLevel = 62

export const levelOf = ({ width, height, frameRate }: Shown): number => {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16)
  const found = levels.find(
    ([, perSecond, perFrame]) => blocks <= perFrame && blocks * frameRate <= perSecond,
  )
  return found?.[0] ?? highestLevel
}
