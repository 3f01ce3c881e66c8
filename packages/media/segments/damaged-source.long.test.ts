import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { mediaTimescale } from '../media-map.ts'
import { makeNoisy } from '../testing-corpus/damage.ts'
import { encodeSegment } from './segments.ts'
import {
  deletePlannedClips,
  listShownFrames,
  makePlannedClip,
  readInstalledMedia,
  readParts,
} from './testing-segments.ts'
import { encodeRung } from './whole-rungs.ts'

const media = await readInstalledMedia()
const files = await mkdtemp(path.join(tmpdir(), 'damaged-'))
afterAll(async () => {
  await deletePlannedClips()
  await rm(files, { recursive: true, force: true })
})

const picture = '-f lavfi -i testsrc2=s=640x360:r=25:d=20 -pix_fmt yuv420p -g 50 -bf 2 -b:v 800k'
const sources = {
  h264: `${picture} -c:v libx264 -preset veryfast`,
  hevc: `${picture} -c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1`,
}

const damage = async (container: string, codec: keyof typeof sources, bytes: number) => {
  const name = path.join(files, `${codec}-${bytes}.${container}`)
  await writeFile(name, makeNoisy(bytes)(await readFile(await makeClip(sources[codec], container))))
  return name
}

const damages = [
  ['mp4', 'h264', 20_000, [9, 11]],
  ['mp4', 'hevc', 20_000, [0, 20]],
  ['ts', 'h264', 20_000, [9, 11]],
  ['ts', 'h264', 400, [9, 11]],
  ['ts', 'h264', 900_000, [3, 17]],
  ['mkv', 'h264', 20_000, [9, 12.1]],
  ['mp4', 'h264', 900_000, [4, 16]],
  ['flv', 'h264', 20_000, [9, 11]],
  ['mkv', 'h264', 900_000, [3, 18]],
  ['flv', 'h264', 900_000, [3, 17]],
  ['mp4', 'hevc', 900_000, [0, 20]],
] as const

describe.each(someOf('damages', damages, 5))(
  '%s of %s with %s bytes of noise in the middle',
  (container, codec, bytes, stretch) => {
    test('is encoded, each segment of it decodes, and the damage is found', async () => {
      const planned = await makePlannedClip(media, await damage(container, codec, bytes))
      const { canCopy, cuts, damaged = [], rungs } = planned.map.video!
      expect(canCopy).toBe(false)
      expect(rungs.map(({ name }) => name)).not.toContain('source')
      const times = damaged.flatMap(({ start, end }) => [start, end]).map((t) => t / mediaTimescale)
      expect(Math.min(...times)).toBeGreaterThan(stretch[0])
      expect(Math.max(...times)).toBeLessThan(stretch[1])
      expect(Math.abs(planned.map.duration - 20)).toBeLessThan(0.05)
      const [init, ...whole] = await readParts(
        await encodeRung(media, { ...planned, rung: '270p' }),
      )
      expect(whole).toHaveLength(cuts.length - 1)
      for (const [index, stored] of whole.entries()) {
        const single = await encodeSegment(media, { ...planned, rung: '270p', index })
        expect(single.init.equals(init!)).toBe(true)
        for (const part of [single.media, stored]) {
          const shown = await listShownFrames(planned.folder, [init!, part])
          expect(shown.length).toBeGreaterThan(0)
          const length = cuts[index + 1]! - cuts[index]!
          expect(shown.at(-1)!.time - shown[0]!.time).toBeLessThan(length)
        }
      }
    })
  },
)

test('a file without damage is copied, whatever its units are', async () => {
  for (const options of [
    '',
    '-x264-params slices=4:aud=1',
    '-x264-params nal-hrd=vbr -maxrate 900k -bufsize 900k',
  ]) {
    const planned = await makePlannedClip(
      media,
      await makeClip(`${sources.h264} ${options}`.trim()),
    )
    expect(planned.map.video).toMatchObject({ canCopy: true })
    expect(planned.map.video).not.toHaveProperty('damaged')
  }
})

test.each(['ts', 'mkv', 'flv'])('a %s without damage is copied', async (container) => {
  const planned = await makePlannedClip(media, await makeClip(sources.h264, container))
  expect(planned.map.video).toMatchObject({ canCopy: true })
  expect(planned.map.video).not.toHaveProperty('damaged')
})
