import { UnsupportedMedia } from '../ingest-error.ts'
import type { VideoHeader } from '../packet.ts'
import { enhancedTypes, readEnhancedTag } from './enhanced-tag.ts'

type VideoCodec = VideoHeader['codec']

export type VideoTag =
  | { kind: 'config'; codec: VideoCodec; config: Buffer; hasMoreTracks: boolean }
  | {
      kind: 'frame'
      codec: VideoCodec
      isKey: boolean
      /** Milliseconds from decoding to showing. */
      offset: number
      data: Buffer
      hasMoreTracks: boolean
    }

const frameTypes = { key: 1, command: 5 } as const
const oldCodecs: Record<number, VideoCodec> = { 7: 'avc1', 12: 'hvc1' }
const oldTypes = { config: 0, frame: 1 } as const
const fourCodes: Record<string, VideoCodec> = { avc1: 'avc1', hvc1: 'hvc1', av01: 'av01' }
const advice = 'Send H.264.'

/** Undefined for tags without a picture, such as the end of a sequence. */
export const readVideoTag = (tag: Buffer): VideoTag | undefined => {
  const first = tag[0]
  if (first === undefined) return undefined
  const frameType = (first >> 4) & 7
  const isKey = frameType === frameTypes.key
  if ((first & 0x80) !== 0) return readEnhanced(tag, first & 0xf, frameType, isKey)
  if (frameType === frameTypes.command || tag.length < 5) return undefined

  const codec = oldCodecs[first & 0xf]
  if (!codec)
    throw new UnsupportedMedia(`The picture has a codec that is not supported here. ${advice}`)
  const body = tag.subarray(5)
  if (tag[1] === oldTypes.config)
    return { kind: 'config', codec, config: body, hasMoreTracks: false }
  if (tag[1] !== oldTypes.frame) return undefined
  const offset = tag.readIntBE(2, 3)
  return { kind: 'frame', codec, isKey, offset, data: body, hasMoreTracks: false }
}

function readEnhanced(
  tag: Buffer,
  packetType: number,
  frameType: number,
  isKey: boolean,
): VideoTag | undefined {
  if (frameType === frameTypes.command) return undefined
  const enhanced = readEnhancedTag(tag, packetType, enhancedTypes.multitrackOfPictures)
  if (!enhanced) return undefined
  const { body, fourCc, hasMoreTracks } = enhanced
  const type = enhanced.packetType
  if (type > enhancedTypes.codedFramesX || type === enhancedTypes.sequenceEnd) return undefined
  const codec = fourCodes[fourCc]
  if (!codec)
    throw new UnsupportedMedia(
      `The picture has a codec that is not supported here (${printable(fourCc)}). ${advice}`,
    )
  if (type === enhancedTypes.sequenceStart)
    return { kind: 'config', codec, config: body, hasMoreTracks }
  const hasOffset = type === enhancedTypes.codedFrames && codec !== 'av01'
  if (hasOffset && body.length < 3) return undefined
  const offset = hasOffset ? body.readIntBE(0, 3) : 0
  const data = hasOffset ? body.subarray(3) : body
  return { kind: 'frame', codec, isKey, offset, data, hasMoreTracks }
}

export const printable = (fourCc: string) => fourCc.replace(/[^\w.-]/g, '?')
