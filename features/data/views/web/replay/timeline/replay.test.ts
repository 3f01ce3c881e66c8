import { describe, expect, test } from 'vitest'
import {
  type RecordingName,
  aRecordedView,
  aScriptedCourse,
} from '../../fixtures/testing-timelines.ts'
import { momentAt, nearestEvent, stepFrom } from './moment.ts'
import { replayOf } from './replay.ts'
import type { StateSpan } from './states.ts'

const said = (spans: readonly StateSpan[]) =>
  spans.map(({ kind, from, to }) => `${kind} ${from}-${to}`).join(', ')

describe('player states', () => {
  test.each<[RecordingName, string]>([
    [
      'normal-view-to-end',
      'starting 0-11, playing 11-24037, paused 24037-24040, ended 24040-25557',
    ],
    ['exit-before-start', 'starting 0-4065'],
    [
      'rebuffering',
      'starting 0-12, playing 12-6056, rebuffering 6056-10211, playing 10211-15892, rebuffering 15892-18954, playing 18954-23535, rebuffering 23535-26565',
    ],
    [
      'ads',
      'starting 0-525, ad 525-2031, paused 2031-2337, ad 2337-2955, starting 2955-2964, playing 2964-5466, ad 5466-5571, playing 5571-6588',
    ],
    ['hls-segment-503-fatal', 'starting 0-10, playing 10-702, error 702-14028'],
    [
      'pause-seek',
      'starting 0-8, playing 8-3021, paused 3021-15024, seeking 15024-15044, paused 15044-15834, playing 15834-18346, seeking 18346-18363, playing 18363-20868, seeking 20868-20898, playing 20898-21002, seeking 21002-21025, playing 21025-21140, seeking 21140-21172, playing 21172-21265, seeking 21265-21288, playing 21288-22905',
    ],
  ])('of the recorded view %s', (name, expected) => {
    expect(said(replayOf(aRecordedView(name)).states)).toBe(expected)
  })

  const playing = [
    [0, 'viewstart'],
    [0, 'play'],
    [500, 'playing'],
  ] as const
  const warning = { player_error_severity: 'warning' }
  test.each([
    [
      'a warning is a mark, no state',
      [...playing, [2_000, 'error', 1_500, warning]],
      'playing 500-9000',
    ],
    [
      'what stalls before the first frame is startup',
      [
        [0, 'viewstart'],
        [10, 'rebufferstart'],
      ],
      'starting 0-9000',
    ],
    ['nobody goes on after the view', [...playing, [3_000, 'viewend']], 'playing 500-3000'],
    [
      'a pause while seeking is kept for after it',
      [...playing, [1_000, 'seeking'], [1_100, 'pause'], [1_500, 'seeked']],
      'seeking 1000-1500, paused 1500-9000',
    ],
    [
      'an error pauses and is more than that',
      [...playing, [1_000, 'error', 900, { player_error_code: '1' }], [1_001, 'pause']],
      'error 1000-9000',
    ],
    [
      'an error after the end changes nothing',
      [...playing, [1_000, 'ended'], [1_001, 'error']],
      'ended 1000-9000',
    ],
    [
      'an ad without a break around it gives way to the content',
      [
        [0, 'viewstart'],
        [0, 'adbreakstart'],
        [400, 'adplaying'],
        [2_000, 'play'],
        [2_100, 'playing'],
      ],
      'ad 400-2000, starting 2000-2100, playing 2100-9000',
    ],
    [
      'a view that went on after it was left',
      [...playing, [3_000, 'viewend'], [5_000, 'playing']],
      'playing 500-3000, playing 5000-9000',
    ],
  ] as const)('%s', (_, script, end) => {
    expect(said(replayOf(aScriptedCourse(script, 9_000)).states)).toMatch(new RegExp(`${end}$`))
  })
})

test.each([
  [true, 'playing 500-2000, error 2000-9000'],
  [false, 'playing 500-9000'],
])('an error without its details ended a view that failed: %s', (playbackFailure, end) => {
  const script = [
    [0, 'viewstart'],
    [500, 'playing'],
    [2_000, 'error'],
  ] as const
  const { states } = replayOf(aScriptedCourse(script, 9_000, { playbackFailure }))
  expect(said(states)).toBe(`starting 0-500, ${end}`)
})

describe('time axis', () => {
  test('VIEW-015 an event keeps its place as its number, and counts from the start of the view', () => {
    const { events, from, to } = replayOf(aRecordedView('hls-normal'))
    expect(events.map(({ sequenceNumber }) => sequenceNumber)).toEqual(events.map((_, at) => at))
    expect(events[0]).toMatchObject({ name: 'networkchange', at: -569 })
    expect(events.find(({ name }) => name === 'viewstart')?.at).toBe(0)
    expect(events.at(-1)).toMatchObject({ name: 'viewend', at: 15_034, position: 15_006 })
    expect([from, to]).toEqual([-569, 15_034])
  })

  test('a clock that was set back does not turn events around', () => {
    const { events } = replayOf(aRecordedView('rebuffering'))
    const times = events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(events.filter(({ at }) => at === 23_535).map(({ name }) => name)).toEqual([
      'waiting',
      'rebufferstart',
    ])
  })

  test('begins a tenth of the view before it when the page was open long before', () => {
    const script = [
      [-600_000, 'playerready'],
      [0, 'viewstart'],
      [10, 'playing'],
    ] as const
    const replay = replayOf(aScriptedCourse(script, 20_000))
    expect([replay.from, replay.to]).toEqual([-2_000, 20_000])
    expect(replay.events[0]?.at).toBe(-600_000)
  })

  test('of a view left at once has a length, but no states', () => {
    const { to, states, positions } = replayOf(aScriptedCourse([[0, 'viewstart']], 0))
    expect(to).toBe(1_000)
    expect([states, positions]).toEqual([[], []])
  })

  test('a view without events has its length and nothing else', () => {
    const replay = replayOf(aScriptedCourse([], 20_000))
    expect(replay).toMatchObject({ from: 0, to: 20_000, events: [], requests: [], gaps: [] })
  })
})

