import { expect, test } from 'vitest'
import type { HealthSecond } from './health-point.ts'
import { HealthRows, rowMs } from './health-rows.ts'

const aSecond = (time: number, frameRate = 30): HealthSecond => ({
  time,
  video_kbps: 2500,
  audio_kbps: 128,
  frame_rate: frameRate,
  expected_frame_rate: 30,
  keyframe_interval_ms: 2000,
  dropped_frames: 0,
  av_drift_ms: 0,
  clock_drift_ms: 0,
  jitter_ms: 0,
  longest_silence_ms: 0,
})

test.each([1000, 1001, 1007, 1400, 4900])(
  'an encoder that is there has a row in every step, counted every %i ms',
  (everyMs) => {
    const rows = new HealthRows()
    const steps: number[] = []
    const from = 1_770_000_000_123
    for (let time = from; time < from + 7_200_000; time += everyMs) {
      const row = rows.take(aSecond(time))
      if (row) steps.push(Math.floor(row.time / rowMs))
    }
    const first = Math.floor(from / rowMs)
    expect(steps).toEqual(Array.from(steps, (_, index) => first + index))
    expect(steps.length).toBeGreaterThan(7_200_000 / rowMs - 3)
  },
)

test('what is counted when the encoder leaves is a row, and none twice', () => {
  const rows = new HealthRows()
  expect(rows.take(aSecond(10_000, 20))).toBeUndefined()
  expect(rows.take(aSecond(11_000, 40))).toBeUndefined()
  expect(rows.end()).toMatchObject({ time: 11_000, frame_rate: 30 })
  expect(rows.end()).toBeUndefined()
  expect(rows.take(aSecond(21_000, 50))).toBeUndefined()
  expect(rows.take(aSecond(26_000, 10))).toMatchObject({ time: 21_000, frame_rate: 50 })
})
