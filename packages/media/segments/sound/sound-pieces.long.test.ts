import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Media } from '../../find-media.ts'
import type { AudioMap, MediaMap } from '../../media-map.ts'
import { probeFile } from '../../probe-file.ts'
import { makeAudioRendition } from './audio-rendition.ts'
import { planSoundAhead } from './plan-sound.ts'
import {
  readDecoded,
  readInstalledMedia,
  readParts,
  makePlannedClip,
  type Planned,
  deletePlannedClips,
} from '../testing-segments.ts'
import { encodeSoundPiece, pieceOf } from './sound-pieces.ts'
import { judgeTiming } from './sound-timing.ts'
import { packetSamples } from './sound-track.ts'

let media: Media
beforeAll(async () => {
  media = await readInstalledMedia()
})
afterAll(deletePlannedClips)

const seconds = 34
const loud = 0.4
const highest = 1000
/** A rising tone, because each of its moments differs from all others. */
const sweep = `-f lavfi -i aevalsrc=${loud}*sin(2*PI*(100*t+${(highest - 100) / 2 / seconds}*t*t))|${loud}*sin(2*PI*(${highest}*t-${(highest - 100) / 2 / seconds}*t*t)):s=48000:d=${seconds}`
const picture = `-f lavfi -i testsrc2=size=160x90:rate=25:duration=${seconds} -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p`

interface Ahead extends Planned {
  map: MediaMap
  audio: AudioMap
}

const planAhead = async (planned: Planned): Promise<Ahead | undefined> => {
  const probe = await probeFile(media, planned.folder, planned.fileName)
  const map = await planSoundAhead(media, planned, planned.map, probe)
  const [audio] = map?.audio ?? []
  return map && audio && { ...planned, map, audio }
}

const ahead = async (clip: string, options: Parameters<typeof makePlannedClip>[2] = {}) => {
  const planned = await planAhead(await makePlannedClip(media, clip, options))
  if (!planned?.audio.pieces) throw new Error('It is made as a whole.')
  return planned
}

/** Requests pieces in this order; the initialisation segment comes first in the results. */
const piecesInOrder = async (work: Ahead, order: readonly number[]) => {
  const parts: Buffer[] = []
  for (const index of order) {
    const made = await encodeSoundPiece(media, work, pieceOf(work, index))
    parts[0] = made.init
    parts[index + 1] = made.segments.get(index)!
  }
  return parts
}

const samplesOf = async ({ folder }: Planned, parts: readonly Buffer[], channels = 1) => {
  const bytes = await readDecoded(folder, parts, '-ac', String(channels), '-f', 'f32le')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

const rootMeanSquare = (values: Float32Array) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)

const timeAndCount = (segment: Buffer) => {
  const tfdt = segment.indexOf('tfdt')
  const trun = segment.indexOf('trun')
  return {
    time: Number(segment.readBigUInt64BE(tfdt + 8)),
    count: segment.readUInt32BE(trun + 8),
  }
}

const sounds = [
  ['AC-3 beside a picture', `${picture} -c:a ac3`, 'mp4'],
  ['E-AC-3 in a transport stream', `${picture} -c:a eac3`, 'ts'],
  ['MP3 in Matroska, whose times are rounded', `${picture} -c:a libmp3lame -ar 44100`, 'mkv'],
  ['Opus in WebM', `${picture} -c:a libopus`, 'mkv'],
  ['MP3 alone', '-c:a libmp3lame', 'mp3'],
  ['Vorbis alone', '-c:a libvorbis', 'ogg'],
  ['FLAC alone', '-c:a flac', 'flac'],
  ['samples at a low rate', '-c:a pcm_s16le -ar 22050', 'wav'],
  ['AAC at a low rate', '-c:a aac -ar 16000', 'm4a'],
] as const

