/** The maximum resolution that is kept of an asset's picture. */
const maxTiers = ['1080p', '1440p', '2160p'] as const
export type MaxTier = (typeof maxTiers)[number]

export type ResolutionTier = 'audio-only' | '720p' | MaxTier

/** Of the shorter side; many encoders write 1080 lines with one more row of macroblocks. */
const shortSides: Record<MaxTier, number> = { '1080p': 1088, '1440p': 1440, '2160p': 2176 }
const widestShape = 2.4

interface Size {
  width: number
  height: number
}

/** Whether a picture needs no downscaling; portrait counts like landscape. */
export const fitsTier = ({ width, height }: Size, tier: MaxTier) =>
  Math.min(width, height) <= shortSides[tier] &&
  Math.max(width, height) <= shortSides[tier] * widestShape

/** Sides are rounded to what encoders take: 720 lines of a picture of 1920 × 1078 are 1282 wide. */
const rounding = { from: 1080, to: 1088 }
const pixelsAtMost: [ResolutionTier, number][] = [
  ['720p', 1280 * 720],
  ['1080p', 1920 * 1080],
  ['1440p', 2560 * 1440],
]

/** By the number of pixels, of what is stored and of what is delivered. docs/adr/0105 */
export const tierOf = (size: Size | undefined, maxTier: MaxTier = '2160p'): ResolutionTier => {
  if (!size) return 'audio-only'
  const pixels = size.width * size.height
  const isWithin = (most: number) => pixels * rounding.from <= most * rounding.to
  const own = pixelsAtMost.find(([, most]) => isWithin(most))?.[0] ?? '2160p'
  const order: ResolutionTier[] = ['720p', ...maxTiers]
  return order.indexOf(own) <= order.indexOf(maxTier) ? own : maxTier
}
