import { UnsupportedMedia } from '../ingest-error.ts'
import type { AudioHeader, VideoHeader } from '../packet.ts'
import type { PictureFormat } from './picture-format.ts'
import { readAv1Config } from './read-av1-config.ts'
import { lengthBytesOf, readH264Config } from './read-h264-config.ts'
import { readHevcConfig } from './read-hevc-config.ts'
import { readAacConfig, readMp3Frame, readOpusConfig } from './read-sound-config.ts'

const readers = { avc1: readH264Config, hvc1: readHevcConfig, av01: readAv1Config }
const soundReaders = { mp4a: readAacConfig, Opus: readOpusConfig }

export const readVideoHeader = (codec: VideoHeader['codec'], config: Buffer): VideoHeader => {
  const { width, height, frameRate, profile, bitDepth, chroma } = readers[codec](config)
  if (codec === 'avc1' && (bitDepth !== 8 || chroma !== 1)) throw notPlayable({ bitDepth, chroma })
  return { codec, config, width, height, frameRate, profile }
}

/** `config` is the first frame where the codec has no configuration. */
export const readAudioHeader = (codec: AudioHeader['codec'], config: Buffer): AudioHeader =>
  codec === 'mp3'
    ? { codec, config: Buffer.alloc(0), ...readMp3Frame(config) }
    : { codec, config, ...soundReaders[codec](config) }

/** The size in bytes of the length before each NAL unit; undefined where there are none. */
export const unitLengthBytes = ({ codec, config }: VideoHeader): number | undefined => {
  if (codec === 'avc1') return lengthBytesOf(config)
  return codec === 'hvc1' ? ((config[21] ?? 0xff) & 3) + 1 : undefined
}

function notPlayable({ bitDepth, chroma }: Pick<PictureFormat, 'bitDepth' | 'chroma'>) {
  const colors = ['grey', '4:2:0', '4:2:2', '4:4:4'][chroma] ?? '4:4:4'
  return new UnsupportedMedia(
    `H.264 with ${bitDepth} bits and ${colors} does not play in browsers. Send 8 bits and 4:2:0 (yuv420p).`,
  )
}