test.each(someOf('sounds', sounds, 2))(
  'segments of %s that are made one by one join with each other and with the whole',
  async (_, args, extension) => {
    const work = await ahead(await makeClip(`${sweep} ${args}`, extension))
    const { audio } = work
    const made = await makeAudioRendition(media, work)
    const whole = await readParts(made)
    const count = audio.cuts.length - 1
    expect(count).toBeGreaterThan(6)
    const backwards = Array.from({ length: count }, (__, index) => count - 1 - index)
    const pieces = await piecesInOrder(
      work,
      backwards.filter((index) => index % 2 === 0 || index > 3),
    )
    expect(pieces[0]!.equals(whole[0]!)).toBe(true)
    expect(made.audio).toEqual(audio)
    expect(made.wasCopied).toBe(false)
    let place = 0
    for (const [index, part] of whole.slice(1).entries()) {
      const { time, count: packets } = timeAndCount(part)
      expect(time).toBe(place)
      expect(timeAndCount(pieces[index + 1] ?? part)).toEqual({ time, count: packets })
      expect(Math.abs((time * 90_000) / audio.sampleRate - audio.cuts[index]!)).toBeLessThan(1)
      place += packets * packetSamples
      const bitRate = (part.length * 8 * audio.sampleRate) / (packets * packetSamples)
      expect(bitRate).toBeLessThan(audio.bandwidth)
    }
    expect(place).toBe(audio.pieces!.packets * packetSamples)

    const stored = await samplesOf(work, whole)
    const mixed = await samplesOf(
      work,
      whole.map((part, index) => pieces[index] ?? part),
    )
    expect(stored).toHaveLength(place)
    expect(mixed).toHaveLength(place)
    // The end of a tone differs between encodings, so it is not compared.
    const end = (seconds - 0.2) * audio.sampleRate
    const differences = stored.map((value, index) => value - mixed[index]!).subarray(0, end)
    expect(rootMeanSquare(stored)).toBeGreaterThan(0.1)
    expect(rootMeanSquare(differences)).toBeLessThan(0.001)
    expect(differences.every((value) => Math.abs(value) < 0.01)).toBe(true)
    // A tone bends no faster than this; a lost or duplicated sample is a corner.
    const bend = loud * ((2 * Math.PI * highest) / audio.sampleRate) ** 2
    for (let index = 4800; index < end; index += 1) {
      const corner = mixed[index - 1]! - 2 * mixed[index]! + mixed[index + 1]!
      if (Math.abs(corner) > 3 * bend + 0.005)
        throw new Error(`A corner of ${corner} at ${index / audio.sampleRate} s.`)
    }
  },
)

const beep = "-af volume=0:enable='not(between(t,3,3.3))'"

const beginnings = [
  ['as a whole', undefined, '', 3],
  ['cut out of a longer one', { start: 1.23, end: 33.5 }, '', 1.77],
  ['that begins later than the picture', undefined, '-itsoffset 0.5', 3.5],
  ['that begins before the picture', undefined, '-itsoffset -0.5', 2.5],
] as const

test.each(someOf('beginnings', beginnings, 2))(
  'sound %s begins in pieces when it begins as a whole',
  async (_, clip, offset, at) => {
    const tone = await makeClip(
      `-f lavfi -i sine=frequency=1000:sample_rate=48000:duration=${seconds} ${beep} -c:a ac3`,
      'mp4',
    )
    const film = await makeClip(`${picture} -an`, 'mp4')
    const both = await makeClip(
      `-i ${film} ${offset} -i ${tone} -map 0:v -map 1:a -c copy`,
      offset.includes('-0.5') ? 'mkv' : 'mp4',
    )
    const planned = await makePlannedClip(media, both, { encode: true, ...(clip && { clip }) })
    const work = (await planAhead(planned))!
    const [before] = planned.map.audio
    const earlier = await makeAudioRendition(media, { ...planned, audio: before! })
    const [init, first] = await piecesInOrder(work, [0])
    const beginOf = async (parts: readonly Buffer[]) =>
      (await samplesOf(work, parts)).findIndex((value) => Math.abs(value) > 0.02) / 48_000
    const begin = await beginOf([init!, first!])
    expect(Math.abs(begin - (await beginOf((await readParts(earlier)).slice(0, 2))))).toBeLessThan(
      0.002,
    )
    const isMoved = offset.includes('-0.5')
    expect(Math.abs(begin - at)).toBeLessThan(isMoved ? 0.6 : 0.02)
  },
)

