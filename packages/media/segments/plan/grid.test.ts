import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { closedGroups } from './closed-groups.ts'
import { gridOnFrames, gridOnKeys, holdsOf, longestSegment, segmentAt } from './grid.ts'
import { levelOf, rungsOf } from './rungs.ts'

const second = 90_000
const seconds = (...times: number[]) => times.map((time) => time * second)

test('copied segments begin at the first keyframe four seconds on, and a short rest joins the last', () => {
  const keys = seconds(0, 1.5, 3, 4.5, 6, 9.5, 13.5)
  expect(gridOnKeys(keys, 15 * second)).toEqual(seconds(0, 4.5, 9.5, 15))
  expect(gridOnKeys(keys, 16 * second)).toEqual(seconds(0, 4.5, 9.5, 13.5, 16))
  expect(gridOnKeys([0], second / 25)).toEqual([0, 3600])
})

test('encoded segments begin at real frames, at a keyframe where one comes soon', () => {
  const frames = Float64Array.from({ length: 600 }, (_, frame) => frame * 3003)
  const atFrames = gridOnFrames(frames, [], 600 * 3003)
  expect(atFrames.slice(0, 3)).toEqual([0, 360_360, 720_720])
  expect(atFrames.slice(0, -1).every((cut) => cut % 3003 === 0)).toBe(true)
  const atKeys = gridOnFrames(frames, [0, 400 * 3003, 150 * 3003], 600 * 3003)
  expect(atKeys[1]).toBe(360_360)
  expect(gridOnFrames(frames, [0, 150 * 3003], 600 * 3003)[1]).toBe(150 * 3003)
})

const rounds = howMany('seeds', { usual: 30, long: 100, release: 300 })

test('encoded segments end within eight seconds, also where no frame begins for long', () => {
  const frames = Float64Array.from(seconds(0, 1, 3, 112, 113))
  const cuts = gridOnFrames(frames, [], 114 * second)
  expect(longestSegment(cuts)).toBeLessThanOrEqual(8 * second)
  expect(cuts.at(-1)).toBe(114 * second)
  const holds = holdsOf(frames, cuts)
  expect(holds.map(({ cut }) => cut)).toEqual(
    cuts.slice(1, -1).filter((cut) => cut !== 112 * second),
  )
  expect(new Set(holds.map(({ shows }) => shows))).toEqual(new Set(seconds(3)))
})

test('every cut is after the one before, and nothing but the end can be short', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let round = 0; round < rounds; round += 1) {
    let time = 0
    const frames = Float64Array.from({ length: 1 + Math.floor(random() * 400) }, () => {
      const now = time
      time += 1 + Math.floor(random() ** 6 * 9 * second)
      return now
    })
    const keys = [...frames].filter(() => random() < 0.1)
    expect(longestSegment(gridOnFrames(frames, keys, time))).toBeLessThanOrEqual(8 * second)
    for (const cuts of [
      gridOnFrames(frames, keys, time),
      gridOnKeys([0, ...keys.filter(Boolean)], time),
    ]) {
      expect(cuts[0]).toBe(0)
      expect(cuts.at(-1)).toBe(time)
      const lengths = cuts.slice(1).map((cut, place) => cut - (cuts[place] ?? 0))
      expect(lengths.slice(0, -1).every((length) => length >= 4 * second)).toBe(true)
      expect(longestSegment(cuts)).toBe(Math.max(...lengths))
      for (const frame of frames) {
        const place = segmentAt(cuts, frame)
        expect(frame >= (cuts[place] ?? 0) && frame < (cuts[place + 1] ?? 0)).toBe(true)
      }
    }
  }
})

test('a keyframe that later pictures are shown before is no place to cut', () => {
  // I P B B, then an I frame with two B frames that are shown before it, then a closed group.
  const ticks = Float64Array.from([0, 3, 1, 2, 6, 4, 5, 7, 8])
  const isSync = Uint8Array.from([1, 0, 0, 0, 1, 0, 0, 1, 0])
  expect(closedGroups(ticks, isSync)).toEqual({ closed: [0, 7], keys: [0, 6, 7] })
})

const ladder = (width: number, height: number, copiedRate?: number) =>
  rungsOf(
    { width, height, frameRate: 30 },
    {
      tier: '1080p',
      quality: 'plus',
      sourceRate: copiedRate ?? 8_000_000,
      copied: copiedRate
        ? {
            name: 'source',
            width,
            height,
            frameRate: 30,
            bandwidth: copiedRate,
            averageBandwidth: copiedRate,
            codecs: 'avc1.640028',
            isOnDemand: true,
          }
        : undefined,
    },
  )

test('rungs are not larger than the source, even on both sides, and of an upright video the width counts', () => {
  const sizes = (width: number, height: number, rate?: number) =>
    ladder(width, height, rate).map((rung) => `${rung.name} ${rung.width}x${rung.height}`)
  expect(sizes(1920, 1080)).toEqual([
    '270p 480x270',
    '480p 854x480',
    '720p 1280x720',
    '1080p 1920x1080',
  ])
  expect(sizes(1080, 1920, 6_000_000)).toEqual([
    '270p 270x480',
    '480p 480x854',
    '720p 720x1280',
    'source 1080x1920',
  ])
  expect(sizes(321, 179)).toEqual(['270p 320x178'])
  expect(sizes(800, 600)).toEqual(['270p 360x270', '480p 640x480', '720p 800x600'])
  expect(sizes(320, 180, 200_000)).toEqual(['source 320x180'])
})

test('a rung below the source never asks for more than the source', () => {
  const rungs = ladder(1920, 1080, 900_000)
  const rates = rungs.map(({ bandwidth }) => bandwidth)
  expect(rates.toSorted((a, b) => a - b)).toEqual(rates)
  expect(rates.at(-2)).toBeLessThan(900_000)
})

test('no two rungs state the same rate, however little the source has', () => {
  for (const sourceRate of [10_000, 100_000, 400_000, 60_000_000]) {
    const rungs = rungsOf(
      { width: 1920, height: 1080, frameRate: 30 },
      { tier: '1080p', quality: 'plus', sourceRate },
    )
    const rates = rungs.map(({ bandwidth }) => bandwidth)
    expect(rates).toEqual([...new Set(rates)].toSorted((one, other) => one - other))
    for (const { bandwidth, averageBandwidth, maxRate = 0 } of rungs) {
      expect(averageBandwidth).toBeLessThanOrEqual(bandwidth)
      expect(averageBandwidth).toBeLessThanOrEqual(maxRate)
    }
  }
})

test('levels of H.264 are those that the size and rate of frames ask for', () => {
  const level = (width: number, height: number, frameRate: number) =>
    levelOf({ width, height, frameRate })
  expect(level(480, 270, 30)).toBe(30)
  expect(level(1280, 720, 30)).toBe(31)
  expect(level(1280, 720, 60)).toBe(32)
  expect(level(1920, 1080, 30)).toBe(40)
  expect(level(1920, 1080, 60)).toBe(42)
  expect(level(3840, 2160, 30)).toBe(51)
  expect(level(3840, 2160, 60)).toBe(52)
})
