import { writeWebVtt } from '@playhead/media/captions/cue.ts'
import { readSubtitles } from '@playhead/media/captions/read-subtitles.ts'
import { InputRefused } from '@playhead/media/input-refused.ts'
import type { PlaylistOptions } from '../playlists/playlist-options.ts'

const cuesOf = (vtt: Buffer) => {
  try {
    return readSubtitles(vtt)
  } catch (error) {
    // Without speech there are no cues.
    if (error instanceof InputRefused) return []
    throw error
  }
}

/** The text of a part of the video; cues keep the times of the whole. */
export const textOfClip = (
  vtt: Buffer,
  { start = 0, end = Infinity }: Pick<PlaylistOptions, 'start' | 'end'>,
) => writeWebVtt(cuesOf(vtt).filter((cue) => cue.end > start && cue.start < end))