test('six channels stay six', async () => {
  const clip = await makeClip(
    `${sweep} -af pan=5.1|FL=c0|FR=c1|FC=c0|LFE=c1|BL=c0|BR=c1 -c:a eac3`,
    'mp4',
  )
  const work = await ahead(clip)
  expect(work.audio).toMatchObject({ channels: 6, codecs: 'mp4a.40.2' })
  const [init, second] = [await piecesInOrder(work, [4]), 5]
  expect(await samplesOf(work, [init[0]!, init[second]!], 6)).toHaveLength(
    timeAndCount(init[second]!).count * packetSamples * 6,
  )
})

const uneven = [
  ['is short', '-f lavfi -i sine=duration=20 -c:a flac', 'flac'],
  ['has gaps', `${sweep} -c:a ac3 -bsf:a setts=ts=TS+50*gt(N\\,500)`, 'mkv'],
  ['is slow', `${sweep} -c:a ac3 -bsf:a setts=ts=TS*1.001`, 'mkv'],
  ['has packets of several lengths, whose times are rounded', `${sweep} -c:a libvorbis`, 'mkv'],
  ['begins much later', `-itsoffset 5 ${sweep} ${picture} -c:a ac3`, 'mp4'],
] as const

test.each(someOf('uneven-sounds', uneven, 2))(
  'sound that %s is made as a whole',
  async (_, args, extension) => {
    const planned = await makePlannedClip(media, await makeClip(args, extension))
    expect(await planAhead(planned)).toBeUndefined()
  },
)

const ac3 = { codec: 'ac3', rate: 48_000 }
const evenly = (count: number, each: number, move = (start: number) => start) => ({
  starts: Float64Array.from({ length: count }, (_, packet) => move(packet * each)),
  lengths: new Float64Array(count).fill(each),
})

test('where packet times are rounded, the number of a packet gives its time', () => {
  const packet = 1152 / 44_100
  const rounded = evenly(1000, packet, (start) => Math.round(start * 1000) / 1000)
  expect(judgeTiming(rounded, { codec: 'mp3', rate: 44_100 })).toEqual({
    first: 0,
    end: 1_152_000,
    packetSamples: 1152,
  })
})

test('missing and late packets and packets without a time are found', () => {
  expect(judgeTiming(evenly(1000, 0.032), ac3)).toMatchObject({ packetSamples: 1536 })
  const missing = evenly(1000, 0.032, (start) => (start > 16 ? start + 0.032 : start))
  expect(judgeTiming(missing, ac3)).toBeUndefined()
  expect(
    judgeTiming(
      evenly(1000, 0.032, (start) => start * 1.0002),
      ac3,
    ),
  ).toBeUndefined()
  const unknown = evenly(1000, 0.032, (start) => (start > 16 && start < 17 ? Number.NaN : start))
  expect(judgeTiming(unknown, ac3)).toBeUndefined()
  expect(judgeTiming(evenly(0, 1), ac3)).toBeUndefined()
})

test('every segment belongs to one piece, which follows the one before', async () => {
  const work = await ahead(await makeClip(`${sweep} -c:a flac`, 'flac'))
  let next = 0
  for (let index = 0; index + 1 < work.audio.cuts.length; index += 1) {
    const { from, to } = pieceOf(work, index)
    expect(from === next || index > from).toBe(true)
    expect(index).toBeLessThan(to)
    next = to
  }
  expect(next).toBe(work.audio.cuts.length - 1)
  expect(() => pieceOf(work, next)).toThrow(RangeError)
  expect(() => pieceOf(work, -1)).toThrow(RangeError)
})
