import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { encodeSegment } from './segments.ts'
import {
  deletePlannedClips,
  countFrames,
  makePlannedClip,
  readInstalledMedia,
  readParts,
} from './testing-segments.ts'
import { encodeRung } from './whole-rungs.ts'

afterAll(deletePlannedClips)
const media = await readInstalledMedia()

const seconds = 6
/** 50 pictures a second, each of another moment. */
const moments = `-f lavfi -i testsrc2=s=320x240:r=50:d=${seconds}`
const coded = '-c:v libx264 -preset veryfast -crf 12 -pix_fmt yuv420p -g 25 -flags +ildct+ilme'
const interlaced = (first: 'top' | 'bottom', told = first) =>
  `${moments} -vf tinterlace=${first === 'top' ? 'interleave_top' : 'interleave_bottom'} ${coded} -x264opts ${told === 'top' ? 'tff' : 'bff'}=1`

const run = promisify(execFile)

/** How like the pictures of this file are to those of the moments, frame by frame; 99 is equal. */
const likeness = async (folder: string, parts: readonly Buffer[]) => {
  const path = join(folder, 'made.mp4')
  await writeFile(path, Buffer.concat(parts))
  const compare =
    'settb=1/50,setpts=N[made];[1:v]format=yuv420p,settb=1/50,setpts=N[asked];[made][asked]psnr=stats_file=-'
  const args = ['-v', 'error', '-i', path, ...moments.split(' ')]
  const { stdout } = await run(media.ffmpeg, [
    ...args,
    '-lavfi',
    `[0:v]scale=320:240,${compare}`,
    '-f',
    'null',
    '-',
  ])
  return [...stdout.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) => Math.min(99, Number(value)))
}

const orders: [string, string][] = [
  ['the top field first', interlaced('top')],
  ['the bottom field first', interlaced('bottom')],
  ['the bottom field first and the file saying otherwise', interlaced('bottom', 'top')],
]

describe.each(someOf('orders of fields', orders, 1))('an interlaced video with %s', (_, recipe) => {
  test('becomes fifty frames a second, each of its own moment', async () => {
    const planned = await makePlannedClip(media, await makeClip(recipe), { quality: 'plus' })
    const { map, folder } = planned
    expect(map.video).toMatchObject({ frameRate: 50, canCopy: false })
    const rung = map.video?.rungs.at(-1)?.name ?? '270p'
    const parts = await readParts(await encodeRung(media, { ...planned, rung }))
    expect(await countFrames(folder, parts)).toBe(50 * seconds)
    const like = (await likeness(folder, parts)).slice(2, -2)
    expect(like).toHaveLength(50 * seconds - 4)
    expect(Math.min(...like)).toBeGreaterThan(24)
    const one = await encodeSegment(media, { ...planned, rung, index: 0 })
    const cut = (map.video?.cuts[1] ?? 0) / 90_000
    expect(await countFrames(folder, [one.init, one.media])).toBe(Math.round(cut * 50))
  })
})

test('a video of whole frames that is said to be interlaced keeps them', async () => {
  const whole = `-f lavfi -i testsrc2=s=320x240:r=25:d=${seconds} ${coded} -x264opts tff=1`
  const { map } = await makePlannedClip(media, await makeClip(whole))
  expect(map.video).toMatchObject({ frameRate: 25 })
  expect(map.video).not.toHaveProperty('isInterlaced')
})

test('where nothing moves the file is believed', async () => {
  const still = `-f lavfi -i color=gray:s=320x240:r=25:d=2 ${coded} -x264opts bff=1`
  const { map } = await makePlannedClip(media, await makeClip(still))
  expect(map.video).toMatchObject({ frameRate: 50, isInterlaced: true, firstField: 'bottom' })
})
