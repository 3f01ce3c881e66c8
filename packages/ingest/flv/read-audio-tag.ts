import { UnsupportedMedia } from '../ingest-error.ts'
import type { AudioHeader } from '../packet.ts'
import { enhancedTypes, readEnhancedTag } from './enhanced-tag.ts'
import { printable } from './read-video-tag.ts'

type AudioCodec = AudioHeader['codec']

export type AudioTag =
  | { kind: 'config'; codec: AudioCodec; config: Buffer; hasMoreTracks: boolean }
  | { kind: 'frame'; codec: AudioCodec; data: Buffer; hasMoreTracks: boolean }

const soundFormats = { mp3: 2, enhanced: 9, aac: 10, slowMp3: 14 } as const
const aacTypes = { config: 0, frame: 1 } as const
const fourCodes: Record<string, AudioCodec> = { Opus: 'Opus', mp4a: 'mp4a', '.mp3': 'mp3' }
const advice = 'Send AAC.'

/** Undefined for tags without sound, such as the end of a sequence. */
export const readAudioTag = (tag: Buffer): AudioTag | undefined => {
  const first = tag[0]
  if (first === undefined) return undefined
  const format = first >> 4
  if (format === soundFormats.enhanced) return readEnhanced(tag, first & 0xf)
  if (format === soundFormats.mp3 || format === soundFormats.slowMp3)
    return { kind: 'frame', codec: 'mp3', data: tag.subarray(1), hasMoreTracks: false }
  if (format !== soundFormats.aac)
    throw new UnsupportedMedia(`The sound has a codec that is not supported here. ${advice}`)
  const body = tag.subarray(2)
  if (tag[1] === aacTypes.config)
    return { kind: 'config', codec: 'mp4a', config: body, hasMoreTracks: false }
  if (tag[1] !== aacTypes.frame) return undefined
  return { kind: 'frame', codec: 'mp4a', data: body, hasMoreTracks: false }
}

function readEnhanced(tag: Buffer, packetType: number): AudioTag | undefined {
  const enhanced = readEnhancedTag(tag, packetType, enhancedTypes.multitrack)
  if (!enhanced) return undefined
  const { body, fourCc, hasMoreTracks } = enhanced
  const type = enhanced.packetType
  if (type > enhancedTypes.codedFrames) return undefined
  const codec = fourCodes[fourCc]
  if (!codec)
    throw new UnsupportedMedia(
      `The sound has a codec that is not supported here (${printable(fourCc)}). ${advice}`,
    )
  return type === enhancedTypes.sequenceStart
    ? { kind: 'config', codec, config: body, hasMoreTracks }
    : { kind: 'frame', codec, data: body, hasMoreTracks }
}
