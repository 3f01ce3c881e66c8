import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corpusInputs } from './testing-corpus/corpus-inputs.ts'
import { makeCorpus } from './testing-corpus/make-corpus.ts'
import { findMedia, hasMedia, type Media } from './find-media.ts'
import { inputInfo } from './input-info.ts'
import { InputRefused } from './input-refused.ts'
import { judgeInput } from './judge-input.ts'
import { probeFile } from './probe-file.ts'
import { MediaError } from './media-error.ts'

let media: Media
let folder = ''
const own: string[] = []

beforeAll(async () => {
  const found = await findMedia({ ffmpegPath: process.env.FFMPEG_PATH })
  if (!hasMedia(found)) throw new Error(found.missing)
  media = found
  folder = await makeCorpus(media, corpusInputs)
})
afterAll(() => Promise.all(own.map((path) => rm(path, { recursive: true, force: true }))))

test('the input information of a file names its tracks as the API does', async () => {
  expect(inputInfo(await probeFile(media, folder, 'h264-aac.mov'))).toEqual({
    container_format: 'mov',
    tracks: [
      { type: 'video', duration: 1, encoding: 'h264', width: 160, height: 90, frame_rate: 25 },
      { type: 'audio', duration: 1, encoding: 'aac', channels: 1, sample_rate: 44_100 },
    ],
  })
  expect(inputInfo(await probeFile(media, folder, 'tone.wav'))).toEqual({
    container_format: 'wav',
    tracks: [
      {
        type: 'audio',
        duration: 1,
        encoding: 'pcm_s16le',
        channels: 1,
        sample_rate: 44_100,
        sample_size: 16,
      },
    ],
  })
  const film = inputInfo(await probeFile(media, folder, 'film-rate.mp4'))
  expect(film.tracks[0]).toMatchObject({ frame_rate: 23.976 })
})

test('languages and covers are found', async () => {
  const tracks = await probeFile(media, folder, 'three-tracks.mkv')
  expect(tracks.audios.map(({ language }) => language)).toEqual(['eng', 'deu', 'fra'])
  const cover = await probeFile(media, folder, 'cover.mp3')
  expect(cover).toMatchObject({ videos: [], cover: { width: 100, height: 100 } })
})

test('keyframes far apart and too small a tier are reasons to encode', async () => {
  const long = await probeFile(media, folder, 'long-gop.mp4')
  expect(judgeInput(long, { maxTier: '1080p', keyframeGapSeconds: 13 })).toMatchObject({
    canCopyVideo: false,
    nonStandardReasons: { video_gop_size: 'high' },
  })
  expect(judgeInput(long, { maxTier: '1080p', keyframeGapSeconds: 10 }).canCopyVideo).toBe(true)
  const large = await probeFile(media, folder, 'large.mp4')
  expect(judgeInput(large, { maxTier: '1080p' })).toMatchObject({
    resolutionTier: '1080p',
    canCopyVideo: false,
  })
  expect(judgeInput(large, { maxTier: '2160p' })).toMatchObject({
    resolutionTier: '2160p',
    canCopyVideo: true,
    nonStandardReasons: {},
  })
  const tone = await probeFile(media, folder, 'tone.m4a')
  expect(judgeInput(tone, { maxTier: '2160p' }).resolutionTier).toBe('audio-only')
})

test('pictures of phones are called images', async () => {
  const place = await mkdtemp(join(tmpdir(), 'playhead-images-'))
  own.push(place)
  const head = Buffer.alloc(3000)
  head.writeUInt32BE(24)
  head.write('ftypheic', 4, 'latin1')
  await writeFile(join(place, 'source'), head)
  await expect(probeFile(media, place, 'source')).rejects.toThrow(InputRefused)
  await expect(probeFile(media, place, 'source')).rejects.toThrow(/^This is an image/)
})

test('a probe that is called off, or that cannot start, does not blame the file', async () => {
  const signal = AbortSignal.abort()
  await expect(probeFile(media, folder, 'tone.wav', { signal })).rejects.toMatchObject({
    reason: 'cancelled',
  })
  const guards = { ...media.guards, isolation: [], leash: [], hasLimits: false }
  const work = probeFile({ ...media, ffprobe: '/nowhere', guards }, folder, 'tone.wav')
  await expect(work).rejects.toThrow(MediaError)
  const behindAWrapper = probeFile({ ...media, ffprobe: '/nowhere' }, folder, 'tone.wav')
  await expect(behindAWrapper).rejects.toThrow(MediaError)
})
