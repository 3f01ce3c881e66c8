import { expect, test } from 'vitest'
import type { MediaMap, Rung } from '@playhead/media/media-map.ts'
import { foundTracksOf } from './found-tracks-of.ts'

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

test('the picture is a track, and every sound, the first of which is the primary one', () => {
  expect(foundTracksOf(mapOf(1280, 720))).toMatchObject([
    { type: 'video', isPrimary: true, width: 1280, height: 720, frameRate: 29.97 },
    { type: 'audio', isPrimary: true, name: 'Default', languageCode: 'und', channels: 2 },
    { type: 'audio', isPrimary: false, name: 'Audio 2', languageCode: 'fr', channels: 6 },
  ])
})
