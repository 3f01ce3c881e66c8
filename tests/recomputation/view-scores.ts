import { isTrue, numberAt, quotient, type RawView, type ReadNumber } from './raw-view.ts'

const startup = numberAt('time_to_first_frame')
const watched = numberAt('watch_time')
const stalls = numberAt('buffering_count')
const stalledShare = quotient(numberAt('buffering_duration'), watched)
const largestUpscaling = numberAt('view_max_upscale_percentage')
const meanUpscaling = quotient(
  numberAt('view_total_upscaling'),
  numberAt('view_total_content_playback_time'),
)

/** 100 for a view that played, 50 for one left before it started, 0 for one that failed. */
export const successScore: ReadNumber = (view) => {
  if (isTrue(view, 'playback_failure')) return 0
  if (isTrue(view, 'exit_before_video_start')) return (watched(view) ?? 0) < 1000 ? null : 0.5
  return isTrue(view, 'video_startup_business_exception') ? null : 1
}

/** 100 × 8 / (8 + startup time in seconds) */
export const startupScore: ReadNumber = (view) => {
  const waited = startup(view)
  return waited === null ? null : 8 / (8 + waited / 1000)
}

/** The mean of 100 / √(1 + (stalls / 2)²) and 100 × e^(−10 × stalled share of the watch time). */
export const smoothnessScore: ReadNumber = (view) => {
  const [count, share] = [stalls(view), stalledShare(view)]
  if (count === null || share === null) return null
  return (1 / Math.sqrt(1 + (count / 2) * (count / 2)) + Math.exp(-10 * Math.min(share, 1))) / 2
}

/** 100 × e^(−0.33 × (0.15 × largest upscaling + 0.85 × mean upscaling)) */
export const pictureScore: ReadNumber = (view) => {
  const largest = largestUpscaling(view)
  // Without upscaling at any time the average is zero.
  const mean = meanUpscaling(view) ?? (largest === 0 ? 0 : null)
  return largest === null || mean === null ? null : Math.exp(-0.33 * (0.15 * largest + 0.85 * mean))
}

interface Part {
  score: number
  weight: number
}

/** A weighted geometric mean: one bad part lowers the whole score. */
const tradeOff = (a: Part, b: Part): number => {
  const ofA = a.weight / (a.weight + b.weight)
  return a.score ** ofA * b.score ** (1 - ofA)
}

const partsOf = (view: RawView): Part[] =>
  [
    { score: smoothnessScore(view), weight: 3 },
    { score: startupScore(view), weight: 2 },
    { score: pictureScore(view), weight: 1 },
  ].flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]))

/** Playback success times the mean trade-off between each pair of the known parts. */
export const experienceScore: ReadNumber = (view) => {
  const success = successScore(view)
  if (success === null || success < 1) return success
  const parts = partsOf(view)
  const pairs = parts.flatMap((a, index) => parts.slice(index + 1).map((b) => tradeOff(a, b)))
  if (pairs.length === 0) return parts[0]?.score ?? null
  return pairs.reduce((sum, one) => sum + one, 0) / pairs.length
}
