import type { LiveStreamRow } from '@playhead/features/video/live-streams/server'
import type { RecordedText } from '@playhead/features/video/tracks/server'
import type { ClosedCaptions } from '@playhead/media/live/live.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'

type Captioned = Pick<LiveStreamRow, 'embedded_subtitles' | 'generated_subtitles'>

/** As playlists name them; no program checks whether the encoder sends them. */
export const closedCaptionsOf = ({ embedded_subtitles: subtitles }: Captioned): ClosedCaptions[] =>
  subtitles.map(({ name, language_code: language, language_channel: channel }) => ({
    instreamId: channel.toUpperCase(),
    name,
    language,
  }))

/** Texts of the finished recording: captions are in its picture, and words in its sound. */
export const recordedTextsOf = (
  { embedded_subtitles: embedded, generated_subtitles: generated }: Captioned,
  { video, audio }: MediaMap,
): RecordedText[] => [
  ...(video ? embedded : []).map(
    ({ name, language_code: languageCode, language_channel: channel, passthrough }) => ({
      source: 'embedded' as const,
      channel: Number(channel.slice(2)),
      name,
      languageCode,
      passthrough,
    }),
  ),
  ...(audio.length > 0 ? generated : []).map(
    ({ name, language_code: languageCode, passthrough }) => ({
      source: 'generated_live_final' as const,
      name,
      languageCode,
      passthrough,
    }),
  ),
]