describe('requests', () => {
  test('lie where the player loaded them, by its own clock', () => {
    const { requests } = replayOf(aRecordedView('hls-normal'))
    expect(requests).toHaveLength(13)
    expect(requests[0]).toMatchObject({
      type: 'manifest',
      from: -561,
      respondedAt: -512,
      to: -511,
      isTimed: true,
      bytes: 337,
    })
    expect(requests.map(({ from }) => from)).toEqual(
      requests.map(({ from }) => from).toSorted((a, b) => a - b),
    )
  })

  test('one that failed does not take the times of the one before, which players repeat', () => {
    const failed = replayOf(aRecordedView('hls-segment-503-fatal')).requests.filter(
      ({ result }) => result === 'failed',
    )
    expect(failed.map(({ from, to, isTimed, bytes }) => [from, to, isTimed, bytes])).toEqual([
      [68, 68, false, undefined],
      [604, 604, false, undefined],
      [700, 700, false, undefined],
    ])
    expect(failed[2]).toMatchObject({
      error: '503 Service Unavailable',
      url: 'http://127.0.0.1:18080/media/hls/lo_02.ts',
    })
  })

  test('with impossible times have no length', () => {
    const clock = Date.UTC(2026, 10, 21, 11)
    const request = (start: number, end: number) => ({
      request_start: clock + start,
      request_response_end: clock + end,
    })
    const { requests } = replayOf(
      aScriptedCourse(
        [
          [0, 'viewstart'],
          [2_000, 'requestcompleted', 0, request(1_000, 1_900)],
          [3_000, 'requestcompleted', 0, request(-9_000_000, -8_999_000)],
          [4_000, 'requestcompleted', 0, request(3_900, 3_000)],
          [5_000, 'requestcanceled', 0, { request_type: 'media' }],
        ],
        6_000,
      ),
    )
    expect(requests.map(({ from, to, isTimed }) => [from, to, isTimed])).toEqual([
      [1_000, 1_900, true],
      [3_000, 3_000, false],
      [4_000, 4_000, false],
      [5_000, 5_000, false],
    ])
  })
})

describe('renditions', () => {
  test('last until the next one, and a repeated rendition counts once', () => {
    const { renditions } = replayOf(aRecordedView('hls-normal'))
    expect(renditions.map(({ from, to, rendition }) => [from, to, rendition?.name])).toEqual([
      [0, 4_101, '180p'],
      [4_101, 15_034, '360p'],
    ])
  })

  test('without details are unknown, except the first and the last', () => {
    const script = [
      [0, 'viewstart'],
      [2_000, 'renditionchange'],
      [5_000, 'renditionchange'],
    ] as const
    const known = { videoSourceBitrateInitial: 800_000, videoSourceBitrate: 5_800_000 }
    const { renditions } = replayOf(aScriptedCourse(script, 9_000, known))
    expect(renditions.map(({ from, rendition }) => [from, rendition?.bitrate])).toEqual([
      [0, 800_000],
      [2_000, undefined],
      [5_000, 5_800_000],
    ])
    expect(renditions[1]?.rendition).toBeNull()
  })

  test('are no lane where nothing is known of them', () => {
    expect(replayOf(aRecordedView('exit-before-start')).renditions).toEqual([])
  })
})

describe('a moment', () => {
  test('has the state, position, rendition, newest events and open requests', () => {
    const replay = replayOf(aRecordedView('hls-normal'))
    const moment = momentAt(replay, 6_020)
    expect(moment).toMatchObject({
      state: { kind: 'playing' },
      rendition: { name: '360p', bitrate: 900_000 },
      events: [{ name: 'renditionchange', at: 4_101 }],
    })
    // At 4101 ms the position was 4073 ms, and the video has been playing since.
    expect(moment.position).toBeCloseTo(5_992, 0)
    expect(moment.requests.map(({ url }) => url?.slice(-8))).toEqual(['hi_02.ts'])
  })

  test('keeps the playhead during a seek and then moves it to the target', () => {
    const replay = replayOf(aRecordedView('pause-seek'))
    expect(momentAt(replay, 15_030)).toMatchObject({ position: 2_960, state: { kind: 'seeking' } })
    expect(momentAt(replay, 15_044)).toMatchObject({ position: 15_000, state: { kind: 'paused' } })
  })

  test('goes on playing between events', () => {
    const script = [
      [0, 'viewstart'],
      [1_000, 'playing', 30_000],
    ] as const
    const replay = replayOf(aScriptedCourse(script, 61_000))
    expect(momentAt(replay, 31_000).position).toBe(60_000)
    expect(momentAt(replay, 61_000).state?.kind).toBe('playing')
  })

  test('events are stepped through one moment at a time, and found by those who point near them', () => {
    const replay = replayOf(aRecordedView('rebuffering'))
    expect(stepFrom(replay, 12, 1)).toBe(6_056)
    expect(stepFrom(replay, 6_056, 1)).toBe(10_211)
    expect(stepFrom(replay, 10_211, -1)).toBe(6_056)
    expect(stepFrom(replay, 26_565, 1)).toBeUndefined()
    expect(momentAt(replay, 6_056).events.map(({ name }) => name)).toEqual([
      'waiting',
      'rebufferstart',
    ])
    expect(nearestEvent(replay, 10_180, 50)?.name).toBe('playing')
    expect(nearestEvent(replay, 8_000, 50)).toBeUndefined()
  })
})
