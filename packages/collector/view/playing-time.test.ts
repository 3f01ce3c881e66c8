import { describe, expect, test } from 'vitest'
import type { Scripted } from '../fixtures/testing-replay.ts'
import { begin, aCounterReading, anError, aScriptedRow } from '../fixtures/testing-scripts.ts'

describe('playing time', () => {
  test('is wall clock at twice the speed and at half of it', () => {
    const fast = aScriptedRow(
      ...begin,
      ['hb', 10_100, aCounterReading(10_100, 10_000, 20_000)],
      ['viewend', 15_100, aCounterReading(15_100, 15_000, 30_000)],
    )
    expect(fast).toMatchObject({ playing_time: 15_000, watch_time: 15_100 })
    const slow = aScriptedRow(
      ...begin,
      ['hb', 10_100, aCounterReading(10_100, 10_000, 5_000)],
      ['viewend', 20_100, aCounterReading(20_100, 20_000, 10_000)],
    )
    expect(slow.playing_time).toBe(20_000)
  })

  test('follows a change of speed within a view', () => {
    const mixed = aScriptedRow(
      ...begin,
      ['ratechange', 10_100, aCounterReading(10_100, 10_000, 9_990)],
      ['hb', 20_100, aCounterReading(20_100, 20_000, 24_990)],
      ['viewend', 25_100, aCounterReading(25_100, 25_000, 32_490)],
    )
    expect(mixed.playing_time).toBe(9_990 + 10_000 + 5_000)
  })

  test('leaves out the first second of a stall, which the player counts as playing', () => {
    const stalled = aScriptedRow(
      ...begin,
      ['rebufferstart', 6_100, { ...aCounterReading(7_100, 7_000, 6_000), view_rebuffer_count: 1 }],
      [
        'rebufferend',
        10_100,
        { ...aCounterReading(10_100, 7_000, 6_000), view_rebuffer_duration: 4_000 },
      ],
      ['viewend', 16_100, aCounterReading(16_100, 13_000, 12_000)],
    )
    expect(stalled).toMatchObject({
      playing_time: 12_000,
      rebuffer_count: 1,
      rebuffer_duration: 4_000,
      rebuffer_percentage: 4_000 / 16_100,
    })
    const stalledAtDouble = aScriptedRow(
      ...begin,
      ['ratechange', 150, aCounterReading(150, 50, 50)],
      [
        'rebufferstart',
        6_100,
        { ...aCounterReading(7_100, 7_000, 12_000), view_rebuffer_count: 1 },
      ],
      ['rebufferend', 10_100, aCounterReading(10_100, 7_000, 12_000)],
      ['viewend', 16_100, aCounterReading(16_100, 13_000, 24_000)],
    )
    expect(Math.abs(stalledAtDouble.playing_time - 12_000)).toBeLessThanOrEqual(60)
  })

  test.each([
    ['whose playhead alone goes on', 5_250],
    ['that counts its content on', 15_000],
  ])('goes on after a device woke, of a player %s', (_, content) => {
    const woken = { ...aCounterReading(5_350, 5_250, content), player_playhead_time: 15_000 }
    expect(
      aScriptedRow(
        ...begin,
        ['devicesleep', 5_350, aCounterReading(5_350, 5_250, 5_250)],
        ['devicewake', 95_350, aCounterReading(5_350, 5_250, 5_250)],
        ['hb', 105_100, woken],
        ['viewend', 105_100, woken],
      ),
    ).toMatchObject({ playing_time: 15_000, watch_time: 15_100 })
  })

  test.each(['devicesleep', 'error', 'adended', 'hb'])(
    'goes on while the counters of the player stop after %s',
    (name) => {
      const error = { player_error_severity: 'warning', player_error_code: 1 }
      const still = (at: number): Scripted => [
        'hb',
        at,
        { ...aCounterReading(5_100, 5_000, 5_000), player_playhead_time: at - 100 },
      ]
      const resumed = { ...aCounterReading(9_100, 9_000, 9_000), player_playhead_time: 19_000 }
      expect(
        aScriptedRow(
          ...begin,
          [
            name,
            5_100,
            { ...aCounterReading(5_100, 5_000, 5_000), ...(name === 'error' && error) },
          ],
          still(10_100),
          still(15_100),
          [
            'playing',
            15_100,
            { ...aCounterReading(5_100, 5_000, 5_000), player_playhead_time: 15_000 },
          ],
          ['viewend', 19_100, resumed],
        ),
      ).toMatchObject({ playing_time: 19_000, watch_time: 19_100 })
    },
  )

  test('of a player without counters is counted once, also after a warning', () => {
    expect(
      aScriptedRow(
        ['play', 0],
        ['playing', 0, { player_playhead_time: 0 }],
        [
          'error',
          5_000,
          anError(7, { player_error_severity: 'warning', player_playhead_time: 5_000 }),
        ],
        ['hb', 15_000, { player_playhead_time: 15_000 }],
        ['rebufferstart', 15_000],
        ['rebufferend', 25_000],
        ['ended', 30_000, { player_playhead_time: 20_000 }],
      ),
    ).toMatchObject({ playing_time: 20_000, watch_time: 30_000 })
  })

  test('is not known from a playhead that jumped while the player counted nothing', () => {
    const still = (at: number, playhead: number): Scripted => [
      'hb',
      at,
      { ...aCounterReading(7_300, 7_200, 7_200), player_playhead_time: playhead },
    ]
    const frozen = aCounterReading(7_300, 7_200, 7_200)
    expect(
      aScriptedRow(
        ...begin,
        ['devicesleep', 7_300, frozen],
        ['devicewake', 300_000, frozen],
        still(304_000, 111_200),
        still(305_000, 112_200),
      ),
    ).toMatchObject({ playing_time: 8_200, watch_time: 8_300 })
  })

  test('does not grow while the counters of a sleeping player stop', () => {
    const still = (name: string, at: number): Scripted => [
      name,
      at,
      aCounterReading(5_100, 5_000, 5_000),
    ]
    expect(
      aScriptedRow(
        ...begin,
        still('devicesleep', 5_100),
        still('devicewake', 65_100),
        still('hb', 75_100),
        still('viewend', 80_000),
      ),
    ).toMatchObject({ playing_time: 5_000, watch_time: 5_100 })
  })

  test('of a player without counters follows from the order of its events', () => {
    expect(
      aScriptedRow(
        ['play', 0],
        ['playing', 800, { player_playhead_time: 0 }],
        ['rebufferstart', 5_800],
        ['rebufferend', 7_800],
        ['seeking', 9_800],
        ['seeked', 10_300],
        ['pause', 12_300],
        ['play', 20_300],
        ['playing', 20_300],
        ['ended', 25_300, { player_playhead_time: 14_000 }],
      ),
    ).toMatchObject({
      video_startup_time: 800,
      watch_time: 12_300 + 5_000,
      playing_time: 5_000 + 2_000 + 2_000 + 5_000,
      rebuffer_count: 1,
      rebuffer_duration: 2_000,
      seek_count: 1,
      seek_duration: 500,
      ended: true,
      view_dropped: false,
    })
  })
})
