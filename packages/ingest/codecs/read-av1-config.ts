import { IngestError } from '../ingest-error.ts'
import { BitReader } from './bit-reader.ts'
import { checkedSize, frameRateOf, type PictureFormat } from './picture-format.ts'

const sequenceHeader = 1
const profiles = ['Main', 'High', 'Professional']

/** Reads an AV1CodecConfigurationRecord with the sequence header in it. */
export const readAv1Config = (av1C: Buffer): PictureFormat => {
  const [marker = 0, levels = 0, format = 0] = av1C
  if (marker !== 0x81) throw new IngestError('The picture has no parameter set.')
  const bitDepth = (format & 0x40) === 0 ? 8 : (format & 0x20) === 0 ? 10 : 12
  const isSubsampled = [(format & 8) !== 0, (format & 4) !== 0]
  const isGrey = (format & 0x10) !== 0
  const chroma = isGrey ? 0 : isSubsampled[1] ? 1 : isSubsampled[0] ? 2 : 3
  const level = levels & 0x1f
  return checkedSize({
    ...readSequence(sequenceOf(av1C.subarray(4))),
    profile: `${profiles[levels >> 5] ?? `Profile ${levels >> 5}`} ${2 + (level >> 2)}.${level & 3}`,
    bitDepth,
    chroma,
  })
}

/** The sequence header among the OBUs. */
function sequenceOf(units: Buffer): Buffer {
  let at = 0
  while (at < units.length) {
    const head = units[at]!
    at += (head & 4) === 0 ? 1 : 2
    let length = units.length - at
    if ((head & 2) !== 0) {
      const size = readLeb128(units, at)
      length = size.value
      at = size.next
    }
    if (((head >> 3) & 0xf) === sequenceHeader) return units.subarray(at, at + length)
    at += length
  }
  throw new IngestError('The picture has no parameter set.')
}

function readLeb128(bytes: Buffer, start: number) {
  let value = 0
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) break
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, next: start + index + 1 }
  }
  throw new IngestError('A parameter set is cut off.')
}

function readSequence(unit: Buffer) {
  const reader = new BitReader(unit)
  reader.skip(3 + 1)
  let frameRate: number | undefined
  if (reader.flag()) reader.skip(5)
  else frameRate = readOperatingPoints(reader)
  const widthBits = reader.bits(4) + 1
  const heightBits = reader.bits(4) + 1
  return { width: reader.bits(widthBits) + 1, height: reader.bits(heightBits) + 1, frameRate }
}

function readOperatingPoints(reader: BitReader) {
  let frameRate: number | undefined
  let delayBits = 0
  let hasModel = false
  if (reader.flag()) {
    const tick = reader.bits(32)
    const scale = reader.bits(32)
    const ticks = reader.flag() ? reader.unsigned() + 1 : 1
    frameRate = frameRateOf(scale, tick * ticks)
    hasModel = reader.flag()
    if (hasModel) {
      delayBits = reader.bits(5) + 1
      reader.skip(32 + 10)
    }
  }
  const hasDelays = reader.flag()
  const points = reader.bits(5) + 1
  for (let point = 0; point < points; point += 1) {
    reader.skip(12)
    if (reader.bits(5) > 7) reader.skip(1)
    if (hasModel && reader.flag()) reader.skip(2 * delayBits + 1)
    if (hasDelays && reader.flag()) reader.skip(4)
  }
  return frameRate
}
