import { expect, test } from 'vitest'
import type { MediaMap, Rung } from '@playhead/media/media-map.ts'
import { factsOf } from './describe-asset.ts'

const rung = (width: number, height: number): Rung => ({
  name: 'source',
  width,
  height,
  frameRate: 29.970_029_97,
  bandwidth: 1,
  averageBandwidth: 1,
  codecs: 'avc1.640028',
  isOnDemand: true,
})

const mapOf = (width: number, height: number): MediaMap => ({
  version: 1,
  duration: 12.5,
  video: {
    stream: 0,
    width,
    height,
    frameRate: 29.970_029_97,
    isVariableFrameRate: false,
    rotation: 0,
    isHdr: false,
    cuts: [0, 1_125_000],
    startTicks: 0,
    canCopy: true,
    rungs: [rung(480, 270), rung(width, height)],
  },
  audio: [
    {
      name: 'audio-0',
      stream: 1,
      channels: 2,
      sampleRate: 48_000,
      codecs: 'mp4a.40.2',
      bandwidth: 1,
      cuts: [],
    },
    {
      name: 'audio-1',
      stream: 2,
      channels: 6,
      sampleRate: 48_000,
      codecs: 'mp4a.40.2',
      bandwidth: 1,
      cuts: [],
      language: 'fr',
    },
  ],
})

test('the tier goes by area, so upright video counts like wide video', () => {
  const tierOf = (width: number, height: number) => factsOf(mapOf(width, height)).resolutionTier
  expect(tierOf(1280, 720)).toBe('720p')
  expect(tierOf(1282, 720)).toBe('720p')
  expect(tierOf(1720, 720)).toBe('1080p')
  expect(tierOf(1440, 1440)).toBe('1080p')
  expect(tierOf(1080, 1920)).toBe('1080p')
  expect(tierOf(2560, 1080)).toBe('1440p')
  expect(tierOf(3840, 2160)).toBe('2160p')
})

test('shape and rate are said in the form of the API', () => {
  expect(factsOf(mapOf(1920, 1080))).toEqual({
    duration: 12.5,
    resolutionTier: '1080p',
    aspectRatio: '16:9',
    frameRate: 29.97,
  })
  expect(factsOf({ version: 1, duration: 3, audio: [] })).toEqual({
    duration: 3,
    resolutionTier: 'audio-only',
    aspectRatio: null,
    frameRate: null,
  })
})
