import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import type { Media } from '../find-media.ts'
import {
  readInstalledMedia,
  makePlannedClip,
  type Planned,
  deletePlannedClips,
} from '../segments/testing-segments.ts'
import { bestShare } from './find-subject.ts'
import { makeAnimation } from './make-animation.ts'
import { makeThumbnail, type ThumbnailOptions } from './make-thumbnail.ts'
import { readCorners, readPicture } from './testing-pictures.ts'
import { storyboardJson, storyboardVtt } from './describe-storyboard.ts'
import { makeStoryboard, planStoryboard } from './storyboard.ts'

/** Corners are red, green, blue and yellow, left to right and down; the middle shows the second. */
const cornersClip = () =>
  makeClip(
    [
      `-f lavfi -i color=gray:size=320x180:rate=25:duration=4`,
      `-vf drawbox=w=iw/4:h=ih/4:t=fill:color=red,drawbox=x=iw-iw/4:w=iw/4:h=ih/4:t=fill:color=lime,drawbox=y=ih-ih/4:w=iw/4:h=ih/4:t=fill:color=blue,drawbox=x=iw-iw/4:y=ih-ih/4:w=iw/4:h=ih/4:t=fill:color=yellow,${[
        'white',
        'black',
        'red',
        'blue',
      ]
        .map(
          (colour, second) =>
            `drawbox=x=iw/2-iw/8:y=ih/2-ih/8:w=iw/4:h=ih/4:t=fill:color=${colour}:enable='between(t,${second - 0.001},${second + 0.999})'`,
        )
        .join(',')}`,
      '-c:v libx264 -preset ultrafast -g 25 -bf 2 -pix_fmt yuv420p -colorspace smpte170m',
    ].join(' '),
  )

let media: Media
let corners: Planned
beforeAll(async () => {
  media = await readInstalledMedia()
  corners = await makePlannedClip(media, await cornersClip())
})
afterAll(deletePlannedClips)

const take = async (options: Partial<ThumbnailOptions> = {}, planned = corners) => {
  const given = { time: 0.5, format: 'png', fitMode: 'preserve', ...options } as const
  const bytes = await makeThumbnail(media, planned, given)
  return readPicture(planned.folder, bytes, given.format)
}

