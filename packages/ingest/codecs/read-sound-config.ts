import { IngestError, UnsupportedMedia } from '../ingest-error.ts'
import { BitReader } from './bit-reader.ts'

export interface SoundFormat {
  sampleRate: number
  channels: number
  profile?: string
}

const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
]
const aacProfiles: Record<number, string> = {
  1: 'Main',
  2: 'LC',
  3: 'SSR',
  4: 'LTP',
  5: 'HE-AAC',
  23: 'LD',
  29: 'HE-AAC v2',
  39: 'ELD',
}
const channelsOfConfig = [0, 1, 2, 3, 4, 5, 6, 8]
const opusRate = 48_000
const mp3Rates = [44_100, 48_000, 32_000]

/** Reads an AudioSpecificConfig. */
export const readAacConfig = (config: Buffer): SoundFormat => {
  const reader = new BitReader(config)
  const type = readObjectType(reader)
  const sampleRate = readRate(reader)
  const channels = channelsOfConfig[reader.bits(4)]
  if (!sampleRate) throw new IngestError('The sound has no sample rate.')
  // Where the layout is in the stream itself, two channels are the only likely one.
  return {
    sampleRate,
    channels: channels || 2,
    profile: aacProfiles[type] ?? `AAC ${type}`,
  }
}

function readObjectType(reader: BitReader) {
  const type = reader.bits(5)
  return type === 31 ? 32 + reader.bits(6) : type
}

function readRate(reader: BitReader) {
  const index = reader.bits(4)
  return index === 15 ? reader.bits(24) : aacRates[index]
}

/** Reads the identification header of Opus (RFC 7845). */
export const readOpusConfig = (head: Buffer): SoundFormat => {
  const channels = head.toString('latin1', 0, 8) === 'OpusHead' ? head[9] : 2
  if (!channels) throw new IngestError('The sound has no channels.')
  return { sampleRate: opusRate, channels }
}

/** Reads the header of an MPEG audio frame. */
export const readMp3Frame = (frame: Buffer): SoundFormat => {
  if (frame.length < 4 || (frame.readUInt16BE() & 0xff_e0) !== 0xff_e0)
    throw new IngestError('The sound is no MP3.')
  const version = (frame[1]! >> 3) & 3
  const rate = mp3Rates[(frame[2]! >> 2) & 3]
  if (!rate || version === 1) throw new UnsupportedMedia('The MP3 sound has no sample rate.')
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4
  return { sampleRate, channels: frame[3]! >> 6 === 3 ? 1 : 2 }
}
