import { type AssetFacts } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { tierOf } from '@playhead/media/tiers.ts'

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

const aspectOf = (width: number, height: number) => {
  const divisor = greatestDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

const largest = (video: NonNullable<MediaMap['video']>) =>
  video.rungs.reduce((best, rung) =>
    rung.width * rung.height > best.width * best.height ? rung : best,
  )

/** The API's description of an asset, by what can be played of it. */
export const factsOf = ({ duration, video }: MediaMap): AssetFacts => {
  if (!video) return { duration, resolutionTier: 'audio-only', aspectRatio: null, frameRate: null }
  const best = largest(video)
  return {
    duration,
    // The rungs are already limited to the requested tier.
    resolutionTier: tierOf(best),
    aspectRatio: aspectOf(video.width, video.height),
    frameRate: Math.round(best.frameRate * 1000) / 1000,
  }
}
