import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { parsePlaylist } from '../../../tests/live/parse-playlist.ts'
import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import { countFrames, readDecoded, readInstalledMedia } from '../segments/testing-segments.ts'
import { makeSlate, startSlate } from './slate.ts'
import { liveClip, makeLater, readStream, type Stream } from './testing-packets.ts'
import {
  deleteLiveFolders,
  makeLiveFolder,
  sendPackets,
  startRecording,
} from './testing-watcher.ts'

let media: Media
let stream: Stream
beforeAll(async () => {
  media = await readInstalledMedia()
  stream = await readStream(await makeClip(liveClip))
})
afterAll(deleteLiveFolders)

const size = { width: 160, height: 90, frameRate: 30 }

/** A clock that only a test moves on. */
const aClock = (start: number) => {
  let now = start
  let tick = () => {}
  return {
    now: () => now,
    repeat: (repeated: () => void) => {
      tick = repeated
      return () => (tick = () => {})
    },
    pass: (ms: number) => {
      for (const end = now + ms; now < end; now += 100) tick()
    },
  }
}

test('the slate is shown with silence while the encoder is away, until its first keyframe', async () => {
  const watched = await startRecording()
  const { recording } = watched
  const slate = await makeSlate(media, { folder: await makeLiveFolder(), ...size })
  expect(slate.frames).toHaveLength(60)
  recording.begin(stream.header)
  await sendPackets(watched, stream.packets)
  recording.leave()
  const clock = aClock(Date.UTC(2026, 0, 2, 3, 4, 11))
  startSlate(recording, slate, clock)
  clock.pass(5000)
  await recording.files.settled()
  recording.begin(stream.header)
  clock.pass(1000)
  await sendPackets(watched, makeLater(stream.packets, 12_000))
  recording.leave()
  const again = aClock(Date.UTC(2026, 0, 2, 3, 4, 23))
  startSlate(recording, slate, again)
  again.pass(2500)
  recording.begin(stream.header)
  await sendPackets(watched, makeLater(stream.packets, 20_600))
  again.pass(1000)
  const finished = await recording.finish()
  expect(await watched.problems()).toEqual([])
  const kinds = finished.recordingTimes.map(({ kind }) => kind)
  expect(kinds).toEqual(['content', 'slate', 'content', 'slate', 'content'])
  expect(finished.recordingTimes[1]?.durationSeconds).toBeCloseTo(6, 0)
  // However often the encoder was away: one file for its picture, one for that of the slate, one for the sound.
  const [source, sound] = finished.renditions
  expect(source?.pieces.map(({ fileName }) => fileName)).toEqual(['source-0.mp4', 'source-1.mp4'])
  expect(source?.stretches.map(({ piece }) => piece)).toEqual([0, 1, 0, 1, 0])
  expect(sound?.pieces).toHaveLength(1)
  const joins = source?.stretches.map(({ firstSegment }) => firstSegment)
  expect(joins).toEqual([0, 3, 6, 9, 11])
  const linesOf = (name: string) =>
    parsePlaylist(watched.text(name, 'event')).segments.flatMap(({ msn, isDiscontinuity, map }) =>
      isDiscontinuity ? [[msn, map]] : [],
    )
  expect(linesOf('source')).toEqual([
    [3, 'source/init-1.mp4'],
    [6, 'source/init.mp4'],
    [9, 'source/init-1.mp4'],
    [11, 'source/init.mp4'],
  ])
  expect(linesOf('audio-0').map(([msn]) => msn)).toEqual([3, 6, 9, 11])
  const stretches = finished.map?.stretches
  for (const name of ['source', 'audio-0'])
    expect(stretches?.[name]?.map(({ firstSegment }) => firstSegment)).toEqual(joins)
  // What a viewer of the recording gets: each segment behind the initialisation part that it is stated with.
  const offsets = source?.pieces.map((piece) => piece.offsets) ?? []
  expect(offsets.map(({ length }) => length - 1)).toEqual([9, 5])
  const frames = await Promise.all(
    [0, 1].map(async (piece) =>
      countFrames(watched.folder, [
        await readFile(path.join(watched.folder, `source-${piece}.mp4`)),
      ]),
    ),
  )
  expect(frames[0]).toBe(3 * 180)
  await readDecoded(
    watched.folder,
    [await readFile(path.join(watched.folder, 'audio-0-0.mp4'))],
    '-f',
    'null',
  )
})

test('a broadcast of sound gets silence alone', async () => {
  const watched = await startRecording({ isAudioOnly: true })
  watched.recording.begin(stream.header)
  await sendPackets(watched, stream.packets)
  watched.recording.leave()
  const clock = aClock(Date.UTC(2026, 0, 2, 3, 4, 11))
  const { stop } = startSlate(watched.recording, undefined, clock)
  clock.pass(5000)
  stop()
  const finished = await watched.recording.finish()
  expect(await watched.problems()).toEqual([])
  expect(finished.durationSeconds).toBeGreaterThan(10.3)
})

test('a picture of any shape fills the size of the stream, and one that is none is refused', async () => {
  const folder = await makeLiveFolder()
  const picture = await makeClip('-f lavfi -i color=c=red:s=50x200 -frames:v 1', 'png')
  await writeFile(path.join(folder, 'slate.png'), await readFile(picture))
  const slate = await makeSlate(media, { folder, fileName: 'slate.png', ...size })
  expect(slate.facts).toMatchObject({ width: 160, height: 90 })
  expect(slate.frames).toHaveLength(60)
  await writeFile(path.join(folder, 'none.png'), 'no picture')
  await expect(makeSlate(media, { folder, fileName: 'none.png', ...size })).rejects.toThrow(
    MediaError,
  )
})
