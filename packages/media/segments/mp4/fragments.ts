import { boxesOf, findBox, type Box } from './mp4-boxes.ts'
import { makeSampleTable, sampleCountMax, type SampleTable } from './sample-table.ts'

interface Defaults {
  duration: number
  size: number
  flags: number
}

const notSync = 0x1_00_00
const flag = {
  baseDataOffset: 0x1,
  description: 0x2,
  duration: 0x8,
  size: 0x10,
  flags: 0x20,
  dataOffset: 0x1,
  firstFlags: 0x4,
  sampleDuration: 0x100,
  sampleSize: 0x200,
  sampleFlags: 0x400,
  sampleShift: 0x800,
} as const

/** Collects the samples of one track from the fragments of a file, in order. */
export class FragmentedSamples {
  readonly #trackId: number
  readonly #defaults: Defaults
  readonly #parts: SampleTable[] = []
  #time = 0
  #duration = 0
  count = 0

  constructor(trackId: number, moov: { buffer: Buffer; box: Box }) {
    this.#trackId = trackId
    this.#defaults = readTrackDefaults(moov.buffer, moov.box, trackId)
  }

  /** `place` is the position of the moof in the file, the base of its offsets. */
  add(buffer: Buffer, moof: Box, place: number) {
    for (const traf of boxesOf(buffer, moof.body, moof.end)) {
      if (traf.type !== 'traf') continue
      const tfhd = findBox(buffer, traf, 'tfhd')
      if (!tfhd || tfhd.body + 8 > tfhd.end) continue
      if (buffer.readUInt32BE(tfhd.body + 4) !== this.#trackId) continue
      const head = readFragmentHead(buffer, tfhd, this.#defaults, place)
      const tfdt = findBox(buffer, traf, 'tfdt')
      if (tfdt) this.#time = readBaseTime(buffer, tfdt)
      let next = head.base
      for (const trun of boxesOf(buffer, traf.body, traf.end))
        if (trun.type === 'trun') next = this.#addRun(buffer, trun, head, next)
    }
  }

  #addRun(
    buffer: Buffer,
    trun: Box,
    { base, defaults }: ReturnType<typeof readFragmentHead>,
    next: number,
  ): number {
    const flags = buffer.readUInt32BE(trun.body) & 0xff_ff_ff
    const stated = buffer.readUInt32BE(trun.body + 4)
    let place = trun.body + 8
    const take = (bit: number) => {
      if (!(flags & bit) || place + 4 > trun.end) return undefined
      place += 4
      return buffer.readUInt32BE(place - 4)
    }
    const dataOffset = take(flag.dataOffset)
    let offset = dataOffset === undefined ? next : base + (dataOffset | 0)
    const firstFlags = take(flag.firstFlags)
    const fields = [flag.sampleDuration, flag.sampleSize, flag.sampleFlags, flag.sampleShift]
    const width = fields.filter((bit) => flags & bit).length * 4
    const fits = width === 0 ? stated : Math.floor((trun.end - place) / width)
    const count = Math.min(stated, fits, sampleCountMax - this.count)
    const part = makeSampleTable(count)
    for (let sample = 0; sample < count; sample += 1) {
      const duration = take(flag.sampleDuration) ?? defaults.duration
      const size = take(flag.sampleSize) ?? defaults.size
      const own = take(flag.sampleFlags) ?? defaults.flags
      const sampleFlags = sample === 0 ? (firstFlags ?? own) : own
      const shift = (take(flag.sampleShift) ?? 0) | 0
      part.offsets[sample] = offset
      part.sizes[sample] = size
      part.decodeTimes[sample] = this.#time
      part.presentationTimes[sample] = this.#time + shift
      part.isSync[sample] = sampleFlags & notSync ? 0 : 1
      offset += size
      this.#time += duration
      this.#duration = duration
    }
    this.#parts.push(part)
    this.count += count
    return offset
  }

  /** The samples of the file's own table followed by those of its fragments. */
  joinedTo(before: SampleTable): SampleTable {
    if (this.count === 0) return before
    const parts = [before, ...this.#parts]
    const whole = makeSampleTable(before.count + this.count)
    let place = 0
    for (const part of parts) {
      whole.offsets.set(part.offsets, place)
      whole.sizes.set(part.sizes, place)
      whole.decodeTimes.set(part.decodeTimes, place)
      whole.presentationTimes.set(part.presentationTimes, place)
      whole.isSync.set(part.isSync, place)
      place += part.count
    }
    whole.lastDuration = this.#duration
    return whole
  }
}

function readTrackDefaults(buffer: Buffer, moov: Box, trackId: number): Defaults {
  const mvex = findBox(buffer, moov, 'mvex')
  const defaults = { duration: 0, size: 0, flags: 0 }
  if (!mvex) return defaults
  for (const trex of boxesOf(buffer, mvex.body, mvex.end)) {
    if (trex.type !== 'trex' || trex.body + 24 > trex.end) continue
    if (buffer.readUInt32BE(trex.body + 4) !== trackId) continue
    return {
      duration: buffer.readUInt32BE(trex.body + 12),
      size: buffer.readUInt32BE(trex.body + 16),
      flags: buffer.readUInt32BE(trex.body + 20),
    }
  }
  return defaults
}

function readFragmentHead(buffer: Buffer, tfhd: Box, track: Defaults, moofPlace: number) {
  const flags = buffer.readUInt32BE(tfhd.body) & 0xff_ff_ff
  let place = tfhd.body + 8
  let base = moofPlace
  if (flags & flag.baseDataOffset && place + 8 <= tfhd.end) {
    base = Number(buffer.readBigUInt64BE(place))
    place += 8
  }
  if (flags & flag.description) place += 4
  const take = (bit: number, otherwise: number) => {
    if (!(flags & bit) || place + 4 > tfhd.end) return otherwise
    place += 4
    return buffer.readUInt32BE(place - 4)
  }
  const defaults = {
    duration: take(flag.duration, track.duration),
    size: take(flag.size, track.size),
    flags: take(flag.flags, track.flags),
  }
  return { base, defaults }
}

const readBaseTime = (buffer: Buffer, tfdt: Box) =>
  buffer[tfdt.body] === 1
    ? Number(buffer.readBigUInt64BE(tfdt.body + 4))
    : buffer.readUInt32BE(tfdt.body + 4)
