import { describe, expect, test } from 'vitest'
import { ruleName, valueWithSuffix } from '../../rule-name.ts'
import { impactOf } from './incident-texts.ts'
import { judgedRule } from './judged-rule.ts'
import { affectedBeyond, audienceOf, valueOf, type WatchedSums } from './watched-values.ts'

const sums = (given: Partial<WatchedSums> = {}): WatchedSums => ({
  over: 6,
  under: 120,
  viewers: 240,
  attempts: 60,
  ...given,
})

describe('names', () => {
  test('ALRT-021 ALRT-022 metric, area, value with its suffix and the window in minutes', () => {
    const named = { metric: 'playback-failure-percentage', area: 'above' } as const
    expect(ruleName({ ...named, value: 5, windowSeconds: 60 })).toBe(
      'Playback failure percentage is above 5% for 1 minute',
    )
    expect(ruleName({ ...named, value: 0.25, windowSeconds: 3_600 })).toBe(
      'Playback failure percentage is above 0.25% for 60 minutes',
    )
    expect(
      ruleName({
        metric: 'current-concurrent-viewers',
        area: 'below',
        value: 1_000,
        windowSeconds: 300,
      }),
    ).toBe('Current concurrent viewers is below 1,000 for 5 minutes')
  })

  test.each([
    [2, '2%'],
    [2.5, '2.5%'],
    [2.345, '2.35%'],
    [2.999, '3%'],
    [0, '0%'],
  ])('%s has no more decimals than it needs', (value, text) => {
    expect(valueWithSuffix('playback-failure-percentage', value)).toBe(text)
  })
})

describe('a rule as it is judged', () => {
  const rule = {
    metric: 'current-rebuffering-percentage',
    area: 'above',
    value: 5,
    close_value: null,
    window_seconds: 300,
    close_after_seconds: 120,
    window_min_views: 25,
    on_no_data: 'keep',
  } as const

  test('percent become shares, and it closes a tenth away', () => {
    const { value, closeValue } = judgedRule(rule)
    expect([value, closeValue]).toEqual([0.05, expect.closeTo(0.045)])
  })

  test('below, it closes a tenth above; megabits become bits', () => {
    const bitrate = judgedRule({ ...rule, metric: 'current-average-bitrate', area: 'below' })
    expect([bitrate.value, bitrate.closeValue]).toEqual([
      expect.closeTo(5_000_000),
      expect.closeTo(5_500_000),
    ])
  })

  test('a value to close is taken as it is', () => {
    expect(judgedRule({ ...rule, close_value: 1 }).closeValue).toBeCloseTo(0.01)
    expect(judgedRule({ ...rule, close_value: 0 }).closeValue).toBe(0)
    // No percentage is above 100: such an incident would never close.
    expect(judgedRule({ ...rule, area: 'below', value: 95 }).closeValue).toBe(1)
  })
})

describe('a window', () => {
  test('is the ratio of its sums, and the mean of concurrent viewers over the known steps', () => {
    expect(valueOf('playback-failure-percentage', sums(), 12)).toBe(0.05)
    expect(valueOf('current-concurrent-viewers', sums(), 12)).toBe(20)
    expect(valueOf('current-concurrent-viewers', sums({ viewers: 0 }), 12)).toBe(0)
  })

  test('has no value without known steps, or without anything to divide by', () => {
    expect(valueOf('current-concurrent-viewers', sums(), 0)).toBeNull()
    expect(valueOf('playback-failure-percentage', sums({ over: 0, under: 0 }), 12)).toBeNull()
  })

  test('has viewers or attempts as its audience; a rule about viewers has no minimum', () => {
    expect(audienceOf('playback-failure-percentage', sums(), 12)).toBe(20)
    expect(audienceOf('video-startup-failure-percentage', sums(), 12)).toBe(60)
    expect(audienceOf('exits-before-video-start', sums(), 12)).toBe(60)
    expect(audienceOf('current-concurrent-viewers', sums({ viewers: 0 }), 12)).toBe(Infinity)
  })

  test('affects the views that failed beyond the threshold', () => {
    const rule = { metric: 'playback-failure-percentage', area: 'above', threshold: 0.04 } as const
    expect(affectedBeyond(rule, sums())).toBeCloseTo(1.2)
    expect(affectedBeyond({ ...rule, threshold: 0.06 }, sums())).toBe(0)
    expect(affectedBeyond({ ...rule, area: 'below' }, sums())).toBeUndefined()
    expect(affectedBeyond({ ...rule, metric: 'current-average-bitrate' }, sums())).toBeUndefined()
  })
})

test.each([
  [
    'video-startup-failure-percentage',
    1 / 9,
    2_300,
    'One in nine attempts to start fails, while 2,300 watch.',
  ],
  [
    'video-startup-failure-percentage',
    0.9,
    40,
    'Nearly all attempts to start fail, while 40 watch.',
  ],
  // 33 failures in eleven steps with 361 viewers: 36 within a minute, and not one view in eleven.
  [
    'playback-failure-percentage',
    33 / 361,
    361 / 11,
    'Fatal errors stop 36 viewers a minute, while 33 watch.',
  ],
  [
    'playback-failure-percentage',
    1 / 12,
    1,
    'Fatal errors stop 1 viewer a minute, while 1 watches.',
  ],
  [
    'playback-failure-percentage',
    0.0005,
    40,
    'Fatal errors stop 14 viewers an hour, while 40 watch.',
  ],
  ['current-rebuffering-percentage', 0.063, 12.4, '12 viewers spend 6.3% of their time waiting.'],
  ['current-average-bitrate', 1_250_000, 30, '30 viewers watch at 1.25 Mbps on average.'],
  ['playback-failure-percentage', null, 0, 'Nobody is watching.'],
  ['video-startup-failure-percentage', null, 3, 'There is nothing to measure, with 3 viewers.'],
  ['current-concurrent-viewers', 1, 1, '1 person is watching.'],
  ['current-concurrent-viewers', 0, 0, '0 people are watching.'],
  [
    'exits-before-video-start',
    0.2,
    50,
    '20% of those who start a video leave before it plays, with 50 viewers.',
  ],
] as const)('the impact of %s at %s is a sentence', (metric, value, viewers, text) => {
  expect(impactOf(metric, value, viewers)).toBe(text)
})
