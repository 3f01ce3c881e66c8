import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Media } from '../find-media.ts'
import type { MediaMap } from '../media-map.ts'
import {
  countFrames,
  readDecoded,
  readInstalledMedia,
  readFirstFrame,
  readParts,
  makePlannedClip,
  deletePlannedClips,
  listShownFrames,
  type Planned,
} from './testing-segments.ts'
import { copiedSegment } from './copied-segment.ts'
import { copySegment, encodeSegment } from './segments.ts'
import { copyRung, encodeRung, encodeRungs } from './whole-rungs.ts'

let media: Media
let ntsc: string

beforeAll(async () => {
  media = await readInstalledMedia()
  ntsc = await makeClip(
    '-f lavfi -i testsrc2=size=640x360:rate=30000/1001:duration=14 -c:v libx264 -preset ultrafast -g 50 -bf 3 -pix_fmt yuv420p',
  )
})
afterAll(deletePlannedClips)

const videoOf = ({ video }: MediaMap) => {
  if (!video) throw new Error('There is no video.')
  return video
}
const copied = ({ folder, fileName, map }: Planned, index: number) =>
  copySegment({ sourcePath: path.join(folder, fileName), map, index })

/** As many frames as the source has, each at its time, without duplicates. */
function expectSteady(frames: readonly { time: number }[], count: number, step: number) {
  expect(frames).toHaveLength(count)
  const first = frames[0]?.time ?? 0
  const places = frames.map(({ time }) => Math.round((time - first) / step))
  expect(places).toEqual(Array.from({ length: count }, (_, place) => place))
}

test('a source that plays everywhere is cut at its keyframes without being encoded, and joins to itself', async () => {
  const planned = await makePlannedClip(media, ntsc)
  const { canCopy, cuts, rungs } = videoOf(planned.map)
  expect(canCopy).toBe(true)
  // Keyframes come every 50 frames of 3003 ticks; the third is the first after four seconds.
  expect(cuts).toEqual([0, 450_450, 900_900, 1_261_260])
  expect(rungs.map(({ name, height }) => [name, height])).toEqual([
    ['270p', 270],
    ['source', 360],
  ])
  const single = await Promise.all([0, 1, 2].map((index) => copied(planned, index)))
  const whole = await readParts(await copyRung(media, planned))
  expect(whole).toHaveLength(1 + single.length)
  // `toEqual` compares megabytes byte by byte, for many seconds.
  for (const [index, part] of [single[0]!.init, ...single.map(({ media }) => media)].entries())
    expect(whole[index]!.equals(part), `part ${index}`).toBe(true)
  expectSteady(await listShownFrames(planned.folder, whole), 420, 3003)
})

test('a copied segment is read from the source piece by piece, whatever part of it is asked for', async () => {
  const clip = await makeClip(
    '-f lavfi -i color=gray:size=640x360:rate=25:duration=4 -f lavfi -i sine=duration=4 -vf noise=alls=100:allf=t -c:v libx264 -preset ultrafast -crf 10 -g 50 -pix_fmt yuv420p -c:a aac',
  )
  const planned = await makePlannedClip(media, clip)
  const { media: whole } = await copied(planned, 0)
  const sourcePath = path.join(planned.folder, planned.fileName)
  const given = await copiedSegment({ sourcePath, map: planned.map, index: 0 })
  expect(given.totalBytes).toBe(whole.length)
  expect(whole.length).toBeGreaterThan(4_000_000)
  for (const [start, end] of [
    [0, whole.length - 1],
    [5, 5],
    [0, 2_500_000],
    [1_000_000, 3_100_000],
    [whole.length - 1, whole.length - 1],
  ] as const) {
    const pieces: Buffer[] = []
    for await (const piece of given.read(sourcePath, { start, end })) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(whole.subarray(start, end + 1))).toBe(true)
    for (const piece of pieces) expect(piece.length).toBeLessThan(2_000_000)
  }
})

