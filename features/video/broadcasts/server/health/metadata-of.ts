import { storable } from '@playhead/server-kit/http/storable-text.ts'
import type { MetadataName } from '../../contract.ts'
import type { Broadcast } from '../run/broadcast.ts'
import { encoderSaid } from '../run/encoder-of.ts'

const codecNames = {
  avc1: 'H.264',
  hvc1: 'HEVC',
  av01: 'AV1',
  mp4a: 'AAC',
  Opus: 'Opus',
  mp3: 'MP3',
} as const

type Facts = Partial<Record<MetadataName, string | number | undefined>>

const factsOf = ({ connection, header, health, away }: Broadcast): Facts => {
  const last = health.meter.seconds.at(-1)
  const { video, audio } = header ?? {}
  return {
    encoder: (header && encoderSaid(header)) ?? connection?.encoder ?? undefined,
    protocol: connection?.protocol,
    video_codec: video && codecNames[video.codec],
    video_profile: video?.profile,
    width: video?.width,
    height: video?.height,
    frame_rate: video?.frameRate ?? last?.expected_frame_rate ?? undefined,
    video_kbps: last && Math.round(last.video_kbps),
    audio_codec: audio && codecNames[audio.codec],
    sample_rate: audio?.sampleRate,
    channels: audio?.channels,
    audio_kbps: last && Math.round(last.audio_kbps),
    keyframe_interval_ms: last?.keyframe_interval_ms ?? undefined,
    connected_at: connection && new Date(connection.connectedAt).toISOString(),
    reconnects: away.reconnects,
    away_seconds: Math.round(away.seconds),
  }
}

/** What is known is left in, in the order of the screens. */
export const metadataOf = (broadcast: Broadcast) =>
  Object.entries(factsOf(broadcast)).flatMap(([name, value]) =>
    // Encoders say anything, and a text that is cut may end in half a character.
    value === undefined
      ? []
      : [{ name, value: typeof value === 'string' ? storable(value) : value }],
  )
