import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { parsePlaylist } from '../../../../tests/live/parse-playlist.ts'
import type { Media } from '../../find-media.ts'
import { countFrames, readInstalledMedia } from '../../segments/testing-segments.ts'
import { recoverRecording } from '../recover-recording.ts'
import { continueRungs } from './continue-rungs.ts'
import { LiveEncoder } from './live-encoder.ts'
import { liveLadder } from './live-rungs.ts'
import { readLiveBytes } from '../live-bytes.ts'
import {
  liveClip,
  makeLater,
  readRenditionSamples,
  readStream,
  type Stream,
} from '../testing-packets.ts'
import {
  deleteLiveFolders,
  makeLonger,
  sendPackets,
  startRecording,
  startWatching,
} from '../testing-watcher.ts'

let media: Media
let stream: Stream
let larger: Stream
beforeAll(async () => {
  media = await readInstalledMedia()
  ;[stream, larger] = await Promise.all([
    readStream(await makeClip(liveClip.replace('160x90', '640x360'))),
    readStream(await makeClip(liveClip.replace('160x90', '854x480'))),
  ])
})
afterAll(deleteLiveFolders)

const source = { width: 640, height: 360, frameRate: 30, rate: 1_000_000 }

const startEncoding = async (onFailure?: (error: Error) => void) => {
  const watched = await startRecording()
  const { rungs } = liveLadder(source, 'plus', 1)
  expect(rungs.map(({ name }) => name)).toEqual(['270p'])
  const { recording } = watched
  const encoder = new LiveEncoder(media, {
    recording,
    rungs,
    quality: 'plus',
    ...(onFailure && { onFailure }),
  })
  recording.begin(stream.header)
  return { ...watched, encoder }
}

describe('lower renditions of a broadcast', () => {
  if (isLongRun())
    test('have the cuts, numbers and frames of the source, also behind a change of its size', async () => {
      const { folder, recording, encoder, problems, text } = await startEncoding()
      await sendPackets({ recording }, stream.packets)
      recording.begin(larger.header)
      await sendPackets({ recording }, makeLater(larger.packets, 6000))
      await encoder.finish()
      const finished = await recording.finish()
      expect(await problems()).toEqual([])
      expect(encoder.hasFailed).toBe(false)
      const [picture, lower] = ['source', '270p'].map((name) => parsePlaylist(text(name, 'event')))
      const cutsOf = (list: typeof lower) =>
        list?.segments.map(({ msn, duration, time, isDiscontinuity }) => ({
          msn,
          duration,
          time,
          isDiscontinuity,
        }))
      expect(cutsOf(lower)).toEqual(cutsOf(picture))
      const samples = await readRenditionSamples(folder, finished, '270p')
      expect(samples).toHaveLength(360)
      const keys = samples.flatMap(({ isSync, decode }) => (isSync ? [decode] : []))
      expect(finished.map?.video?.cuts.slice(0, -1).filter((cut) => !keys.includes(cut))).toEqual(
        [],
      )
      const pieces = finished.renditions.find(({ name }) => name === '270p')?.pieces ?? []
      const frames = await Promise.all(
        pieces.map(async ({ fileName }) =>
          countFrames(folder, [await readFile(path.join(folder, fileName))]),
        ),
      )
      expect(frames.reduce((sum, count) => sum + count, 0)).toBe(360)
      expect(
        finished.map?.video?.rungs.map(({ name, width, height }) => [name, width, height]),
      ).toEqual([
        ['270p', 480, 270],
        ['source', 640, 360],
      ])
    })

  test('go on as copies of the source when their encoder dies', async () => {
    const failures: Error[] = []
    const broken = { ...media, ffmpeg: '/bin/false' }
    const watched = await startRecording()
    const { recording } = watched
    const { rungs } = liveLadder(source, 'plus', 1)
    const encoder = new LiveEncoder(broken, {
      recording,
      rungs,
      quality: 'plus',
      onFailure: (error) => failures.push(error),
    })
    recording.begin(stream.header)
    await sendPackets(watched, stream.packets)
    await encoder.finish()
    await recording.finish()
    expect(await watched.problems()).toEqual([])
    expect(failures).toHaveLength(1)
    const { window } = recording
    for (const { msn } of window.renditions[0]!.segments) {
      const [whole, copy] = [window.segment('source', msn), window.segment('270p', msn)]
      expect((await readLiveBytes(copy!)).equals(await readLiveBytes(whole!))).toBe(true)
    }
  })
})

