import { open, type FileHandle } from 'node:fs/promises'
import { MediaError } from '../../media-error.ts'
import { toleranceTicks } from '../cut-segment.ts'
import type { VideoTimeline } from '../video-timeline.ts'

/** A part of the video whose frames cannot be read, in ticks from the first frame. */
export interface Stretch {
  start: number
  end: number
}

/** Enough for the headers of most frames: parameters, timing and the beginning of the first slice. */
const windowBytes = 192
/** Of a file with more damage nothing is known. */
const readableShare = 0.9
/** Reads in flight; an hour of video takes a second or two. */
const readsAtOnce = 64
/** Macroblocks of the largest picture of H.264. */
const macroblocksMax = 139_264
const sliceTypeMax = 9
const parametersMax = 255
const slices = new Set([1, 5])

/**
 * Where frames contradict themselves: the lengths of their units do not add up, or a slice begins with what no encoder writes. A
 * browser refuses such a segment as a whole. Only the headers are read, so that hours take seconds.
 */
export const damagedStretches = async (
  path: string,
  timeline: VideoTimeline,
  signal?: AbortSignal,
): Promise<Stretch[]> => {
  const { samples, ticks, track, endTicks } = timeline
  const { avc } = track.description ?? {}
  const lengthBytes = ((avc?.[4] ?? 3) & 3) + 1
  const isUnit = avc ? isUnitOfAvc : isUnitOfHevc
  const handle = await open(path)
  try {
    const damaged: number[] = []
    for (let first = 0; first < samples.count; first += readsAtOnce) {
      if (signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
      const batch = Array.from(
        { length: Math.min(readsAtOnce, samples.count - first) },
        (_, place) => first + place,
      )
      const sound = await Promise.all(
        batch.map((sample) =>
          isSound(handle, {
            at: samples.offsets[sample] ?? 0,
            size: samples.sizes[sample] ?? 0,
            lengthBytes,
            isUnit,
          }),
        ),
      )
      damaged.push(...batch.filter((_, place) => !sound[place]))
    }
    // Lengths that never add up are of another kind of file.
    return damaged.length > samples.count * readableShare
      ? []
      : stretchesOf(damaged, ticks, endTicks)
  } finally {
    await handle.close()
  }
}

interface Sample {
  at: number
  size: number
  lengthBytes: number
  isUnit: (unit: Buffer) => boolean
}

async function isSound(
  handle: FileHandle,
  { at, size, lengthBytes, isUnit }: Sample,
): Promise<boolean> {
  const buffer = Buffer.alloc(windowBytes)
  let [windowStart, filled] = [0, 0]
  for (let place = 0; place < size;) {
    const wanted = Math.min(size, place + lengthBytes + sliceHeadBytes)
    if (place < windowStart || wanted > windowStart + filled) {
      windowStart = place
      const length = Math.min(windowBytes, size - place)
      filled = (await handle.read(buffer, 0, length, at + place)).bytesRead
      if (filled < wanted - place) return false
    }
    if (place + lengthBytes >= size) return false
    const inside = place - windowStart
    const length = buffer.readUIntBE(inside, lengthBytes)
    const next = place + lengthBytes + length
    if (length === 0 || next > size) return false
    const from = inside + lengthBytes
    if (!isUnit(buffer.subarray(from, Math.min(filled, from + length)))) return false
    place = next
  }
  return size > 0
}

/** Three numbers of at most 35 bits each, with the unit's own byte and bytes that keep start codes apart. */
const sliceHeadBytes = 18

const isUnitOfHevc = (unit: Buffer): boolean => ((unit[0] ?? 0x80) & 0x80) === 0

function isUnitOfAvc(unit: Buffer): boolean {
  const head = unit[0] ?? 0x80
  if ((head & 0x80) !== 0) return false
  if (!slices.has(head & 0x1f)) return true
  const bits = new UnsignedNumbers(unit.subarray(1))
  return bits.read() < macroblocksMax && bits.read() <= sliceTypeMax && bits.read() <= parametersMax
}

/** Numbers as slices begin with: as many zeros as the number has further bits. */
class UnsignedNumbers {
  #bit = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(): number {
    let zeros = 0
    while (zeros < 32 && this.#next() === 0) zeros += 1
    if (zeros === 32) return Infinity
    let value = 1
    for (let bit = 0; bit < zeros; bit += 1) value = value * 2 + this.#next()
    return value - 1
  }

  #next(): number {
    const byte = this.#bytes[this.#bit >> 3] ?? 0
    const bit = (byte >> (7 - (this.#bit & 7))) & 1
    this.#bit += 1
    return bit
  }
}

/** Damaged frames that follow each other within a second are one stretch. */
const joinTicks = 90_000

function stretchesOf(damaged: readonly number[], ticks: Float64Array, endTicks: number): Stretch[] {
  const frame = ticks.length > 0 ? endTicks / ticks.length : 0
  return joinStretches(
    damaged.map((sample) => {
      const start = Math.max(0, ticks[sample] ?? 0)
      return { start, end: Math.min(endTicks, Math.round(start + frame)) }
    }),
  )
}

/** In order, with those that nearly touch as one. */
export const joinStretches = (stretches: readonly Stretch[]): Stretch[] => {
  const joined: Stretch[] = []
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && start - last.end <= joinTicks) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** Whether a frame is inside of one of them. */
export const isDamagedAt = (stretches: readonly Stretch[], time: number) =>
  stretches.some(({ start, end }) => time >= start - toleranceTicks && time < end - toleranceTicks)
