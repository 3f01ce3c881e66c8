import { expect, test } from 'vitest'
import { tierOf } from './tiers.ts'

test.for([
  [320, 180, '720p'],
  [1280, 720, '720p'],
  [720, 1280, '720p'],
  [960, 960, '720p'],
  [1288, 720, '720p'],
  [1296, 720, '1080p'],
  [1080, 1080, '1080p'],
  [1920, 1088, '1080p'],
  [1088, 1920, '1080p'],
  [1920, 1090, '1440p'],
  [2560, 1440, '1440p'],
  [2576, 1450, '2160p'],
  [7680, 4320, '2160p'],
] as const)('%i × %i is %s', ([width, height, tier]) => {
  expect(tierOf({ width, height })).toBe(tier)
})

test('no more than the highest tier that was asked for, and sound alone is a tier of its own', () => {
  expect(tierOf({ width: 3840, height: 2160 }, '1080p')).toBe('1080p')
  expect(tierOf({ width: 1280, height: 720 }, '2160p')).toBe('720p')
  expect(tierOf(undefined)).toBe('audio-only')
})
