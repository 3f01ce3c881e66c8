import type { AudioHeader } from '@playhead/ingest/packet.ts'

/** How packets of one codec follow each other in the input of ffmpeg. */
export interface SoundFormat {
  /** The name of the format. */
  name: 'aac' | 'mp3' | 'ogg'
  /** What comes before the first packet. */
  head: Buffer
  wrap(packet: Buffer): Buffer
  /** How long a packet is heard. */
  msOf(packet: Buffer): number
}

const adtsHeadBytes = 7
const longestAdts = 0x1fff
const aacFrameSamples = 1024
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
]

/** The head of an ADTS frame; HE-AAC is announced as what it is based on, and found by the decoder. */
const adtsOf = (config: Buffer): SoundFormat | undefined => {
  const type = (config[0] ?? 0) >> 3
  const rate = (((config[0] ?? 0) & 7) << 1) | ((config[1] ?? 0) >> 7)
  const channels = ((config[1] ?? 0) >> 3) & 0xf
  const isExtended = type === 5 || type === 29
  const profile = isExtended ? 1 : type - 1
  // Rates outside of the table and layouts inside of the stream have no such head.
  if (profile < 0 || profile > 3 || rate > 12 || channels < 1 || channels > 7) return undefined
  const wrap = (packet: Buffer) => {
    const length = packet.length + adtsHeadBytes
    if (length > longestAdts) return Buffer.alloc(0)
    const head = Buffer.from([
      0xff,
      0xf1,
      (profile << 6) | (rate << 2) | (channels >> 2),
      ((channels & 3) << 6) | (length >> 11),
      (length >> 3) & 0xff,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    ])
    return Buffer.concat([head, packet])
  }
  const frameMs = (aacFrameSamples * 1000) / (aacRates[rate] ?? 48_000)
  return { name: 'aac', head: Buffer.alloc(0), wrap, msOf: () => frameMs }
}

const oggTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit += 1)
    value = (value << 1) ^ (value & 0x80_00_00_00 ? 0x04c11db7 : 0)
  return value >>> 0
})

const oggSum = (page: Buffer) => {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (oggTable[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return sum
}

/** One packet as one page (RFC 3533). */
const oggPage = (
  packet: Buffer,
  { number, samples, isFirst }: { number: number; samples: number; isFirst: boolean },
) => {
  const lacing = Buffer.alloc(Math.floor(packet.length / 255) + 1, 255)
  lacing[lacing.length - 1] = packet.length % 255
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head[5] = isFirst ? 2 : 0
  head.writeBigUInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(number, 18)
  head[26] = lacing.length
  const page = Buffer.concat([head, lacing, packet])
  page.writeUInt32LE(oggSum(page), 22)
  return page
}

const opusFrameSamples = (config: number) => {
  if (config < 12) return [480, 960, 1920, 2880][config & 3] ?? 960
  if (config < 16) return [480, 960][config & 1] ?? 960
  return [120, 240, 480, 960][config & 3] ?? 960
}

/** Of a packet of Opus (RFC 6716, 3.1). */
const opusSamples = (packet: Buffer) => {
  const [first = 0, second = 0] = packet
  const frames = [1, 2, 2, second & 0x3f][first & 3] ?? 1
  return opusFrameSamples(first >> 3) * frames
}

const opusHead = (channels: number) => {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 0, 'latin1')
  head[8] = 1
  head[9] = channels
  head.writeUInt32LE(48_000, 12)
  return head
}

const opusTags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])
const longestOpus = 61_440
const samplesPerMs = 48

const oggOf = ({ config, channels }: AudioHeader): SoundFormat => {
  let number = 2
  let samples = 0
  const isHead = config.toString('latin1', 0, 8) === 'OpusHead'
  const head = isHead ? config : opusHead(channels)
  return {
    name: 'ogg',
    head: Buffer.concat([
      oggPage(head, { number: 0, samples: 0, isFirst: true }),
      oggPage(opusTags, { number: 1, samples: 0, isFirst: false }),
    ]),
    msOf: (packet) => opusSamples(packet) / samplesPerMs,
    wrap: (packet) => {
      if (packet.length === 0 || packet.length > longestOpus) return Buffer.alloc(0)
      samples += opusSamples(packet)
      const page = oggPage(packet, { number, samples, isFirst: false })
      number += 1
      return page
    },
  }
}

/** Undefined for sound that cannot be given to ffmpeg. */
export const soundFormatOf = (header: AudioHeader): SoundFormat | undefined => {
  if (header.codec === 'mp4a') return adtsOf(header.config)
  if (header.codec === 'Opus') return oggOf(header)
  const { sampleRate } = header
  // The lower rates of MPEG-2 have half as many samples in a frame.
  const frameMs = ((sampleRate >= 32_000 ? 1152 : 576) * 1000) / sampleRate
  return {
    name: 'mp3',
    head: Buffer.alloc(0),
    wrap: (packet) => packet,
    msOf: () => frameMs,
  }
}

/** The frames of AAC in a stream of ADTS, without their heads; the rest is the beginning of the next one. */
export const splitAdts = (stream: Buffer): { frames: Buffer[]; rest: Buffer } => {
  const frames: Buffer[] = []
  let place = 0
  while (place + adtsHeadBytes <= stream.length) {
    const [third = 0, fourth = 0, fifth = 0] = stream.subarray(place + 3, place + 6)
    const length = ((third & 3) << 11) | (fourth << 3) | (fifth >> 5)
    if (length < adtsHeadBytes || place + length > stream.length) break
    frames.push(stream.subarray(place + adtsHeadBytes, place + length))
    place += length
  }
  return { frames, rest: stream.subarray(place) }
}
