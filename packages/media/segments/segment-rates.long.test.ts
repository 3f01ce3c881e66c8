import { afterAll, describe, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { measureRungs } from './plan/measure-rungs.ts'
import { bytesOfOffsets, segmentRates, type SegmentRates } from './segment-rates.ts'
import { copySegment } from './segments.ts'
import {
  deletePlannedClips,
  makePlannedClip,
  readInstalledMedia,
  type Planned,
} from './testing-segments.ts'
import { encodeRung } from './whole-rungs.ts'

afterAll(deletePlannedClips)
const media = await readInstalledMedia()
const seconds = (...times: number[]) => times.map((time) => time * 90_000)

describe('the peak is the largest of segments in a row that last about as long as the longest one', () => {
  test('segments that are too short to be a window are taken together', () => {
    // Target duration 4: windows last 2 to 6 seconds.
    const cuts = seconds(0, 4, 5, 6, 10)
    expect(segmentRates([4000, 2000, 3000, 4000], cuts)).toEqual({ peak: 20_000, average: 10_400 })
  })

  test('a video that is shorter than a window has its average', () => {
    expect(segmentRates([1000], seconds(0, 0.25))).toEqual({ peak: 32_000, average: 32_000 })
  })
})

const filesOf = async ({ folder, fileName, map }: Planned) => {
  const sourcePath = `${folder}/${fileName}`
  const count = (map.video?.cuts.length ?? 1) - 1
  const made = Array.from({ length: count }, (_, index) => copySegment({ sourcePath, map, index }))
  return (await Promise.all(made)).map(({ media: bytes }) => bytes.length)
}

const rungNamed = ({ map }: Planned, name: string) =>
  map.video?.rungs.find((one) => one.name === name)

test('a copied rung states the rates of its segments to the bit, their heads counted', async () => {
  const planned = await makePlannedClip(media, await makeSampleClip({ seconds: 21, gopSeconds: 3 }))
  const { peak, average } = segmentRates(await filesOf(planned), planned.map.video?.cuts ?? [])
  expect(rungNamed(planned, 'source')).toMatchObject({ bandwidth: peak, averageBandwidth: average })
})

/** Four seconds of noise in eleven, and little that moves in the rest. */
const uneven = (size: string) =>
  `-f lavfi -i testsrc2=s=${size}:r=25:d=16 -vf noise=alls=30:allf=t:enable='lt(mod(t\\,11)\\,4)' -c:v libx264 -preset ultrafast -crf 20 -pix_fmt yuv420p -g 50 -sc_threshold 0`

test.each([
  ['a picture with heavy stretches', uneven('640x360')],
  [
    'a still picture',
    '-f lavfi -i color=navy:s=1280x720:r=25:d=12 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50',
  ],
])('before anything is encoded, rungs of %s state rates that were measured', async (_, recipe) => {
  const planned = await makePlannedClip(media, await makeClip(recipe), { encode: true })
  const { map } = planned
  const rungs = await measureRungs(media, planned)
  const rates = rungs?.map(({ bandwidth }) => bandwidth) ?? []
  expect(rates).toHaveLength(planned.map.video?.rungs.length ?? 0)
  expect(rates).toEqual([...new Set(rates)].toSorted((one, other) => one - other))
  for (const { name, bandwidth, averageBandwidth } of rungs ?? []) {
    const { offsets } = await encodeRung(media, { ...planned, rung: name })
    const real: SegmentRates = segmentRates(bytesOfOffsets(offsets), map.video?.cuts ?? [])
    const share = { peak: bandwidth / real.peak, average: averageBandwidth / real.average }
    expect.soft({ name, ...share }).toSatisfy(() => share.peak > 0.5 && share.peak < 2)
    expect.soft({ name, ...share }).toSatisfy(() => share.average > 0.5 && share.average < 2)
  }
})
