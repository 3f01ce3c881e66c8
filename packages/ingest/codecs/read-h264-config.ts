import { IngestError } from '../ingest-error.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'
import { checkedSize, frameRateOf, type PictureFormat } from './picture-format.ts'

const profiles: Record<number, string> = {
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
}
const profilesWithChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const extendedAspect = 255

/** The size in bytes of the length before each NAL unit. */
export const lengthBytesOf = (avcC: Buffer) => ((avcC[4] ?? 0xff) & 3) + 1

/** Reads an AVCDecoderConfigurationRecord. */
export const readH264Config = (avcC: Buffer): PictureFormat => {
  const sets = avcC[5] === undefined ? 0 : avcC[5] & 0x1f
  if (avcC[0] !== 1 || sets < 1 || avcC.length < 8)
    throw new IngestError('The picture has no parameter set.')
  const length = avcC.readUInt16BE(6)
  if (length < 4 || avcC.length < 8 + length) throw new IngestError('A parameter set is cut off.')
  return readH264Sequence(avcC.subarray(8, 8 + length))
}

/** Reads a sequence parameter set with its NAL unit header. */
export const readH264Sequence = (unit: Buffer): PictureFormat => {
  const reader = new BitReader(withoutEmulation(unit))
  reader.skip(8)
  const profile = reader.bits(8)
  const constraints = reader.bits(8)
  const level = reader.bits(8)
  reader.unsigned()
  const { chroma, bitDepth, hasSeparatePlanes } = profilesWithChroma.has(profile)
    ? readChroma(reader)
    : { chroma: 1, bitDepth: 8, hasSeparatePlanes: false }

  reader.unsigned()
  const orderType = reader.unsigned()
  if (orderType === 0) reader.unsigned()
  if (orderType === 1) skipOrder(reader)
  reader.unsigned()
  reader.skip(1)
  const widthUnits = reader.unsigned() + 1
  const heightUnits = reader.unsigned() + 1
  const isOfFrames = reader.flag()
  if (!isOfFrames) reader.skip(1)
  reader.skip(1)

  const crop = reader.flag()
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0]
  const planes = hasSeparatePlanes ? 0 : chroma
  const cropX = planes === 1 || planes === 2 ? 2 : 1
  const cropY = (planes === 1 ? 2 : 1) * (isOfFrames ? 1 : 2)
  const name =
    profile === 66 && (constraints & 0x40) !== 0 ? 'Constrained Baseline' : profiles[profile]
  return checkedSize({
    width: widthUnits * 16 - cropX * (crop[0]! + crop[1]!),
    height: heightUnits * 16 * (isOfFrames ? 1 : 2) - cropY * (crop[2]! + crop[3]!),
    frameRate: reader.flag() ? readFrameRate(reader) : undefined,
    profile: `${name ?? `Profile ${profile}`} ${(level / 10).toFixed(1)}`,
    bitDepth,
    chroma,
  })
}

function readChroma(reader: BitReader) {
  const chroma = reader.unsigned()
  const hasSeparatePlanes = chroma === 3 && reader.flag()
  const bitDepth = 8 + Math.max(reader.unsigned(), reader.unsigned())
  reader.skip(1)
  if (reader.flag())
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1)
      if (reader.flag()) skipScaling(reader, list < 6 ? 16 : 64)
  return { chroma, bitDepth, hasSeparatePlanes }
}

function skipScaling(reader: BitReader, size: number) {
  let last = 8
  let next = 8
  for (let index = 0; index < size; index += 1) {
    if (next !== 0) next = (last + reader.signed() + 256) % 256
    last = next === 0 ? last : next
  }
}

function skipOrder(reader: BitReader) {
  reader.skip(1)
  reader.signed()
  reader.signed()
  const count = reader.unsigned()
  if (count > 255) throw new IngestError('A parameter set has an absurd number.')
  for (let index = 0; index < count; index += 1) reader.signed()
}

function readFrameRate(reader: BitReader) {
  if (reader.flag() && reader.bits(8) === extendedAspect) reader.skip(32)
  if (reader.flag()) reader.skip(1)
  if (reader.flag()) {
    reader.skip(4)
    if (reader.flag()) reader.skip(24)
  }
  if (reader.flag()) {
    reader.unsigned()
    reader.unsigned()
  }
  if (!reader.flag()) return undefined
  const tick = reader.bits(32)
  const scale = reader.bits(32)
  // Two ticks are a frame.
  return frameRateOf(scale, 2 * tick)
}
