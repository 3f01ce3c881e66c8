import type { RecordedTracks } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { FoundTrack } from './found-tracks.sql.ts'

const largest = (video: NonNullable<MediaMap['video']>) =>
  video.rungs.reduce((best, rung) =>
    rung.width * rung.height > best.width * best.height ? rung : best,
  )

/** The picture and sound tracks of the main file. */
export const foundTracksOf = ({ duration, video, audio }: MediaMap): FoundTrack[] => {
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

/** The same of a live stream whose first frame is recorded. */
export const recordedTracksOf = ({ video, audio }: RecordedTracks): FoundTrack[] => {
  const shared = { isPrimary: true, duration: null, status: 'preparing' } as const
  const pictures: FoundTrack[] = video
    ? [
        {
          ...shared,
          type: 'video',
          name: null,
          languageCode: null,
          width: video.width,
          height: video.height,
          frameRate: video.frameRate,
          channels: null,
          stream: 0,
        },
      ]
    : []
  const sounds: FoundTrack[] = audio
    ? [
        {
          ...shared,
          type: 'audio',
          name: 'Default',
          languageCode: 'und',
          width: null,
          height: null,
          frameRate: null,
          channels: audio.channels,
          stream: video ? 1 : 0,
        },
      ]
    : []
  return [...pictures, ...sounds]
}
