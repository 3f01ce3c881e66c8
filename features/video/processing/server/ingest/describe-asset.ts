import type { MediaMap } from '@playhead/media/media-map.ts'
import { tierOf } from '@playhead/media/tiers.ts'
import type { Facts, FoundTrack } from './ingest.sql.ts'

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

/** What the API says of an asset, from what can be played of it. */
export const factsOf = ({ duration, video }: MediaMap): Facts => {
  if (!video) return { duration, resolutionTier: 'audio-only', aspectRatio: null, frameRate: null }
  const best = largest(video)
  return {
    duration,
    // The rungs end at the tier that was asked for.
    resolutionTier: tierOf(best, '2160p'),
    aspectRatio: aspectOf(video.width, video.height),
    frameRate: Math.round(best.frameRate * 1000) / 1000,
  }
}

export const tracksOf = ({ duration, video, audio }: MediaMap): FoundTrack[] => {
  const best = video && largest(video)
  const pictures: FoundTrack[] = best
    ? [
        {
          type: 'video',
          isPrimary: true,
          name: null,
          languageCode: null,
          duration,
          width: best.width,
          height: best.height,
          frameRate: Math.round(best.frameRate * 1000) / 1000,
          channels: null,
          stream: video.stream,
        },
      ]
    : []
  const sounds = audio.map(({ stream, title, language, channels }, index): FoundTrack => ({
    type: 'audio',
    isPrimary: index === 0,
    name: title ?? (index === 0 ? 'Default' : `Audio ${index + 1}`),
    languageCode: language ?? 'und',
    duration,
    width: null,
    height: null,
    frameRate: null,
    channels,
    stream,
  }))
  return [...pictures, ...sounds]
}
