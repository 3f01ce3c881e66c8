import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import type { Media } from '../find-media.ts'
import {
  readInstalledMedia,
  makePlannedClip,
  deletePlannedClips,
} from '../segments/testing-segments.ts'
import { findShots, readCuts, shotsBetween, shotsMax } from './find-shots.ts'

let media: Media
beforeAll(async () => {
  media = await readInstalledMedia()
})
afterAll(deletePlannedClips)

const threeShots = () =>
  makeClip(
    '-f lavfi -i color=red:size=320x180:rate=25:duration=3 -f lavfi -i testsrc2=size=320x180:rate=25:duration=3 -f lavfi -i color=blue:size=320x180:rate=25:duration=2 -filter_complex [0][1][2]concat=n=3:v=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p',
  )

test('a video is divided where its picture becomes another one', async () => {
  const planned = await makePlannedClip(media, await threeShots())
  expect(await findShots(media, planned)).toEqual([
    { start: 0, end: 3 },
    { start: 3, end: 6 },
    { start: 6, end: 8 },
  ])
})

test('shots of a clip count from where it begins', async () => {
  const planned = await makePlannedClip(media, await threeShots(), { clip: { start: 2, end: 5 } })
  const shots = await findShots(media, planned)
  expect(shots).toHaveLength(2)
  expect(shots[1]?.start).toBeCloseTo(1, 2)
  expect(shots[1]?.end).toBeCloseTo(3, 2)
})

test('flashes are no shots, and there is an end to their number', () => {
  expect(shotsBetween([], 4)).toEqual([{ start: 0, end: 4 }])
  expect(shotsBetween([0.1, 1, 1.2, 1.6, 3.9], 4).map(({ start }) => start)).toEqual([0, 1, 1.6])
  const many = shotsBetween(
    Array.from({ length: 5000 }, (_, index) => index),
    6000,
  )
  expect(many).toHaveLength(shotsMax)
  expect(many.at(-1)?.end).toBe(6000)
  expect(
    readCuts('frame:0 pts:1\nlavfi.scd.score=21\nlavfi.scd.time=3.04\nlavfi.scd.time=6\n'),
  ).toEqual([3.04, 6])
})
