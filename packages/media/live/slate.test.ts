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
  const back = makeLater(stream.packets, 12_000)
  await sendPackets(watched, back)
  clock.pass(1000)
  const finished = await recording.finish()
  expect(await watched.problems()).toEqual([])
  expect(finished.recordingTimes.map(({ kind }) => kind)).toEqual(['content', 'slate', 'content'])
  expect(finished.recordingTimes[1]?.durationSeconds).toBeCloseTo(6, 0)
  const [source, sound] = finished.renditions
  expect(source?.pieces.map(({ firstSegment }) => firstSegment)).toEqual([0, 3, 6])
  expect(sound?.pieces).toHaveLength(1)
  const breaks = (name: string) =>
    parsePlaylist(watched.text(name, 'event')).segments.flatMap(({ msn, isDiscontinuity }) =>
      isDiscontinuity ? [msn] : [],
    )
  expect(breaks('source')).toEqual([3, 6])
  expect(breaks('audio-0')).toEqual([3, 6])
  const slateFile = await readFile(path.join(watched.folder, 'source-1.mp4'))
  // The last tick was after 5.9 seconds.
  expect(await countFrames(watched.folder, [slateFile])).toBe(178)
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
