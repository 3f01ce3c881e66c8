import { findBox, type Box } from './mp4-boxes.ts'

/** The position, decode time and presentation time of each sample, in units of the track. */
export interface SampleTable {
  count: number
  offsets: Float64Array
  sizes: Uint32Array
  decodeTimes: Float64Array
  presentationTimes: Float64Array
  isSync: Uint8Array
  /** Duration of the last sample in decoding order. */
  lastDuration: number
}

/** More than twelve hours at 240 frames a second; a larger count must not allocate memory. */
export const sampleCountMax = 12_000_000

export const makeSampleTable = (count: number): SampleTable => ({
  count,
  offsets: new Float64Array(count),
  sizes: new Uint32Array(count),
  decodeTimes: new Float64Array(count),
  presentationTimes: new Float64Array(count),
  isSync: new Uint8Array(count),
  lastDuration: 0,
})

/** Reads the tables in `stbl`; undefined where they contradict each other or are too large. */
export const readSampleTable = (buffer: Buffer, stbl: Box): SampleTable | undefined => {
  const sizes = readSizes(buffer, findBox(buffer, stbl, 'stsz'))
  if (!sizes) return undefined
  const table = { ...makeSampleTable(sizes.length), sizes }
  if (table.count === 0) return table
  const isRead =
    readDecodeTimes(buffer, findBox(buffer, stbl, 'stts'), table) &&
    readOffsets(buffer, stbl, table)
  if (!isRead) return undefined
  readShifts(buffer, findBox(buffer, stbl, 'ctts'), table)
  readSync(buffer, findBox(buffer, stbl, 'stss'), table)
  return table
}

/** The number of entries of a fixed width that the box really contains. */
function entriesOf(buffer: Buffer, box: Box, width: number, head = 4) {
  const from = box.body + head + 4
  if (from > box.end) return { from, count: 0 }
  const stated = buffer.readUInt32BE(from - 4)
  return { from, count: Math.min(stated, Math.floor((box.end - from) / width)) }
}

function readSizes(buffer: Buffer, box: Box | undefined): Uint32Array | undefined {
  if (!box || box.body + 12 > box.end) return undefined
  const same = buffer.readUInt32BE(box.body + 4)
  if (same !== 0) {
    const count = buffer.readUInt32BE(box.body + 8)
    return count > sampleCountMax ? undefined : new Uint32Array(count).fill(same)
  }
  const { from, count } = entriesOf(buffer, box, 4, 8)
  if (count > sampleCountMax) return undefined
  const sizes = new Uint32Array(count)
  for (let sample = 0; sample < count; sample += 1)
    sizes[sample] = buffer.readUInt32BE(from + sample * 4)
  return sizes
}

function readDecodeTimes(buffer: Buffer, box: Box | undefined, table: SampleTable): boolean {
  if (!box) return false
  const { from, count } = entriesOf(buffer, box, 8)
  let [sample, time, delta] = [0, 0, 0]
  for (let entry = 0; entry < count && sample < table.count; entry += 1) {
    const repeat = buffer.readUInt32BE(from + entry * 8)
    delta = buffer.readUInt32BE(from + entry * 8 + 4)
    const until = Math.min(table.count, sample + repeat)
    for (; sample < until; sample += 1) {
      table.decodeTimes[sample] = time
      time += delta
    }
  }
  table.lastDuration = delta
  table.presentationTimes.set(table.decodeTimes)
  return sample === table.count
}

function readShifts(buffer: Buffer, box: Box | undefined, table: SampleTable) {
  if (!box) return
  const { from, count } = entriesOf(buffer, box, 8)
  let sample = 0
  for (let entry = 0; entry < count && sample < table.count; entry += 1) {
    const until = Math.min(table.count, sample + buffer.readUInt32BE(from + entry * 8))
    // Signed in every version: writers of version 0 use negative offsets too.
    const shift = buffer.readInt32BE(from + entry * 8 + 4)
    for (; sample < until; sample += 1)
      table.presentationTimes[sample] = (table.decodeTimes[sample] ?? 0) + shift
  }
}

function readSync(buffer: Buffer, box: Box | undefined, table: SampleTable) {
  if (!box) {
    table.isSync.fill(1)
    return
  }
  const { from, count } = entriesOf(buffer, box, 4)
  for (let entry = 0; entry < count; entry += 1) {
    const number = buffer.readUInt32BE(from + entry * 4)
    if (number >= 1 && number <= table.count) table.isSync[number - 1] = 1
  }
}

function readOffsets(buffer: Buffer, stbl: Box, table: SampleTable): boolean {
  const runs = findBox(buffer, stbl, 'stsc')
  const small = findBox(buffer, stbl, 'stco')
  const chunks = small ?? findBox(buffer, stbl, 'co64')
  if (!runs || !chunks) return false
  const width = small ? 4 : 8
  const { from, count } = entriesOf(buffer, chunks, width)
  const run = entriesOf(buffer, runs, 12)
  let [sample, entry] = [0, 0]
  for (let chunk = 0; chunk < count && sample < table.count; chunk += 1) {
    while (entry + 1 < run.count && buffer.readUInt32BE(run.from + (entry + 1) * 12) <= chunk + 1)
      entry += 1
    if (entry >= run.count) return false
    const place = from + chunk * width
    let offset = small ? buffer.readUInt32BE(place) : Number(buffer.readBigUInt64BE(place))
    const until = Math.min(table.count, sample + buffer.readUInt32BE(run.from + entry * 12 + 4))
    for (; sample < until; sample += 1) {
      table.offsets[sample] = offset
      offset += table.sizes[sample] ?? 0
    }
  }
  return sample === table.count
}