test('single segments and the whole rung are under one initialisation part, in every quality', async () => {
  for (const quality of someOf('qualities', ['basic', 'premium'] as const, 1)) {
    const planned = await makePlannedClip(media, ntsc, { quality })
    const single = await encodeSegment(media, { ...planned, rung: '270p', index: 1 })
    const whole = await readParts(await encodeRung(media, { ...planned, rung: '270p' }))
    expect(whole[0]?.equals(single.init)).toBe(true)
    const [init, first, , third] = whole
    if (!init || !first || !third) throw new Error('A part is missing.')
    const mixed = await listShownFrames(planned.folder, [init, first, single.media, third])
    expectSteady(mixed, 420, 3003)
  }
})

test('renditions that are encoded in one run are those that each gets alone', async () => {
  const interlaced = await makeClip(
    '-f lavfi -i testsrc2=size=640x360:rate=50:duration=10 -vf tinterlace=interleave_top,fieldorder=tff -c:v mpeg2video -b:v 4M -flags +ilme+ildct -g 12',
    'ts',
  )
  for (const clip of [ntsc, interlaced]) {
    const planned = await makePlannedClip(media, clip, { encode: true })
    const rungs = videoOf(planned.map).rungs.map(({ name }) => name)
    expect(rungs).toEqual(['270p', '480p'])
    const together = await Promise.all(
      (await encodeRungs(media, { ...planned, rungs })).map(readParts),
    )
    for (const [place, rung] of rungs.entries()) {
      const alone = await readParts(await encodeRung(media, { ...planned, rung }))
      // Bytes of an encoder with a bit rate at most may differ from run to run.
      expect(together[place]![0]!.equals(alone[0]!), rung).toBe(true)
      const [shown, expected] = await Promise.all(
        [together[place]!, alone].map((parts) => listShownFrames(planned.folder, parts)),
      )
      expect(shown).toEqual(expected)
    }
  }
})

