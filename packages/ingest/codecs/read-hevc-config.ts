import { IngestError } from '../ingest-error.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'
import { checkedSize, frameRateOf, type PictureFormat } from './picture-format.ts'

const sequenceType = 33
const profiles: Record<number, string> = { 1: 'Main', 2: 'Main 10', 3: 'Main Still Picture' }
const setsMax = 64
const extendedAspect = 255

/** Reads an HEVCDecoderConfigurationRecord. */
export const readHevcConfig = (hvcC: Buffer): PictureFormat => {
  let at = 23
  const arrays = hvcC[22] ?? 0
  for (let array = 0; array < arrays && at + 3 <= hvcC.length; array += 1) {
    const type = hvcC[at]! & 0x3f
    const units = hvcC.readUInt16BE(at + 1)
    at += 3
    for (let unit = 0; unit < units && at + 2 <= hvcC.length; unit += 1) {
      const length = hvcC.readUInt16BE(at)
      const bytes = hvcC.subarray(at + 2, at + 2 + length)
      if (type === sequenceType) return readHevcSequence(bytes)
      at += 2 + length
    }
  }
  throw new IngestError('The picture has no parameter set.')
}

/** Reads a sequence parameter set with its NAL unit header. */
export const readHevcSequence = (unit: Buffer): PictureFormat => {
  const reader = new BitReader(withoutEmulation(unit))
  reader.skip(16 + 4)
  const layers = reader.bits(3)
  reader.skip(1)
  reader.skip(3)
  const profile = reader.bits(5)
  reader.skip(32 + 48)
  const level = reader.bits(8)
  skipLayers(reader, layers)
  reader.unsigned()
  const chroma = reader.unsigned()
  const hasSeparatePlanes = chroma === 3 && reader.flag()
  const codedWidth = reader.unsigned()
  const codedHeight = reader.unsigned()
  const crop = reader.flag()
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0]
  const planes = hasSeparatePlanes ? 0 : chroma
  const bitDepth = 8 + Math.max(reader.unsigned(), reader.unsigned())
  return checkedSize({
    width: codedWidth - (planes === 1 || planes === 2 ? 2 : 1) * (crop[0]! + crop[1]!),
    height: codedHeight - (planes === 1 ? 2 : 1) * (crop[2]! + crop[3]!),
    frameRate: frameRateBehind(reader, layers),
    profile: `${profiles[profile] ?? `Profile ${profile}`} ${(level / 30).toFixed(1)}`,
    bitDepth,
    chroma,
  })
}

function skipLayers(reader: BitReader, layers: number) {
  const present: { hasProfile: boolean; hasLevel: boolean }[] = []
  for (let layer = 0; layer < layers; layer += 1)
    present.push({ hasProfile: reader.flag(), hasLevel: reader.flag() })
  if (layers > 0) reader.skip(2 * (8 - layers))
  for (const { hasProfile, hasLevel } of present)
    reader.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0))
}

/** The frame rate comes after many fields that are not needed here; a set that ends early names none. */
function frameRateBehind(reader: BitReader, layers: number) {
  try {
    return readFrameRate(reader, layers)
  } catch {
    return undefined
  }
}

function readFrameRate(reader: BitReader, layers: number) {
  const orderBits = reader.unsigned() + 4
  for (let layer = reader.flag() ? 0 : layers; layer <= layers; layer += 1) {
    reader.unsigned()
    reader.unsigned()
    reader.unsigned()
  }
  for (let field = 0; field < 6; field += 1) reader.unsigned()
  if (reader.flag() && reader.flag()) skipScalingLists(reader)
  reader.skip(2)
  if (reader.flag()) {
    reader.skip(8)
    reader.unsigned()
    reader.unsigned()
    reader.skip(1)
  }
  skipReferenceSets(reader)
  if (reader.flag()) {
    const count = reader.unsigned()
    if (count > 32) return undefined
    reader.skip(count * (orderBits + 1))
  }
  reader.skip(2)
  if (!reader.flag()) return undefined
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
  reader.skip(3)
  if (reader.flag()) for (let side = 0; side < 4; side += 1) reader.unsigned()
  if (!reader.flag()) return undefined
  const tick = reader.bits(32)
  const scale = reader.bits(32)
  return frameRateOf(scale, tick)
}

function skipScalingLists(reader: BitReader) {
  for (let size = 0; size < 4; size += 1)
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!reader.flag()) {
        reader.unsigned()
        continue
      }
      const count = Math.min(64, 1 << (4 + (size << 1)))
      if (size > 1) reader.signed()
      for (let index = 0; index < count; index += 1) reader.signed()
    }
}

function skipReferenceSets(reader: BitReader) {
  const sets = reader.unsigned()
  if (sets > setsMax) throw new IngestError('A parameter set has an absurd number.')
  let pictures = 0
  for (let set = 0; set < sets; set += 1) {
    if (set > 0 && reader.flag()) {
      reader.skip(1)
      reader.unsigned()
      let kept = 0
      for (let index = 0; index <= pictures; index += 1) {
        const isUsed = reader.flag()
        if (isUsed || reader.flag()) kept += 1
      }
      pictures = kept
      continue
    }
    pictures = reader.unsigned() + reader.unsigned()
    if (pictures > setsMax) throw new IngestError('A parameter set has an absurd number.')
    for (let picture = 0; picture < pictures; picture += 1) {
      reader.unsigned()
      reader.skip(1)
    }
  }
}
