import { boxesOf, findBox, type Box } from './mp4-boxes.ts'

/** What a decoder needs before the first sample of a track. */
export interface SampleDescription {
  /** The code in the file: `avc1`, `hvc1`, `mp4a`. */
  format: string
  /** The track has only one set of parameters; with several it cannot be copied under one. */
  isOnly: boolean
  width: number
  height: number
  /** Content of `avcC`, for H.264. */
  avc?: Buffer
  /** AudioSpecificConfig, for AAC. */
  aac?: Buffer
}

const visualHeader = 78
const audioHeader = 28

export const readSampleDescription = (buffer: Buffer, stsd: Box): SampleDescription | undefined => {
  if (stsd.body + 8 > stsd.end) return undefined
  const isOnly = buffer.readUInt32BE(stsd.body + 4) === 1
  const entry = boxesOf(buffer, stsd.body + 8, stsd.end).next().value
  if (!entry) return undefined
  const description = { format: entry.type, isOnly, width: 0, height: 0 }
  if (entry.type === 'mp4a') return { ...description, ...readAudio(buffer, entry) }
  if (entry.body + visualHeader > entry.end) return description
  const inner = { ...entry, body: entry.body + visualHeader }
  const avcC = findBox(buffer, inner, 'avcC')
  return {
    ...description,
    width: buffer.readUInt16BE(entry.body + 24),
    height: buffer.readUInt16BE(entry.body + 26),
    ...(avcC && { avc: Buffer.from(buffer.subarray(avcC.body, avcC.end)) }),
  }
}

function readAudio(buffer: Buffer, entry: Box) {
  if (entry.body + audioHeader > entry.end) return {}
  // QuickTime has longer headers in versions 1 and 2.
  const version = buffer.readUInt16BE(entry.body + 8)
  const body = entry.body + audioHeader + (version === 1 ? 16 : version === 2 ? 36 : 0)
  if (body > entry.end) return {}
  const inner = { ...entry, body }
  const esds = findBox(buffer, inner, 'esds') ?? findBox(buffer, inner, 'wave', 'esds')
  const aac = esds && readDecoderConfig(buffer, esds)
  return aac ? { aac } : {}
}

/** Follows the MPEG-4 descriptors: 3 contains 4, which contains 5, the configuration. */
function readDecoderConfig(buffer: Buffer, esds: Box): Buffer | undefined {
  let place = esds.body + 4
  while (place + 2 <= esds.end) {
    const tag = buffer[place]
    place += 1
    let size = 0
    for (let digits = 0; digits < 4 && place < esds.end; digits += 1) {
      const byte = buffer[place] ?? 0
      place += 1
      size = size * 128 + (byte & 0x7f)
      if (byte < 0x80) break
    }
    if (tag === 5)
      return place + size <= esds.end
        ? Buffer.from(buffer.subarray(place, place + size))
        : undefined
    if (tag === 3) place += 3
    else if (tag === 4) {
      if (buffer[place] !== mpeg4Audio) return undefined
      place += 13
    } else place += size
  }
  return undefined
}

const mpeg4Audio = 0x40

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
]
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]
const lowComplexity = 2

/** Parses an AudioSpecificConfig; undefined for anything except AAC-LC with frames of 1024 samples. */
export const readAacConfig = (
  config: Buffer,
): { sampleRate: number; channels: number } | undefined => {
  if (config.length < 2) return undefined
  const bits = config.readUInt16BE(0)
  const sampleRate = sampleRates[(bits >> 7) & 0x0f]
  const channels = channelCounts[(bits >> 3) & 0x0f]
  const isShortFrame = (bits & 0x04) !== 0
  if (bits >> 11 !== lowComplexity || !sampleRate || !channels || isShortFrame) return undefined
  return { sampleRate, channels }
}
