import { open } from 'node:fs/promises'
import { mediaTimescale } from '../media-map.ts'
import { readMp4 } from '../segments/mp4/read-mp4.ts'
import type { SampleTable } from '../segments/mp4/sample-table.ts'
import type { VideoTimeline } from '../segments/video-timeline.ts'

/** Two bytes of CEA-608 in one field of a picture. */
export interface CaptionPair {
  /** When its picture is shown, in ticks. */
  ticks: number
  field: 1 | 2
  first: number
  second: number
}

/** CC1 and CC2 share the first field, CC3 and CC4 the second. */
export type CaptionChannel = 1 | 2 | 3 | 4

const seiUnit = 6
const registeredMessage = 4
/** ATSC A/53: the United States, ATSC, captions. */
const captionsOfAtsc = Buffer.from([0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03])
const validPair = 0x04
const pairBytes = 3

/** The message without the bytes that keep start codes out of it. */
const withoutEmulation = (unit: Buffer) => {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) zeros = 0
    else {
      bytes.push(byte)
      zeros = byte === 0 ? zeros + 1 : 0
    }
  }
  return Buffer.from(bytes)
}

/** A number of 255s and a rest. */
const readSum = (bytes: Buffer, from: number) => {
  let [place, sum] = [from, 0]
  while (bytes[place] === 255) {
    sum += 255
    place += 1
  }
  return { sum: sum + (bytes[place] ?? 0), next: place + 1 }
}

const pairsOfMessage = (message: Buffer): Omit<CaptionPair, 'ticks'>[] => {
  const head = captionsOfAtsc.length
  if (!message.subarray(0, head).equals(captionsOfAtsc)) return []
  const count = (message[head] ?? 0) & 0x1f
  const pairs: Omit<CaptionPair, 'ticks'>[] = []
  for (let index = 0; index < count; index += 1) {
    const [flags = 0, first = 0, second = 0] = message.subarray(head + 2 + index * pairBytes)
    const kind = flags & 0x03
    if (!(flags & validPair) || kind > 1) continue
    // The eighth bit is a check.
    pairs.push({ field: kind === 0 ? 1 : 2, first: first & 0x7f, second: second & 0x7f })
  }
  return pairs.filter(({ first, second }) => first !== 0 || second !== 0)
}

/** Of one picture of H.264 whose units begin with their length. */
const pairsOfPicture = (picture: Buffer): Omit<CaptionPair, 'ticks'>[] => {
  const pairs: Omit<CaptionPair, 'ticks'>[] = []
  for (let place = 0; place + 5 <= picture.length;) {
    const length = picture.readUInt32BE(place)
    const unit = picture.subarray(place + 4, place + 4 + length)
    place += 4 + length
    if (((unit[0] ?? 0) & 0x1f) !== seiUnit) continue
    const bytes = withoutEmulation(unit.subarray(1))
    for (let at = 0; at + 2 < bytes.length;) {
      const type = readSum(bytes, at)
      const size = readSum(bytes, type.next)
      at = size.next + size.sum
      if (type.sum === registeredMessage)
        pairs.push(...pairsOfMessage(bytes.subarray(size.next, at)))
    }
  }
  return pairs
}

const readPairs = async (
  path: string,
  samples: SampleTable,
  ticksOf: (sample: number) => number,
): Promise<CaptionPair[]> => {
  const pairs: CaptionPair[] = []
  const handle = await open(path)
  try {
    for (let index = 0; index < samples.count; index += 1) {
      const picture = Buffer.alloc(samples.sizes[index] ?? 0)
      await handle.read(picture, 0, picture.length, samples.offsets[index] ?? 0)
      const ticks = ticksOf(index)
      for (const pair of pairsOfPicture(picture)) pairs.push({ ...pair, ticks })
    }
  } finally {
    await handle.close()
  }
  return pairs.toSorted((one, other) => one.ticks - other.ticks)
}

/** All captions in the pictures of an mp4 file, in the order in which they are shown. No picture is decoded. */
export const readCaptionPairs = async (path: string): Promise<CaptionPair[]> => {
  const track = (await readMp4(path))?.tracks.find(({ kind }) => kind === 'video')
  const { samples, timescale = mediaTimescale } = track ?? {}
  if (!samples) return []
  const times = samples.presentationTimes
  return readPairs(path, samples, (sample) =>
    Math.round(((times[sample] ?? 0) * mediaTimescale) / timescale),
  )
}

/** The same of one track, from its first picture on. */
export const readCaptionPairsOf = (
  path: string,
  { samples, ticks }: Pick<VideoTimeline, 'samples' | 'ticks'>,
): Promise<CaptionPair[]> => readPairs(path, samples, (sample) => ticks[sample] ?? 0)

const secondOfField = 0x08
const isControl = (first: number) => first >= 0x10 && first <= 0x1f
/** Bytes below are data about the programme. */
const isOther = (first: number) => first >= 0x01 && first <= 0x0f

/** The pairs of one channel, written as those of the first. */
export const pairsOfChannel = (
  pairs: readonly CaptionPair[],
  channel: CaptionChannel,
): CaptionPair[] => {
  const field = channel <= 2 ? 1 : 2
  const isSecond = channel % 2 === 0
  let isOpen = false
  return pairs.flatMap((pair) => {
    if (pair.field !== field) return []
    const { first, second } = pair
    if (isControl(first)) isOpen = ((first & secondOfField) !== 0) === isSecond
    if (isOther(first)) isOpen = false
    if (!isOpen) return []
    if (!isControl(first)) return [{ ...pair, field: 1 as const }]
    const own = first & ~secondOfField
    // Commands of the second field differ in one bit.
    const isCommand = own === 0x15 && second >= 0x20 && second <= 0x2f
    return [{ ...pair, field: 1 as const, first: isCommand ? 0x14 : own }]
  })
}

const odd = (byte: number) => {
  let ones = 0
  for (let bit = 0; bit < 7; bit += 1) ones += (byte >> bit) & 1
  return (ones % 2 === 0 ? byte | 0x80 : byte).toString(16).padStart(2, '0')
}

const linesPerSecond = 30
const two = (value: number) => String(value).padStart(2, '0')

const timecode = (line: number) => {
  const seconds = Math.floor(line / linesPerSecond)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return [...parts, line % linesPerSecond].map(two).join(':')
}

const eraseShown = { first: 0x14, second: 0x2c }

/** A Scenarist file, from which ffmpeg reads captions without their picture. `endTicks` ends the last one. */
export const writeScenarist = (pairs: readonly CaptionPair[], endTicks: number): string => {
  const lines = new Map<number, string[]>()
  for (const { ticks, first, second } of [...pairs, { ...eraseShown, ticks: endTicks }]) {
    const line = Math.max(0, Math.floor((ticks * linesPerSecond) / mediaTimescale + 0.01))
    lines.set(line, [...(lines.get(line) ?? []), `${odd(first)}${odd(second)}`])
  }
  const texts = [...lines].map(([line, words]) => `${timecode(line)}\t${words.join(' ')}\n`)
  return ['Scenarist_SCC V1.0\n', ...texts].join('\n')
}