/** Its first run dies in the middle of what it writes. */
const mortal = async (folder: string, bytes: number) => {
  const ffmpeg = path.join(folder, 'mortal')
  const once = path.join(folder, 'once')
  const dies = `if mkdir "${once}" 2>/dev/null; then "${media.ffmpeg}" "$@" | head -c ${bytes}; exit 1; fi`
  await writeFile(ffmpeg, `#!/bin/sh\n${dies}\nexec "${media.ffmpeg}" "$@"\n`, { mode: 0o755 })
  return { ...media, ffmpeg }
}

if (isLongRun())
  test('an encoder that dies is begun again, and no frame of any lower rendition is missing', async () => {
    const watched = await startRecording()
    const { recording, folder, text } = watched
    const { rungs } = liveLadder({ ...source, width: 1280, height: 720 }, 'premium', 2)
    expect(rungs).toHaveLength(2)
    const said: string[] = []
    const encoder = new LiveEncoder(await mortal(folder, 400_000), {
      recording,
      rungs,
      quality: 'premium',
      onRestart: () => void said.push('begun again'),
      onFailure: ({ message }) => void said.push(message),
    })
    recording.begin(stream.header)
    await sendPackets(watched, stream.packets)
    await encoder.finish()
    const finished = await recording.finish()
    expect(await watched.problems()).toEqual([])
    expect(said).toEqual(['begun again'])
    const cuts = parsePlaylist(text('source', 'event')).segments.map(({ msn, time }) => [msn, time])
    for (const { name } of rungs) {
      const list = parsePlaylist(text(name, 'event'))
      expect(list.segments.map(({ msn, time }) => [msn, time])).toEqual(cuts)
      expect(list.segments.some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false)
      const [piece, ...others] = finished.renditions.find((one) => one.name === name)?.pieces ?? []
      expect(others).toEqual([])
      const samples = await readRenditionSamples(folder, finished, name)
      expect(samples).toHaveLength(180)
      const bytes = await readFile(path.join(folder, piece!.fileName))
      expect(await countFrames(folder, [bytes])).toBe(samples.length)
      const keys = samples.flatMap(({ isSync, decode }) => (isSync ? [decode] : []))
      expect(finished.map?.video?.cuts.slice(0, -1).filter((cut) => !keys.includes(cut))).toEqual(
        [],
      )
    }
  })

test('what an encoder takes for a second of its stream is measured once, as soon as it has encoded one', async () => {
  const watched = await startRecording()
  const { recording } = watched
  const { rungs } = liveLadder(source, 'plus', 1)
  const costs: number[] = []
  const measured = new Promise<void>((resolve) => {
    const onCost = (cores: number) => {
      costs.push(cores)
      resolve()
    }
    const cost = { onCost, costAfterMs: 50 }
    const encoder = new LiveEncoder(media, { recording, rungs, quality: 'plus', ...cost })
    onTestFinished(() => encoder.finish())
  })
  recording.begin(stream.header)
  await sendPackets(watched, stream.packets)
  await measured
  expect(costs[0]).toBeGreaterThan(0.01)
  expect(costs[0]).toBeLessThan(2)
  expect(costs).toHaveLength(1)
})

const startHanging = async () => {
  const watched = await startRecording()
  const { recording, folder } = watched
  const ffmpeg = path.join(folder, 'hangs')
  await writeFile(ffmpeg, '#!/bin/sh\nexec sleep 300\n', { mode: 0o755 })
  const { rungs } = liveLadder(source, 'plus', 1)
  const options = { recording, rungs, quality: 'plus', endsWithinMs: 100 } as const
  const encoder = new LiveEncoder({ ...media, ffmpeg }, options)
  recording.begin(stream.header)
  return { watched, recording, encoder }
}

test('a broadcast waits three segments for an encoder that is slow to begin, and then plays without it', async () => {
  const { watched, recording, encoder } = await startHanging()
  const { window } = recording
  const { packets } = makeLonger(stream, 2)
  const before = packets.findIndex(({ dts }) => dts > 5500)
  await sendPackets(watched, packets.slice(0, before))
  expect(window.renditions[0]?.segments).toHaveLength(2)
  expect(window.isPlayable).toBe(false)
  await sendPackets(watched, packets.slice(before))
  expect(window.isPlayable).toBe(true)
  expect(window.multivariant().match(/\w+\.m3u8$/gm)).toEqual(['source.m3u8'])
  // Its encoder fails: the rendition is listed as a copy, and the source stayed listed all the time.
  await encoder.finish()
  await recording.finish()
  expect(window.multivariant().match(/\w+\.m3u8$/gm)).toEqual(['source.m3u8', '270p.m3u8'])
  expect(await watched.problems()).toEqual([])
})

