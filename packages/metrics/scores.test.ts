import { expect, test } from 'vitest'
import {
  playbackSuccessScore,
  smoothnessScore,
  startupTimeScore,
  videoQualityScore,
  viewerExperienceScore,
  type ViewOutcome,
} from './scores.ts'

const played: ViewOutcome = {
  hasFailed: false,
  hasStarted: true,
  isStartupBusinessException: false,
  waitedMs: 0,
}

test.each([
  ['played to a first frame', {}, 1],
  ['failed while playing', { hasFailed: true }, 0],
  ['failed before the first frame', { hasFailed: true, hasStarted: false }, 0],
  ['left after a second', { hasStarted: false, waitedMs: 1000 }, 0.5],
  ['left within a second', { hasStarted: false, waitedMs: 999 }, null],
  [
    'turned away by a rule of the business',
    { hasStarted: false, isStartupBusinessException: true, waitedMs: 5000 },
    null,
  ],
] as const)('METR-006 playback success of a view that %s', (_, outcome, score) => {
  expect(playbackSuccessScore({ ...played, ...outcome })).toBe(score)
})

test.each([
  [0, 1],
  [400, 0.9524],
  [2000, 0.8],
  [8000, 0.5],
  [20_000, 0.2857],
])('METR-006 a startup of %i ms scores %f', (startupMs, score) => {
  expect(startupTimeScore(startupMs)).toBeCloseTo(score, 4)
})

test.each([
  ['no stall', 0, 0, 1],
  ['one stall of 5 s in 305 s', 1, 5 / 305, (0.8944 + 0.8488) / 2],
  ['four stalls of 15 s in 1,260 s', 4, 60 / 1260, (0.4472 + 0.6211) / 2],
] as const)('METR-006 smoothness with %s', (_, count, fraction, score) => {
  expect(smoothnessScore(count, fraction)).toBeCloseTo(score, 3)
})

test('METR-006 video quality falls with upscaling', () => {
  expect(videoQualityScore(0, 0)).toBe(1)
  expect(videoQualityScore(0.5, 0.5)).toBeCloseTo(0.8479, 4)
  expect(videoQualityScore(2, (2 * 30) / 1230)).toBeCloseTo(0.8934, 4)
})

test('METR-006 a score is missing without what it measures', () => {
  expect(startupTimeScore(null)).toBeNull()
  expect(smoothnessScore(0, null)).toBeNull()
  expect(videoQualityScore(null, 0)).toBeNull()
})

test('METR-006 the overall score is success times the mean trade-off of its pairs', () => {
  const perfect = { playbackSuccess: 1, startupTime: 1, smoothness: 1, videoQuality: 1 }
  expect(viewerExperienceScore(perfect)).toBe(1)
  // smoothness^3/5 * startup^2/5, smoothness^3/4 * quality^1/4, startup^2/3 * quality^1/3
  const mixed = { playbackSuccess: 1, startupTime: 0.25, smoothness: 0.5, videoQuality: 1 }
  const pairs = [0.5 ** 0.6 * 0.25 ** 0.4, 0.5 ** 0.75, 0.25 ** (2 / 3)]
  expect(viewerExperienceScore(mixed)).toBeCloseTo((pairs[0]! + pairs[1]! + pairs[2]!) / 3, 12)
  expect(viewerExperienceScore({ ...mixed, videoQuality: null })).toBeCloseTo(pairs[0]!, 12)
})

test('METR-006 the overall score of views that failed, left, or say too little', () => {
  const nothing = { startupTime: null, smoothness: null, videoQuality: null }
  const good = { startupTime: 0.9, smoothness: 1, videoQuality: 1 }
  expect(viewerExperienceScore({ playbackSuccess: 0, ...good })).toBe(0)
  expect(viewerExperienceScore({ playbackSuccess: 0, ...nothing })).toBe(0)
  expect(viewerExperienceScore({ playbackSuccess: 0.5, ...nothing })).toBe(0.5)
  expect(viewerExperienceScore({ playbackSuccess: null, ...nothing })).toBeNull()
  expect(viewerExperienceScore({ playbackSuccess: 1, ...nothing })).toBeNull()
  expect(viewerExperienceScore({ playbackSuccess: 1, ...nothing, startupTime: 0.8 })).toBe(0.8)
})
