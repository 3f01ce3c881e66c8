import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { mediaTimescale } from '../media-map.ts'
import { longestSegment } from './plan/grid.ts'
import { copySegment, encodeSegment } from './segments.ts'
import { makeAudioRendition } from './sound/audio-rendition.ts'
import {
  deletePlannedClips,
  listShownFrames,
  makePlannedClip,
  readDecoded,
  readInstalledMedia,
  readParts,
} from './testing-segments.ts'
import { encodeRung } from './whole-rungs.ts'

afterAll(deletePlannedClips)
const media = await readInstalledMedia()

const h264 = '-c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p'
const picture = (seconds: number) => `-f lavfi -i testsrc2=s=640x360:r=25:d=${seconds}`
const sound = (seconds: number) => `-f lavfi -i sine=f=440:r=48000:d=${seconds}`
/** The second half comes half a minute later. */
const gap = String.raw`-vf setpts='if(lt(N\,125)\,N\,N+750)/25/TB' -fps_mode vfr`

const clips = [
  {
    name: 'a cover and a sound',
    args: `${picture(0.04)} ${sound(30)} ${h264} -c:a aac`,
    seconds: 30,
    frames: 1,
    isCopied: false,
  },
  {
    name: 'a sound twice as long as its picture',
    args: `${picture(5)} ${sound(12)} ${h264} -c:a aac`,
    seconds: 12,
    frames: 125,
    isCopied: true,
  },
  {
    name: 'a sound much longer than its picture',
    args: `${picture(5)} ${sound(24)} ${h264} -c:a aac`,
    seconds: 24,
    frames: 125,
    isCopied: false,
  },
  {
    name: 'a gap in the picture',
    args: `${picture(10)} ${sound(40)} ${gap} ${h264} -c:a aac`,
    seconds: 40,
    frames: 250,
    isCopied: false,
  },
]

describe.each(someOf('standing-pictures', clips, 3))(
  '$name',
  ({ args, seconds, frames, isCopied }) => {
    test('the last picture stands until the next or the end, in segments of a few seconds', async () => {
      const planned = await makePlannedClip(media, await makeClip(args))
      const { map, folder, fileName } = planned
      const { cuts, holds = [], canCopy, rungs } = map.video!
      expect(canCopy).toBe(isCopied)
      expect(Math.abs(map.duration - seconds)).toBeLessThan(0.05)
      expect(cuts.at(-1)).toBe(Math.round(map.duration * mediaTimescale))
      expect(longestSegment(cuts)).toBeLessThanOrEqual(8 * mediaTimescale)
      expect(rungs.at(-1)!.bandwidth).toBeGreaterThan(50_000)
      const { name: rung } = rungs.find(({ name }) => name !== 'source')!
      const [init, ...whole] = await readParts(await encodeRung(media, { ...planned, rung }))
      const single: Buffer[] = []
      for (const index of whole.keys()) {
        const made = await encodeSegment(media, { ...planned, rung, index })
        expect(made.init.equals(init!)).toBe(true)
        single.push(made.media)
      }
      const copied: Buffer[][] = []
      if (canCopy) {
        const made = await Promise.all(
          whole.map((_, index) => copySegment({ sourcePath: `${folder}/${fileName}`, map, index })),
        )
        copied.push([made[0]!.init, ...made.map((segment) => segment.media)])
      }
      for (const parts of [[init!, ...whole], [init!, ...single], ...copied]) {
        const shown = await listShownFrames(folder, parts)
        expect(shown).toHaveLength(frames + holds.length)
        const times = new Set(shown.map(({ time }) => time - shown[0]!.time))
        for (const cut of cuts.slice(0, -1)) expect(times).toContain(cut)
        for (const { cut, shows } of holds) expect(shows).toBeLessThan(cut)
      }
      const made = await makeAudioRendition(media, { ...planned, audio: map.audio[0]! })
      const samples = await readDecoded(folder, await readParts(made), '-ac', '1', '-f', 's16le')
      expect(Math.abs(samples.length / 2 / 48_000 - seconds)).toBeLessThan(0.05)
    })
  },
)

test('what stands after a gap is the picture before it', async () => {
  const { args } = clips.at(-1)!
  const planned = await makePlannedClip(media, await makeClip(args))
  const { holds = [] } = planned.map.video!
  expect(holds.length).toBe(6)
  const last = 4.96 * mediaTimescale
  for (const { shows } of holds) expect(shows).toBe(last)
  const pictureAt = async (index: number) => {
    const { init, media: bytes } = await encodeSegment(media, { ...planned, rung: '270p', index })
    const frames = await readDecoded(
      planned.folder,
      [init, bytes],
      '-pix_fmt',
      'gray',
      '-f',
      'rawvideo',
    )
    return frames.subarray(frames.length - 480 * 270)
  }
  const before = await pictureAt(1)
  const middle = await pictureAt(6)
  const difference = before.reduce((sum, value, place) => sum + Math.abs(value - middle[place]!), 0)
  expect(difference / before.length).toBeLessThan(3)
})
