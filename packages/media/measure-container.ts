import type { FileHandle } from 'node:fs/promises'
import { readTracks, type IsoTrack } from './read-iso-tracks.ts'

/** The size that a container states, found without ffmpeg and with a few short reads. */
export interface ContainerSize {
  kind: 'iso' | 'matroska' | 'riff' | 'other'
  fileBytes: number
  /** The size that the file must have to be complete; missing if it states none. */
  endsAt?: number
  /** An mp4 without its index cannot be read. */
  lacksIndex?: boolean
  isIndexFirst?: boolean
  /** For mp4 and mov. */
  tracks: IsoTrack[]
}

const boxesMax = 100_000
const indexBytesMax = 64 * 1024 * 1024
const isoBoxes = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'sidx'])
const boxesOfMedia = new Set(['mdat', 'moov', 'moof'])
const unknownRiffBytes = 0xff_ff_ff_00

const readAt = async (file: FileHandle, position: number, length: number) => {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const boxAt = async (file: FileHandle, position: number, fileBytes: number) => {
  const head = await readAt(file, position, 16)
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, bytes: fileBytes - position }
  if (short !== 1) return short < 8 ? undefined : { type, bytes: short }
  if (head.length < 16) return undefined
  const long = Number(head.readBigUInt64BE(8))
  return long < 16 ? undefined : { type, bytes: long }
}

const measureIso = async (file: FileHandle, fileBytes: number): Promise<ContainerSize> => {
  const found: ContainerSize = { kind: 'iso', fileBytes, lacksIndex: true, tracks: [] }
  let position = 0
  let hasMedia = false
  for (let count = 0; count < boxesMax && position < fileBytes; count++) {
    const box = await boxAt(file, position, fileBytes)
    if (!box) break
    const end = position + box.bytes
    if (boxesOfMedia.has(box.type)) found.endsAt = end
    if (box.type === 'mdat') hasMedia = true
    if (box.type === 'moov') {
      found.lacksIndex = false
      found.isIndexFirst = !hasMedia
      if (end <= fileBytes && box.bytes <= indexBytesMax)
        found.tracks = readTracks(await readAt(file, position, box.bytes))
    }
    position = end
  }
  return found
}

/** A variable-length number: leading zeros of its first byte give the length; all ones mean unknown. */
const readVariableNumber = (bytes: Buffer, place: number) => {
  const first = bytes[place] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || place + length > bytes.length) return undefined
  let value = BigInt(first & (0xff >> length))
  for (const byte of bytes.subarray(place + 1, place + length)) value = (value << 8n) | BigInt(byte)
  const isUnknown = value === (1n << BigInt(7 * length)) - 1n
  return { length, value: isUnknown ? undefined : Number(value) }
}

const measureMatroska = (start: Buffer, fileBytes: number): ContainerSize => {
  const unknown: ContainerSize = { kind: 'matroska', fileBytes, tracks: [] }
  const header = readVariableNumber(start, 4)
  if (header?.value === undefined) return unknown
  const segment = 4 + header.length + header.value
  if (segment + 4 > start.length || start.readUInt32BE(segment) !== 0x18_53_80_67) return unknown
  const size = readVariableNumber(start, segment + 4)
  if (size?.value === undefined) return unknown
  return { ...unknown, endsAt: segment + 4 + size.length + size.value }
}

const measureRiff = (start: Buffer, fileBytes: number): ContainerSize => {
  const declared = start.readUInt32LE(4)
  // For pipes and files over four gigabytes the number has no meaning.
  const isKnown = declared > 0 && declared < unknownRiffBytes
  return { kind: 'riff', fileBytes, tracks: [], ...(isKnown && { endsAt: declared + 8 }) }
}

export const measureContainer = async (file: FileHandle): Promise<ContainerSize> => {
  const { size: fileBytes } = await file.stat()
  const start = await readAt(file, 0, 1024)
  if (start.length >= 12) {
    if (isoBoxes.has(start.toString('latin1', 4, 8))) return measureIso(file, fileBytes)
    if (start.readUInt32BE(0) === 0x1a_45_df_a3) return measureMatroska(start, fileBytes)
    if (start.toString('latin1', 0, 4) === 'RIFF') return measureRiff(start, fileBytes)
  }
  return { kind: 'other', fileBytes, tracks: [] }
}