test('an encoder that hangs does not keep a broadcast from its end', async () => {
  const { watched, recording, encoder } = await startHanging()
  await sendPackets(watched, stream.packets)
  await encoder.finish()
  expect(encoder.hasFailed).toBe(true)
  expect((await recording.finish()).renditions.map(({ name }) => name)).toContain('270p')
})

test('lower renditions of a recovered recording go on as copies of the source', async () => {
  const { folder, recording, encoder } = await startEncoding()
  await sendPackets({ recording }, stream.packets)
  await encoder.finish()
  await recording.suspend()
  const recovered = await recoverRecording(folder)
  if (!recovered) throw new Error('Nothing to recover.')
  const watched = startWatching(recovered)
  const rungs = continueRungs(recovered)
  recovered.begin(stream.header)
  await sendPackets(watched, makeLater(stream.packets, 9000))
  await rungs.finish()
  const finished = await recovered.finish()
  expect(await watched.problems()).toEqual([])
  expect(finished.map?.video?.rungs.map(({ name }) => name)).toEqual(['270p', 'source'])
  const lower = finished.renditions.find(({ name }) => name === '270p')
  expect(lower?.stretches.map(({ firstSegment }) => firstSegment)).toEqual([0, 3])
  expect(lower?.pieces.map(({ offsets }) => offsets.length - 1)).toEqual([3, 3])
})

test('lower renditions whose source cannot be read end no program, and are not stored', async () => {
  const { folder, recording, encoder } = await startEncoding()
  await sendPackets({ recording }, stream.packets)
  await encoder.finish()
  await recording.suspend()
  const recovered = await recoverRecording(folder)
  if (!recovered) throw new Error('Nothing to recover.')
  recovered.begin(stream.header)
  await sendPackets({ recording: recovered }, makeLater(stream.packets, 9000))
  recovered.leave()
  await recovered.files.settled()
  await rename(path.join(folder, 'source-0.mp4'), path.join(folder, 'away.mp4'))
  for (const { parts = [] } of recovered.window.renditions[0]!.segments)
    for (const part of parts) part.buffers = undefined
  const rungs = continueRungs(recovered)
  await rungs.finish()
  await rename(path.join(folder, 'away.mp4'), path.join(folder, 'source-0.mp4'))
  const finished = await recovered.finish()
  expect(finished.renditions.map(({ name }) => name)).toEqual(['source', 'audio-0'])
  expect(finished.map?.video?.rungs.map(({ name }) => name)).toEqual(['270p', 'source'])
})

describe('the ladder', () => {
  const hd = { width: 1280, height: 720, frameRate: 30, rate: 2_500_000 }
  test.each([
    ['basic', 2, []],
    ['plus', 0.3, ['480p']],
    ['plus', 0.2, ['270p']],
    ['plus', 0.1, []],
    ['premium', 0.45, ['270p', '480p']],
    ['premium', 0.3, ['480p']],
  ] as const)('of quality %s with %s cores has %s', (quality, cores, names) => {
    const ladder = liveLadder(hd, quality, cores)
    expect(ladder.rungs.map(({ name }) => name)).toEqual(names)
    expect(ladder.cores).toBeLessThanOrEqual(cores)
  })

  const hevc = { ...hd, isUnusual: true }
  test.each([
    ['basic', 1, ['720p'], 1280],
    ['plus', 0.5, ['480p'], 854],
    ['basic', 0.3, ['270p'], 480],
    ['premium', 1, ['270p', '720p'], 480],
    ['premium', 0.25, [], undefined],
  ] as const)(
    'of a source in HEVC with quality %s and %s cores has %s',
    (quality, cores, names, width) => {
      const ladder = liveLadder(hevc, quality, cores)
      expect(ladder.rungs.map(({ name }) => name)).toEqual(names)
      expect(ladder.rungs[0]?.width).toBe(width)
      expect(ladder.cores).toBeLessThanOrEqual(cores)
    },
  )

  test('of a small source in HEVC is as large as it: its codec is what viewers lack', () => {
    const small = { ...hevc, width: 320, height: 180 }
    const { rungs } = liveLadder(small, 'basic', 1)
    expect(rungs).toMatchObject([{ name: '270p', width: 320, height: 180 }])
  })

  test('has nothing as large as its source, and costs more at 60 frames a second', () => {
    expect(liveLadder({ ...hd, width: 480, height: 270 }, 'premium', 2).rungs).toEqual([])
    expect(liveLadder({ ...hd, frameRate: 60 }, 'plus', 0.3).rungs).toEqual([])
  })
})
