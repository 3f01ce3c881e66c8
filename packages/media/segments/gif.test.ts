import { afterAll, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { encodeSegment } from './segments.ts'
import {
  countFrames,
  deletePlannedClips,
  makePlannedClip,
  readDecoded,
  readInstalledMedia,
  readParts,
} from './testing-segments.ts'
import { encodeRung } from './whole-rungs.ts'

afterAll(deletePlannedClips)

test('an animated GIF plays once, and a part of it that is made alone has the same pictures', async () => {
  const media = await readInstalledMedia()
  // Each frame holds only what changed since the one before.
  const clip = await makeClip('-f lavfi -i testsrc2=s=320x180:d=13:r=10 -loop 0', 'gif')
  const planned = await makePlannedClip(media, clip)
  const { map, folder } = planned
  expect(map.duration).toBeCloseTo(13, 2)
  const [init, ...segments] = await readParts(await encodeRung(media, { ...planned, rung: '270p' }))
  expect(await countFrames(folder, [init!, ...segments])).toBe(130)
  const last = segments.length - 1
  const alone = await encodeSegment(media, { ...planned, rung: '270p', index: last })
  expect(alone.init.equals(init!)).toBe(true)
  const framesOf = (part: Buffer) =>
    readDecoded(folder, [init!, part], '-pix_fmt', 'gray', '-f', 'rawvideo')
  const [made, whole] = [await framesOf(alone.media), await framesOf(segments[last]!)]
  expect(made).toHaveLength(whole.length)
  const difference = made.reduce(
    (sum, value, place) => sum + Math.abs(value - (whole[place] ?? 0)),
    0,
  )
  expect(difference / made.length).toBeLessThan(2)
})