describe('a thumbnail', () => {
  test.each([
    ['jpg', 'mjpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
  ] as const)('as %s decodes with its colours', async (format, codec) => {
    const picture = await take({ format })
    expect(picture).toMatchObject({ codec, width: 320, height: 180, frames: 1 })
    expect(readCorners(picture)).toEqual(['red', 'green', 'blue', 'yellow'])
    expect(picture.at(0.5, 0.5)).toBe('white')
  })

  const moments = [
    [0, 'white'],
    [0.99, 'white'],
    [1, 'black'],
    [2.5, 'red'],
    [2.999, 'red'],
    [3.97, 'blue'],
    [4, 'blue'],
    [100, 'blue'],
  ] as const

  test.each(someOf('moments', moments, 3))(
    'at %d s shows the frame of that moment',
    async (time, colour) => {
      expect((await take({ time })).at(0.5, 0.5)).toBe(colour)
    },
  )

  const sizes = [
    [{ width: 160 }, 160, 90],
    [{ height: 90 }, 160, 90],
    [{ width: 100, height: 100 }, 100, 56],
    [{ width: 100, height: 100, fitMode: 'stretch' }, 100, 100],
    [{ width: 101, height: 67, fitMode: 'crop' }, 101, 67],
    [{ width: 67, height: 101, fitMode: 'smartcrop' }, 67, 101],
    [{ width: 100, height: 100, fitMode: 'pad' }, 100, 100],
    [{ width: 640 }, 640, 360],
    [{ width: 90, rotate: 90 }, 90, 160],
    [{ width: 1, height: 1, fitMode: 'crop' }, 1, 1],
  ] as const

  test.each(someOf('picture-sizes', sizes, 3))(
    'of %o is %d × %d',
    async (options, width, height) => {
      for (const format of someOf('formats', ['png', 'jpg', 'webp'] as const, 1))
        expect(await take({ ...options, format })).toMatchObject({ width, height })
    },
  )

  const turns = [
    [{ flipsHorizontally: true }, ['green', 'red', 'yellow', 'blue']],
    [{ flipsVertically: true }, ['blue', 'yellow', 'red', 'green']],
    [{ rotate: 90 }, ['blue', 'red', 'yellow', 'green']],
    [{ rotate: 180 }, ['yellow', 'blue', 'green', 'red']],
    [{ rotate: 270 }, ['green', 'yellow', 'red', 'blue']],
    [{ rotate: 90, flipsHorizontally: true }, ['red', 'blue', 'green', 'yellow']],
  ] as const

  test.each(someOf('turns', turns, 2))('is turned by %o', async (options, expected) => {
    expect(readCorners(await take(options))).toEqual(expected)
  })

  test('keeps all, the middle or all in a frame as it is fitted', async () => {
    const box = { width: 60, height: 100 }
    expect(readCorners(await take({ ...box, fitMode: 'stretch' }))).toEqual([
      'red',
      'green',
      'blue',
      'yellow',
    ])
    const cut = await take({ ...box, fitMode: 'crop' })
    expect(readCorners(cut)).toEqual(['grey', 'grey', 'grey', 'grey'])
    expect(cut.at(0.5, 0.5)).toBe('white')
    const framed = await take({ width: 100, height: 100, fitMode: 'pad' })
    expect(readCorners(framed)).toEqual(['black', 'black', 'black', 'black'])
    expect(framed.at(0.05, 0.27)).toBe('red')
  })

  test('with smartcrop keeps the part that differs from the rest', async () => {
    const clip = await makeClip(
      '-f lavfi -i color=gray:size=320x180:rate=25:duration=1 -vf drawbox=x=250:y=60:w=50:h=60:t=fill:color=red -c:v libx264 -pix_fmt yuv420p',
    )
    const planned = await makePlannedClip(media, clip)
    const seen = async (fitMode: 'crop' | 'smartcrop') => {
      const picture = await take({ width: 90, height: 180, fitMode }, planned)
      return Array.from({ length: 30 }, (_, index) => picture.at((index + 0.5) / 30, 0.5))
    }
    expect(await seen('crop')).not.toContain('red')
    expect((await seen('smartcrop')).filter((colour) => colour === 'red').length).toBeGreaterThan(
      14,
    )
    expect(bestShare(Float64Array.from([0, 0, 0, 0, 5, 5]), 2)).toBe(1)
    expect(Math.abs(bestShare(Float64Array.from([1, 1, 1, 1, 1]), 2) - 0.5)).toBeLessThan(0.2)
    expect(bestShare(Float64Array.from([1, 1]), 2)).toBe(0.5)
  })

  test.each(someOf('turned-sources', [90, 180, 270] as const, 1))(
    'of a source that is to be turned by %d° stands upright',
    async (turn) => {
      const back = { 90: 'transpose=cclock', 180: 'hflip,vflip', 270: 'transpose=clock' }[turn]
      const lying = await makeClip(
        `-i ${await cornersClip()} -vf ${back} -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p`,
      )
      const marked = await makeClip(`-i ${lying} -c copy -metadata:s:v rotate=${360 - turn}`)
      const planned = await makePlannedClip(media, marked)
      const picture = await take({}, planned)
      expect(picture).toMatchObject({ width: 320, height: 180 })
      expect(readCorners(picture)).toEqual(['red', 'green', 'blue', 'yellow'])
    },
  )

  test('is made of odd sizes, wide pixels, ten bits and HDR', async () => {
    const corner = await cornersClip()
    const makes = [
      ['-vf scale=321:179,setsar=1,format=yuv444p -c:v libx264', 321, 179],
      ['-vf scale=240:180,setsar=4/3 -c:v libx264', 320, 180],
      ['-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le', 320, 180],
      [
        '-c:v libx265 -pix_fmt yuv420p10le -color_primaries bt2020 -colorspace bt2020nc -color_trc smpte2084 -x265-params log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
        320,
        180,
      ],
    ] as const
    for (const [encoder, width, height] of someOf('kinds-of-pixels', makes, 2)) {
      const clip = await makeClip(`-i ${corner} -t 1 ${encoder}`)
      const planned = await makePlannedClip(media, clip)
      const picture = await take({ format: 'jpg' }, planned)
      expect(picture).toMatchObject({ width, height })
      expect(picture.at(0.5, 0.5)).toBe('white')
    }
  })

  test('comes from the part that was cut out of a longer source', async () => {
    const planned = await makePlannedClip(media, await cornersClip(), {
      clip: { start: 1, end: 3 },
    })
    expect((await take({ time: 0.2 }, planned)).at(0.5, 0.5)).toBe('black')
    expect((await take({ time: 1.5 }, planned)).at(0.5, 0.5)).toBe('red')
    expect((await take({ time: 9 }, planned)).at(0.5, 0.5)).toBe('red')
  })

  test.each(someOf('containers', ['mkv', 'ts', 'avi'], 1))('comes from %s', async (extension) => {
    const clip = await makeClip(`-i ${await cornersClip()} -c copy`, extension)
    const planned = await makePlannedClip(media, clip)
    expect((await take({ time: 2.5 }, planned)).at(0.5, 0.5)).toBe('red')
  })
})

describe('an animated picture', () => {
  const moving = { start: 0.5, end: 3.5, framesPerSecond: 5, width: 160 } as const

  test('as gif moves for the time that was asked for', async () => {
    const bytes = await makeAnimation(media, corners, { ...moving, format: 'gif' })
    const picture = await readPicture(corners.folder, bytes, 'gif')
    expect(picture).toMatchObject({ codec: 'gif', width: 160, height: 90, frames: 15 })
    const middles = [0, 4, 9, 14].map((frame) => picture.at(0.5, 0.5, frame))
    expect(middles).toEqual(['white', 'black', 'red', 'blue'])
    expect(readCorners(picture, 7)).toEqual(['red', 'green', 'blue', 'yellow'])
  })

  test('as webp moves without end', async () => {
    const bytes = await makeAnimation(media, corners, { ...moving, format: 'webp' })
    const text = bytes.toString('latin1')
    expect(text).toMatch(/^RIFF....WEBPVP8X/s)
    // The encoder merges equal frames into a longer one.
    expect(text.split('ANMF').length - 1).toBeGreaterThanOrEqual(4)
    expect(bytes.readUInt16LE(bytes.indexOf('ANIM') + 12)).toBe(0)
    const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    expect([width, height]).toEqual([160, 90])
    const parts = text.split('ANMF').slice(1)
    const times = parts.map((part) => Buffer.from(part, 'latin1').readUIntLE(4 + 12, 3))
    expect(times.reduce((sum, time) => sum + time, 0)).toBeCloseTo(3000, -2)
  })

  test('fits into a box', async () => {
    const options = {
      format: 'gif',
      start: 0,
      end: 0.4,
      framesPerSecond: 10,
      width: 200,
      height: 45,
    } as const
    const bytes = await makeAnimation(media, corners, options)
    expect(await readPicture(corners.folder, bytes, 'gif')).toMatchObject({ width: 80, height: 45 })
  })
})

describe('a storyboard', () => {
  test.each(someOf('storyboard-formats', ['jpg', 'png', 'webp'] as const, 1))(
    'as %s shows the times that it names',
    async (format) => {
      const plan = planStoryboard(corners.map)
      expect(plan).toMatchObject({ tileWidth: 256, tileHeight: 144, columns: 5, rows: 10 })
      expect(plan.tiles).toHaveLength(50)
      const sheet = await makeStoryboard(media, corners, plan, format)
      const picture = await readPicture(corners.folder, sheet, format)
      expect(picture).toMatchObject({ width: 5 * 256, height: 10 * 144 })
      for (const [index, { x, y, start }] of plan.tiles.entries()) {
        expect(start).toBeCloseTo(index * 0.08, 6)
        const middle = picture.at((x + 128) / picture.width, (y + 72) / picture.height)
        expect(middle, `tile ${index}`).toBe(
          ['white', 'black', 'red', 'blue'][Math.floor(start + 0.001)],
        )
      }
    },
  )

  test('of a part of it begins and ends there', async () => {
    const plan = planStoryboard(corners.map, { start: 1, end: 3 })
    const sheet = await makeStoryboard(media, corners, plan, 'png')
    const picture = await readPicture(corners.folder, sheet, 'png')
    const middles = plan.tiles.map(({ x, y }) =>
      picture.at((x + 128) / picture.width, (y + 72) / picture.height),
    )
    expect(plan.tiles[0]?.start).toBe(1)
    expect(middles.slice(0, 25).every((colour) => colour === 'black')).toBe(true)
    expect(middles.slice(25).every((colour) => colour === 'red')).toBe(true)
  })

  test('of a long video has a hundred pictures from its keyframes', async () => {
    const clip = await makeClip(
      '-f lavfi -i testsrc2=size=64x36:rate=5:duration=1000 -c:v libx264 -preset ultrafast -g 20 -pix_fmt yuv420p',
    )
    const planned = await makePlannedClip(media, clip)
    const big = {
      ...planned.map,
      video: { ...planned.map.video!, width: 1920, height: 1080, frameRate: 60 },
    }
    const plan = planStoryboard(big)
    expect(plan).toMatchObject({ columns: 10, rows: 10, tileWidth: 256, tileHeight: 144 })
    expect(plan.tiles).toHaveLength(100)
    const sheet = await makeStoryboard(media, { ...planned, map: big }, plan, 'jpg')
    const picture = await readPicture(planned.folder, sheet, 'jpg')
    expect(picture).toMatchObject({ width: 2560, height: 1440 })
  })

  test('of a single frame is that frame', async () => {
    const clip = await makeClip(
      '-f lavfi -i color=red:size=90x160:rate=25 -frames:v 1 -c:v libx264 -pix_fmt yuv420p',
    )
    const planned = await makePlannedClip(media, clip)
    const plan = planStoryboard(planned.map)
    expect(plan).toMatchObject({ columns: 1, rows: 1, tileWidth: 144, tileHeight: 256 })
    const sheet = await makeStoryboard(media, planned, plan, 'png')
    expect((await readPicture(planned.folder, sheet, 'png')).at(0.5, 0.5)).toBe('red')
    expect((await take({ time: 3 }, planned)).at(0.5, 0.5)).toBe('red')
  })

  test('is described for players and as data', () => {
    const plan = planStoryboard(corners.map)
    const vtt = storyboardVtt(plan, 'storyboard.jpg')
    expect(vtt).toMatch(
      /^WEBVTT\n\n00:00:00\.000 --> 00:00:00\.080\nstoryboard\.jpg#xywh=0,0,256,144\n\n00:00:00\.080/,
    )
    expect(vtt).toMatch(
      /00:00:03\.920 --> 00:00:04\.000\nstoryboard\.jpg#xywh=1024,1296,256,144\n$/,
    )
    const data = storyboardJson(plan, 'https://example.com/storyboard.jpg')
    expect(data).toMatchObject({ tile_width: 256, tile_height: 144, duration: 4 })
    expect(data.tiles[6]).toEqual({ start: 0.48, x: 256, y: 144 })
  })
})
