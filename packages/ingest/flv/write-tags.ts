import type { AudioHeader, MediaPacket, StreamHeader, VideoHeader } from '../packet.ts'
import type { AmfObject } from '../rtmp/amf0.ts'
import { enhancedTypes } from './enhanced-tag.ts'

const enhancedMark = 0x80
const frameTypes = { key: 1, inter: 2 } as const
const avc = { codec: 7, config: 0, frame: 1 } as const
/** 44 kHz, 16 bits, stereo: what AAC always says, whatever it has. */
const aac = { first: 0xaf, config: 0, frame: 1 } as const
const mp3First = 0x2f
const enhancedSound = 0x90

const codeOf = (fourCc: string) => Buffer.from(fourCc, 'latin1')

/** The tag that begins a picture with these parameters. */
export const writeVideoConfig = ({ codec, config }: VideoHeader): Buffer => {
  if (codec === 'avc1')
    return Buffer.concat([
      Buffer.from([(frameTypes.key << 4) | avc.codec, avc.config, 0, 0, 0]),
      config,
    ])
  const first = enhancedMark | (frameTypes.key << 4) | enhancedTypes.sequenceStart
  return Buffer.concat([Buffer.from([first]), codeOf(codec), config])
}

export const writeVideoFrame = (codec: VideoHeader['codec'], packet: MediaPacket): Buffer => {
  const frameType = packet.isKey ? frameTypes.key : frameTypes.inter
  const offset = Buffer.alloc(3)
  offset.writeIntBE(limitedOffset(packet.pts - packet.dts), 0, 3)
  if (codec === 'avc1') {
    const head = Buffer.from([(frameType << 4) | avc.codec, avc.frame])
    return Buffer.concat([head, offset, packet.data])
  }
  const first = enhancedMark | (frameType << 4)
  if (codec === 'av01' || packet.pts === packet.dts) {
    const type = codec === 'av01' ? enhancedTypes.codedFrames : enhancedTypes.codedFramesX
    return Buffer.concat([Buffer.from([first | type]), codeOf(codec), packet.data])
  }
  const head = Buffer.from([first | enhancedTypes.codedFrames])
  return Buffer.concat([head, codeOf(codec), offset, packet.data])
}

/** Undefined for a codec without a configuration. */
export const writeAudioConfig = ({ codec, config }: AudioHeader): Buffer | undefined => {
  if (codec === 'mp3') return undefined
  return codec === 'mp4a'
    ? Buffer.concat([Buffer.from([aac.first, aac.config]), config])
    : Buffer.concat([
        Buffer.from([enhancedSound | enhancedTypes.sequenceStart]),
        codeOf(codec),
        config,
      ])
}

export const writeAudioFrame = (codec: AudioHeader['codec'], { data }: MediaPacket): Buffer => {
  if (codec === 'mp4a') return Buffer.concat([Buffer.from([aac.first, aac.frame]), data])
  if (codec === 'mp3') return Buffer.concat([Buffer.from([mp3First]), data])
  return Buffer.concat([
    Buffer.from([enhancedSound | enhancedTypes.codedFrames]),
    codeOf(codec),
    data,
  ])
}

const oldSoundCodecs = { mp4a: 10, mp3: 2 }

/** What `onMetaData` says; receivers decide by the codecs in it which tracks to wait for. */
export const describeStream = ({ video, audio }: StreamHeader): AmfObject => ({
  encoder: 'Playhead',
  width: video?.width,
  height: video?.height,
  framerate: video?.frameRate,
  videocodecid: video && (video.codec === 'avc1' ? avc.codec : codeOf(video.codec).readUInt32BE()),
  audiosamplerate: audio?.sampleRate,
  audiochannels: audio?.channels,
  stereo: audio && audio.channels > 1,
  audiocodecid:
    audio &&
    (audio.codec === 'Opus' ? codeOf(audio.codec).readUInt32BE() : oldSoundCodecs[audio.codec]),
})

function limitedOffset(milliseconds: number) {
  return Math.max(-0x80_00_00, Math.min(0x7f_ff_ff, Math.round(milliseconds)))
}
