import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, expect, test } from 'vitest'
import { mediaTimescale } from '../../media-map.ts'
import { makeNoisyFrame } from '../../testing-corpus/damage.ts'
import {
  deletePlannedClips,
  listShownFrames,
  makePlannedClip,
  readInstalledMedia,
} from '../testing-segments.ts'
import { encodeSegment } from '../segments.ts'
import { undecodedStretches } from './undecoded-stretches.ts'
import { withoutCopy } from './without-copy.ts'

const media = await readInstalledMedia()
const files = await mkdtemp(path.join(tmpdir(), 'undecoded-'))
afterAll(async () => {
  await deletePlannedClips()
  await rm(files, { recursive: true, force: true })
})

const clip = await makeClip(
  '-f lavfi -i testsrc2=s=640x360:r=25:d=20 -f lavfi -i sine=d=20 -pix_fmt yuv420p -g 50 -bf 2 -b:v 800k -c:a aac',
)
const writeNoisy = async (second: number) => {
  const file = path.join(files, `${second}.mp4`)
  await writeFile(file, await makeNoisyFrame(clip, second))
  return file
}
const seconds = (ticks: number) => ticks / mediaTimescale

test.each([10, 10.12])(
  'noise inside of the frame at %s s is found by decoding, and nothing is copied any more',
  async (second) => {
    const planned = await makePlannedClip(media, await writeNoisy(second))
    const { video } = planned.map
    // The headers do not show it.
    expect(video!.canCopy).toBe(true)
    const damaged = await undecodedStretches(media, planned, video!)
    expect(damaged.map(({ start, end }) => [seconds(start), seconds(end)])).toEqual([
      [second, expect.closeTo(second + 0.04)],
    ])
    const map = withoutCopy(planned.map, damaged, { tier: '1080p', quality: 'basic' })
    expect(map.video).toMatchObject({ canCopy: false, damaged, cuts: video!.cuts })
    expect(video!.rungs.map(({ name }) => name)).toEqual(['270p', 'source'])
    expect(map.video!.rungs.map(({ name }) => name)).toEqual(['270p', '480p'])
    expect(map.video!.rungs[0]).toEqual(video!.rungs[0])
    const index = video!.cuts.findLastIndex((cut) => seconds(cut) <= second)
    const made = await encodeSegment(media, { ...planned, map, rung: '480p', index })
    const shown = await listShownFrames(planned.folder, [made.init, made.media])
    const length = video!.cuts[index + 1]! - video!.cuts[index]!
    expect(shown).toHaveLength(seconds(length) * 25)
  },
)

test.each(['mp4', 'mkv', 'ts'])(
  'a sound %s has nothing that does not decode',
  async (container) => {
    const file = await makeClip(`-i ${clip} -c copy`, container)
    const planned = await makePlannedClip(media, file)
    expect(planned.map.video!.canCopy).toBe(true)
    expect(await undecodedStretches(media, planned, planned.map.video!)).toEqual([])
  },
)
