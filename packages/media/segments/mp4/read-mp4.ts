import { open, type FileHandle } from 'node:fs/promises'
import { FragmentedSamples } from './fragments.ts'
import { boxesOf, findBox, readBoxHeader, type Box } from './mp4-boxes.ts'
import { readSampleDescription, type SampleDescription } from './sample-description.ts'
import { makeSampleTable, readSampleTable, type SampleTable } from './sample-table.ts'

export interface Mp4Track {
  id: number
  kind: 'video' | 'audio' | 'other'
  /** Units of the sample table per second. */
  timescale: number
  description: SampleDescription | undefined
  /** The start of the shown part in the table, and the empty time before it, in seconds. */
  edit: { mediaTime: number; emptySeconds: number; seconds: number | undefined } | undefined
  /** More than one part of the track is shown, or its speed is changed. */
  hasManyEdits: boolean
  /** Undefined if the tables are invalid. */
  samples: SampleTable | undefined
}

interface Mp4File {
  tracks: readonly Mp4Track[]
}

const moovBytesMax = 256 * 1024 * 1024
const moofBytesMax = 32 * 1024 * 1024
const boxCountMax = 500_000
const beginnings = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'styp', 'pnot', 'moof'])

/** Reads the sample tables of an mp4 file without its samples; undefined for other files. */
export const readMp4 = async (path: string): Promise<Mp4File | undefined> => {
  const handle = await open(path)
  try {
    return await readTracks(handle)
  } catch (error) {
    // Wrong sizes inside boxes cause reads outside of the buffer.
    if (error instanceof RangeError) return undefined
    throw error
  } finally {
    await handle.close()
  }
}

async function readTracks(handle: FileHandle): Promise<Mp4File | undefined> {
  const { size } = await handle.stat()
  let moov: Buffer | undefined
  let collectors: Map<number, FragmentedSamples> | undefined
  for await (const box of topBoxes(handle, size)) {
    if (box.start === 0 && !beginnings.has(box.type)) return undefined
    const bytes = box.end - box.start
    if (box.type === 'moov' && !moov) {
      if (bytes > moovBytesMax) return undefined
      moov = await readBytes(handle, box.start, bytes)
      collectors = makeCollectors(moov)
    }
    if (box.type !== 'moof' || bytes > moofBytesMax || !collectors) continue
    const moof = await readBytes(handle, box.start, bytes)
    const [whole] = boxesOf(moof)
    if (whole) for (const collector of collectors.values()) collector.add(moof, whole, box.start)
  }
  if (!moov) return undefined
  const [whole] = boxesOf(moov)
  if (!whole) return undefined
  return { tracks: tracksOf(moov, whole, collectors) }
}

async function* topBoxes(handle: FileHandle, size: number): AsyncGenerator<Box> {
  let place = 0
  for (let count = 0; count < boxCountMax && place + 8 <= size; count += 1) {
    const header = await readBytes(handle, place, Math.min(16, size - place))
    if (header.length < 8) return
    const box = readBoxHeader(header, 0, size - place)
    if (!box) return
    // The last box of a truncated file is cut; what is left of it is read.
    const end = Math.min(place + box.end, size)
    yield { type: box.type, start: place, body: place + box.body, end }
    place += box.end
  }
}

async function readBytes(handle: FileHandle, place: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, place)
  return buffer.subarray(0, bytesRead)
}

const traksOf = (moov: Buffer, whole: Box) =>
  [...boxesOf(moov, whole.body, whole.end)].filter(({ type }) => type === 'trak')

function idOf(moov: Buffer, trak: Box): number {
  const tkhd = findBox(moov, trak, 'tkhd')
  if (!tkhd) return 0
  return moov.readUInt32BE(tkhd.body + (moov[tkhd.body] === 1 ? 20 : 12))
}

function makeCollectors(moov: Buffer): Map<number, FragmentedSamples> | undefined {
  const [whole] = boxesOf(moov)
  if (!whole || !findBox(moov, whole, 'mvex')) return undefined
  const ids = traksOf(moov, whole).map((trak) => idOf(moov, trak))
  return new Map(ids.map((id) => [id, new FragmentedSamples(id, { buffer: moov, box: whole })]))
}

function tracksOf(
  moov: Buffer,
  whole: Box,
  collectors: ReadonlyMap<number, FragmentedSamples> | undefined,
): Mp4Track[] {
  const mvhd = findBox(moov, whole, 'mvhd')
  const movieTimescale = mvhd ? timescaleOf(moov, mvhd) : 1000
  return traksOf(moov, whole).map((trak) => {
    const id = idOf(moov, trak)
    const handler = findBox(moov, trak, 'mdia', 'hdlr')
    const kind = handler ? moov.toString('latin1', handler.body + 8, handler.body + 12) : ''
    const mdhd = findBox(moov, trak, 'mdia', 'mdhd')
    const stbl = findBox(moov, trak, 'mdia', 'minf', 'stbl')
    const stsd = stbl && findBox(moov, stbl, 'stsd')
    const collector = collectors?.get(id)
    const isMedia = kind === 'vide' || kind === 'soun'
    const before =
      stbl && isMedia
        ? (readSampleTable(moov, stbl) ?? (collector ? makeSampleTable(0) : undefined))
        : undefined
    return {
      id,
      kind: kind === 'vide' ? 'video' : kind === 'soun' ? 'audio' : 'other',
      timescale: mdhd ? timescaleOf(moov, mdhd) : 0,
      description: stsd && isMedia ? readSampleDescription(moov, stsd) : undefined,
      ...readEdits(moov, findBox(moov, trak, 'edts', 'elst'), movieTimescale),
      samples: before && collector ? collector.joinedTo(before) : before,
    }
  })
}

const timescaleOf = (moov: Buffer, box: Box) =>
  moov.readUInt32BE(box.body + (moov[box.body] === 1 ? 20 : 12))

function readEdits(moov: Buffer, elst: Box | undefined, movieTimescale: number) {
  const none = { edit: undefined, hasManyEdits: false }
  if (!elst) return none
  const isLong = moov[elst.body] === 1
  const width = isLong ? 20 : 12
  const count = Math.min(
    moov.readUInt32BE(elst.body + 4),
    Math.floor((elst.end - elst.body - 8) / width),
  )
  let emptySeconds = 0
  let hasManyEdits = false
  let shown: { mediaTime: number; seconds: number | undefined } | undefined
  for (let entry = 0; entry < count; entry += 1) {
    const place = elst.body + 8 + entry * width
    const length = isLong ? Number(moov.readBigUInt64BE(place)) : moov.readUInt32BE(place)
    const mediaTime = isLong ? Number(moov.readBigInt64BE(place + 8)) : moov.readInt32BE(place + 4)
    const isNormalSpeed = moov.readUInt32BE(place + (isLong ? 16 : 8)) === 0x1_00_00
    if (!isNormalSpeed || (shown && count > 1)) hasManyEdits = true
    if (mediaTime < 0 && !shown) emptySeconds += length / movieTimescale
    // A fragmented file states no length, because it was unknown when the header was written.
    else shown ??= { mediaTime, seconds: length > 0 ? length / movieTimescale : undefined }
  }
  return shown ? { edit: { ...shown, emptySeconds }, hasManyEdits } : none
}
