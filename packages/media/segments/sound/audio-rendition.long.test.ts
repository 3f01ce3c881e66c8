import { join } from 'node:path'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Media } from '../../find-media.ts'
import { makeAudioRendition, type AudioWork } from './audio-rendition.ts'
import { gainOf } from './loudness.ts'
import {
  readDecoded,
  readInstalledMedia,
  readParts,
  makePlannedClip,
  deletePlannedClips,
  type Planned,
} from '../testing-segments.ts'
import { copySoundSegment, planSoundInPlace } from './sound-segments.ts'
import { encodeRung } from '../whole-rungs.ts'

let media: Media
beforeAll(async () => {
  media = await readInstalledMedia()
})
afterAll(deletePlannedClips)

const soundRate = 48_000
const frameRate = 50

function soundOf({ map }: Planned) {
  const [audio] = map.audio
  if (!audio) throw new Error('There is no sound.')
  return { map, audio }
}

async function makeAudio(planned: Planned, more: Partial<AudioWork> = {}) {
  const made = await makeAudioRendition(media, { ...planned, ...soundOf(planned), ...more })
  return { ...made, parts: await readParts(made) }
}

/** Decodes to one number per sample, on the player's clock. */
async function samplesOf(folder: string, parts: readonly Buffer[]): Promise<Float32Array> {
  const raw = ['-ac', '1', '-ar', String(soundRate), '-f', 'f32le']
  const bytes = await readDecoded(folder, parts, '-af', 'aresample=async=1:first_pts=0', ...raw)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

/** Black and silent except for a flash and a beep at three seconds. */
const flashAndBeep = (sound: string, extension: string) =>
  makeClip(
    [
      `-f lavfi -i color=black:size=160x90:rate=${frameRate}:duration=8`,
      '-f lavfi -i sine=frequency=1000:sample_rate=48000:duration=8',
      "-vf drawbox=t=fill:color=white:enable='between(t,2.999,3.3)'",
      "-af volume=0:enable='not(between(t,3,3.3))'",
      `-c:v libx264 -preset ultrafast -bf 2 -g 50 -pix_fmt yuv420p ${sound}`,
    ].join(' '),
    extension,
  )

const origins = [
  ['copied from an mp4', '-c:a aac', 'mp4', true, undefined],
  ['copied from Matroska', '-c:a aac', 'mkv', true, undefined],
  ['copied from a transport stream', '-c:a aac', 'ts', true, undefined],
  ['encoded from MP3', '-c:a libmp3lame', 'mp4', false, undefined],
  ['encoded from Opus', '-c:a libopus', 'mkv', false, undefined],
  ['encoded from a low rate', '-c:a aac -ar 16000', 'mp4', false, undefined],
  ['cut out of a longer one', '-c:a aac', 'mp4', true, { start: 1.23, end: 6.5 }],
] as const

test.each(someOf('origins-of-sound', origins, 2))(
  'sound %s stays within 20 ms of the picture',
  async (_, sound, extension, wasCopied, clip) => {
    const planned = await makePlannedClip(media, await flashAndBeep(sound, extension), {
      encode: true,
      ...(clip && { clip }),
    })
    const video = await readParts(await encodeRung(media, { ...planned, rung: '270p' }))
    const grey = [
      '-vf',
      'scale=64:36,setsar=1,format=gray',
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
    ]
    const frames = await readDecoded(planned.folder, video, ...grey)
    const bright = frames.findIndex((brightness) => brightness > 128)
    const flash = Math.floor(bright / (64 * 36)) / frameRate
    const made = await makeAudio(planned)
    expect(made.wasCopied).toBe(wasCopied)
    const samples = await samplesOf(planned.folder, made.parts)
    const beep = samples.findIndex((value) => Math.abs(value) > 0.02) / soundRate
    expect(flash).toBeGreaterThan(1)
    expect(Math.abs(beep - flash)).toBeLessThan(0.02)
  },
)

test.each([
  ['as a whole', undefined],
  ['where a part of it is cut out', { start: 1.23, end: 6.5 }],
])('sound is given from the source %s as it will be stored', async (_, clip) => {
  const planned = await makePlannedClip(media, await flashAndBeep('-c:a aac', 'mp4'), {
    encode: true,
    ...(clip && { clip }),
  })
  const source = join(planned.folder, planned.fileName)
  const audio = await planSoundInPlace(source, soundOf(planned))
  const made = await makeAudio(planned)
  expect(audio).toEqual({ ...made.audio, isInPlace: true })
  const given = { map: planned.map, audio: audio! }
  for (const [place, part] of made.parts.entries())
    expect((await copySoundSegment(source, given, place - 1)).equals(part)).toBe(true)
  await expect(copySoundSegment(source, given, made.parts.length - 1)).rejects.toThrow(RangeError)
})

test('sound alone is stored as it was given before, however uneven its packets are', async () => {
  const clip = await makeClip(
    '-f lavfi -i sine=frequency=440:sample_rate=44100:duration=60 -c:a aac -b:a 32k -bsf:a setts=ts=TS+700*mod(N\\,2)',
    'm4a',
  )
  const planned = await makePlannedClip(media, clip)
  const source = join(planned.folder, planned.fileName)
  const audio = (await planSoundInPlace(source, soundOf(planned)))!
  const made = await makeAudio(planned, { audio })
  expect(made.audio).toEqual(audio)
  const given = { map: planned.map, audio }
  for (const [place, part] of made.parts.entries())
    expect((await copySoundSegment(source, given, place - 1)).equals(part)).toBe(true)
})

test.each([
  ['has to be encoded', '-c:a libmp3lame', 'mp4'],
  ['is no mp4', '-c:a aac', 'mkv'],
])('nothing is given from a source that %s', async (_, sound, extension) => {
  const planned = await makePlannedClip(media, await flashAndBeep(sound, extension), {
    encode: true,
  })
  const source = join(planned.folder, planned.fileName)
  expect(await planSoundInPlace(source, soundOf(planned))).toBeUndefined()
})

test('sound is cut near the cuts of the picture, at its own packets, and joins without a gap', async () => {
  const clip = await makeClip(
    '-f lavfi -i testsrc2=size=160x90:rate=25:duration=13 -f lavfi -i sine=frequency=440:sample_rate=44100:duration=13 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac',
  )
  const planned = await makePlannedClip(media, clip)
  const { audio, parts, wasCopied } = await makeAudio(planned)
  const videoCuts = planned.map.video?.cuts ?? []
  expect(wasCopied).toBe(true)
  expect(parts).toHaveLength(audio.cuts.length)
  expect(audio.cuts).toHaveLength(videoCuts.length)
  const halfPacket = (512 / 44_100) * 90_000
  for (const [place, cut] of audio.cuts.slice(0, -1).entries())
    expect(Math.abs(cut - (videoCuts[place] ?? 0))).toBeLessThanOrEqual(halfPacket + 1)
  const samples = await samplesOf(planned.folder, parts)
  expect(Math.abs(samples.length / soundRate - 13)).toBeLessThan(0.05)
  // A sine is loud in each hundredth of a second; a gap would be silent.
  const isLoud = (from: number) =>
    samples.slice(from, from + 480).some((value) => Math.abs(value) > 0.05)
  for (let from = 4800; from < samples.length - 4800; from += 480) expect(isLoud(from)).toBe(true)
})

test('a clock of the sound that is slow does not add up', async () => {
  const minute = await makeClip(
    '-f lavfi -i testsrc2=size=160x90:rate=25:duration=10.01 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=10 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac',
  )
  // At every join the sound waits for the picture, a third of a second in total.
  const long = await makeClip(`-stream_loop 9 -i ${minute} -c copy`)
  const planned = await makePlannedClip(media, long)
  const { audio, wasCopied } = await makeAudio(planned)
  expect(wasCopied).toBe(true)
  const video = planned.map.video?.cuts ?? []
  for (const [place, cut] of audio.cuts.slice(0, -1).entries())
    expect(Math.abs(cut - (video[place] ?? 0)) / 90_000).toBeLessThan(0.05)
})

test('normalised sound comes to -16 LUFS by one factor, and silence stays silence', async () => {
  const quiet = await makeClip(
    '-f lavfi -i sine=frequency=440:sample_rate=48000:duration=6 -af volume=-20dB -c:a aac',
    'm4a',
  )
  const planned = await makePlannedClip(media, quiet)
  const { parts, wasCopied } = await makeAudio(planned, { isNormalized: true })
  expect(wasCopied).toBe(false)
  const samples = await samplesOf(planned.folder, parts)
  const middle = samples.slice(soundRate, 5 * soundRate)
  const power = middle.reduce((sum, value) => sum + value * value, 0) / middle.length
  // A mono sine at 440 Hz: its loudness is its power, weighted by about -0.7.
  expect(10 * Math.log10(power) - 0.691).toBeGreaterThan(-17.5)
  expect(10 * Math.log10(power) - 0.691).toBeLessThan(-14.5)

  const silent = await makeClip('-f lavfi -i anullsrc=r=48000:cl=stereo -t 2 -c:a aac', 'm4a')
  const still = await makePlannedClip(media, silent)
  const nothing = await makeAudio(still, { isNormalized: true })
  expect((await samplesOf(still.folder, nothing.parts)).every((value) => value === 0)).toBe(true)
})

test('loud peaks bound how much louder a sound becomes', () => {
  const report = (loudness: string, peak: string) =>
    `[Parsed_ebur128_0 @ 0x1] Summary:\n\n  Integrated loudness:\n    I:         ${loudness} LUFS\n    Threshold: -33.0 LUFS\n\n  True peak:\n    Peak:       ${peak} dBFS\n`
  expect(gainOf(report('-23.0', '-10.0'))).toBeCloseTo(7)
  expect(gainOf(report('-23.0', '-3.0'))).toBeCloseTo(1.5)
  expect(gainOf(report('-9.0', '0.0'))).toBeCloseTo(-7)
  expect(gainOf(report('-70.0', '-inf'))).toBe(0)
})

const layouts = [
  ['one channel', '-ac 1 -c:a flac', 1],
  ['three channels, as two', '-af pan=2.1|FL=c0|FR=c0|LFE=c0 -c:a flac', 2],
  ['six channels', '-af pan=5.1|FL=c0|FR=c0|FC=c0|LFE=c0|BL=c0|BR=c0 -c:a flac', 6],
] as const

test.each(someOf('layouts', layouts, 2))('sound of %s is kept', async (_, args, channels) => {
  const clip = await makeClip(`-f lavfi -i sine=sample_rate=48000:duration=2 ${args}`, 'mkv')
  const { audio } = await makeAudio(await makePlannedClip(media, clip))
  expect(audio.channels).toBe(channels)
})

test('sound alone is cut every few seconds, and a cover is no video', async () => {
  const cover = await makeClip(
    '-f lavfi -i color=red:size=64x64:rate=1:duration=1 -frames:v 1',
    'png',
  )
  const clip = await makeClip(
    `-f lavfi -i sine=sample_rate=44100:duration=11 -i ${cover} -map 0 -map 1 -c:a aac -c:v png -disposition:v attached_pic`,
    'm4a',
  )
  const planned = await makePlannedClip(media, clip)
  expect(planned.map.video).toBeUndefined()
  const { audio, parts } = await makeAudio(planned)
  expect(parts).toHaveLength(4)
  expect(audio.cuts.map((cut) => Math.round(cut / 90_000))).toEqual([0, 4, 8, 11])
  const samples = await samplesOf(planned.folder, parts)
  expect(Math.abs(samples.length / soundRate - 11)).toBeLessThan(0.05)
})
