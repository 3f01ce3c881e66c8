import type { RecordedTracks } from '@playhead/features/video/assets/server'
import type { AudioHeader } from '@playhead/ingest/packet.ts'
import type { LiveRecording } from '@playhead/media/live/live-recording.ts'

export const isPlayedAsItIs = ({ codec, profile, channels }: AudioHeader) =>
  codec === 'mp4a' && (profile === undefined || profile === 'LC') && channels <= 2

/** What the first pieces of a recording are. */
export const tracksOf = ({ source, sound, window }: LiveRecording): RecordedTracks => {
  const picture = source?.pieces[0]
  const heard = sound?.pieces[0]
  return {
    video: picture && {
      width: picture.width,
      height: picture.height,
      frameRate: window.frameRate,
    },
    audio: heard && { channels: heard.channels },
  }
}