test('a decoder that changes between copied and encoded segments shows every frame, without a complaint', async () => {
  const planned = await makePlannedClip(media, ntsc)
  const { cuts } = videoOf(planned.map)
  const streams: Buffer[] = []
  for (const index of [0, 1, 2]) {
    const { init, media: segment } =
      index === 1
        ? await encodeSegment(media, { ...planned, rung: '270p', index })
        : await copied(planned, index)
    const count = ((cuts[index + 1] ?? 0) - (cuts[index] ?? 0)) / 3003
    expectSteady(await listShownFrames(planned.folder, [init, segment]), count, 3003)
    const plain = ['-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'h264']
    streams.push(await readDecoded(planned.folder, [init, segment], ...plain))
  }
  expect(await countFrames(planned.folder, streams)).toBe(420)
})

test('frames of variable rate keep their own times, and none is doubled or dropped', async () => {
  const clip = await makeClip(
    '-f lavfi -i testsrc2=size=320x180:rate=60:duration=9,select=not(mod(n\\,7))+lt(random(1)\\,0.4) -fps_mode vfr -video_track_timescale 600 -c:v libx264 -preset ultrafast -bf 2 -pix_fmt yuv420p',
  )
  const planned = await makePlannedClip(media, clip, { encode: true })
  const source = await listShownFrames(planned.folder, [await sourceOf(planned)])
  const { cuts } = videoOf(planned.map)
  expect(videoOf(planned.map).isVariableFrameRate).toBe(true)
  const whole = await readParts(await encodeRung(media, { ...planned, rung: '270p' }))
  const singles = await Promise.all(
    cuts.slice(1).map((_, index) => encodeSegment(media, { ...planned, rung: '270p', index })),
  )
  const joined = [whole[0] ?? Buffer.alloc(0), ...singles.map((segment) => segment.media)]
  const expected = source.map(({ time }) => (time - (source[0]?.time ?? 0)) * 150)
  for (const parts of [whole, joined]) {
    const frames = await listShownFrames(planned.folder, parts)
    expect(frames.map(({ time }) => time - (frames[0]?.time ?? 0))).toEqual(expected)
  }
})

const sourceOf = ({ folder, fileName }: Planned) => readFile(path.join(folder, fileName))

const lavfi = '-f lavfi -i testsrc2=size=320x180:rate=25:duration=6'
const x264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'

const sources = [
  ['Matroska with H.264, rewritten and copied', `${lavfi} ${x264} -g 25`, 'mkv', 150],
  ['a transport stream, which has no index', `${lavfi} ${x264} -bf 2 -g 25`, 'ts', 150],
  ['a fragmented mp4', `${lavfi} ${x264} -g 25 -movflags frag_keyframe+empty_moov`, 'mp4', 150],
  ['frames without times of their own', `${lavfi} -c:v mpeg4 -bf 2`, 'avi', 150],
  ['a program stream', `${lavfi} -c:v mpeg2video -bf 2`, 'mpg', 150],
  [
    'VP9 of odd size',
    `${lavfi} -vf scale=321:179 -c:v libvpx-vp9 -cpu-used 8 -deadline realtime`,
    'webm',
    150,
  ],
  ['one frame', `${lavfi} ${x264} -frames:v 1`, 'mp4', 1],
  [
    'twelve seconds between keyframes',
    `-f lavfi -i testsrc2=size=160x90:rate=25:duration=24 ${x264} -g 300 -keyint_min 300`,
    'mp4',
    600,
  ],
  [
    'open groups of pictures',
    `-f lavfi -i testsrc2=size=160x90:rate=25:duration=18 -pix_fmt yuv420p -c:v libx264 -preset veryfast -g 25 -x264-params open-gop=1:bframes=3`,
    'mp4',
    450,
  ],
] as const

test.each(someOf('sources', sources, 2))(
  'all frames of %s are there',
  async (_, args, extension, count) => {
    const planned = await makePlannedClip(media, await makeClip(args, extension))
    const { rungs, canCopy, cuts } = videoOf(planned.map)
    const parts = canCopy
      ? await readParts(await copyRung(media, planned))
      : await readParts(await encodeRung(media, { ...planned, rung: rungs[0]?.name ?? '270p' }))
    expect(parts).toHaveLength(cuts.length)
    expect(await listShownFrames(planned.folder, parts)).toHaveLength(count)
    const encoded = rungs.find(({ isOnDemand, name }) => isOnDemand && name !== 'source')
    if (!encoded) return
    const index = cuts.length - 2
    const last = await encodeSegment(media, { ...planned, rung: encoded.name, index })
    const frames = await listShownFrames(planned.folder, [last.init, last.media])
    const step = count === 1 ? Infinity : 3600
    const expected = ((cuts[index + 1] ?? 0) - (cuts[index] ?? 0)) / step
    expect(frames).toHaveLength(Math.max(1, Math.round(expected)))
  },
)

test('of a source trimmed without encoding have only the frames that it shows', async () => {
  const trimmed = await makeClip(`-ss 3.3 -i ${ntsc} -t 6 -c copy`)
  const planned = await makePlannedClip(media, trimmed)
  const { canCopy, frameRate } = videoOf(planned.map)
  // Its first frame depends on others, which players would have to hide.
  expect([canCopy, Math.round(frameRate)]).toEqual([false, 30])
  const source = await listShownFrames(planned.folder, [await sourceOf(planned)])
  const whole = await readParts(await encodeRung(media, { ...planned, rung: '270p' }))
  const frames = await listShownFrames(planned.folder, whole)
  const fromFirst = (shown: typeof frames) => shown.map(({ time }) => time - (shown[0]?.time ?? 0))
  // The source has 30000 ticks per second.
  expect(fromFirst(frames)).toEqual(fromFirst(source).map((time) => time * 3))
})

test('a clip begins and ends at the frames it names, wherever keyframes are', async () => {
  const planned = await makePlannedClip(media, ntsc, { clip: { start: 3.3, end: 7.75 } })
  const { startTicks, canCopy, cuts } = videoOf(planned.map)
  // The first frame from 3.3 s on is number 99; 232.27 frames have started before 7.75 s.
  expect([canCopy, startTicks]).toEqual([false, 99 * 3003])
  expect(cuts.at(-1)).toBe(7.75 * 90_000 - 99 * 3003)
  const whole = await readParts(await encodeRung(media, { ...planned, rung: '270p' }))
  expectSteady(await listShownFrames(planned.folder, whole), 134, 3003)
  const single = await encodeSegment(media, { ...planned, rung: '270p', index: 0 })
  const picture = async (parts: Buffer[], ...seek: string[]) =>
    readDecoded(
      planned.folder,
      parts,
      ...seek,
      '-vf',
      'scale=64:36,format=gray',
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
    )
  const shown = await picture([single.init, single.media])
  const expected = await picture([await sourceOf(planned)], '-ss', '3.303')
  const difference = shown.reduce(
    (sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)),
    0,
  )
  expect(difference / shown.length).toBeLessThan(6)
})

test('frames are upright, of square pixels, of eight bits and even size, whatever the source was', async () => {
  const quarters =
    '-f lavfi -i color=red:size=160x120:rate=25:duration=1 -f lavfi -i color=blue:size=160x120:rate=25:duration=1 -filter_complex'
  const sideways = await makeClip(`${quarters} [0][1]hstack -c:v libx264 -pix_fmt yuv420p`)
  const turned = await makeClip(`-i ${sideways} -c copy -metadata:s:v:0 rotate=90`)
  const upright = await makePlannedClip(media, turned)
  const { rungs, canCopy } = videoOf(upright.map)
  expect([canCopy, rungs.map(({ width, height }) => [width, height])]).toEqual([
    false,
    [[120, 320]],
  ])
  const filters = 'scale=1:2,setsar=1,format=rgb24'
  const onePixelAbove = ['-frames:v', '1', '-vf', filters, '-f', 'rawvideo']
  const segment = await encodeSegment(media, { ...upright, rung: '270p', index: 0 })
  const pixels = await readDecoded(upright.folder, [segment.init, segment.media], ...onePixelAbove)
  const reference = await readDecoded(upright.folder, [await readFile(turned)], ...onePixelAbove)
  expect([(pixels[0] ?? 0) > 128, (pixels[3] ?? 0) > 128]).toEqual([
    (reference[0] ?? 0) > 128,
    (reference[3] ?? 0) > 128,
  ])
  expect((pixels[0] ?? 0) > 128).not.toBe((pixels[3] ?? 0) > 128)

  const wide = await makeClip(`${lavfi} -vf setsar=4/3 ${x264} -t 1`)
  const square = videoOf((await makePlannedClip(media, wide)).map)
  expect([square.canCopy, square.rungs.at(-1)]).toMatchObject([false, { width: 426, height: 180 }])
})

test('HDR is shown on screens that know none', async () => {
  const hdr = await makeClip(
    '-f lavfi -i testsrc2=size=320x180:rate=25:duration=1 -c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le -color_trc smpte2084 -color_primaries bt2020 -colorspace bt2020nc',
  )
  const planned = await makePlannedClip(media, hdr)
  const segment = await encodeSegment(media, { ...planned, rung: '270p', index: 0 })
  const shown = await readFirstFrame(planned.folder, [segment.init, segment.media])
  expect(shown).toMatchObject({
    pix_fmt: 'yuv420p',
    color_space: 'bt709',
    color_transfer: 'bt709',
  })
})

test('more than the tier is scaled down, and what is slower than watching is no work on demand', async () => {
  const large = await makeClip(
    '-f lavfi -i color=gray:size=3840x2160:rate=5:duration=1 -c:v libx265 -preset ultrafast -x265-params log-level=error',
  )
  const rungs = async (maxTier: '1080p' | '2160p') =>
    videoOf((await makePlannedClip(media, large, { maxTier })).map).rungs.map(
      ({ name, isOnDemand }) => `${name} ${isOnDemand}`,
    )
  const below = ['270p true', '480p true', '720p true', '1080p true']
  expect(await rungs('1080p')).toEqual(below)
  expect(await rungs('2160p')).toEqual([...below, '1440p false', '2160p false'])
})
