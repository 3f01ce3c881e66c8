import { describe, expect, test } from 'vitest'
import {
  aViewState,
  type Scripted,
  aScriptedView,
  scriptStart,
} from '../fixtures/testing-replay.ts'
import { peekSample, type Sample, takeSample } from './live-sample.ts'
import { adoptSampled, applyEvent, openView } from './apply-event.ts'

const stepMs = 5_000
const full = { mux_embed: 'mux-embed', mux_embed_version: '5.19.0' }
const start: Scripted = [
  'viewstart',
  0,
  {
    ...full,
    view_start: scriptStart,
    video_title: 'Title',
    video_cdn: 'near',
    mux_viewer_id: 'somebody',
  },
]
const playing: Scripted = [
  'playing',
  1_200,
  { view_time_to_first_frame: 1_200, video_source_bitrate: 2_000_000 },
]

/** Samples of five-second steps when every event arrives at its own time. */
function samplesOf(steps: number, ...script: Scripted[]): (Sample | null)[] {
  const [first, ...rest] = aScriptedView(...script)
  const state = openView(first!)
  return Array.from({ length: steps }, (_, step) => {
    const end = scriptStart + (step + 1) * stepMs
    while (rest[0] && rest[0].receivedAt <= end) applyEvent(state, rest.shift()!)
    return takeSample(state, end - stepMs, end)
  })
}

describe('live samples', () => {
  test('a start is said once, watching for as long as it goes on', () => {
    const samples = samplesOf(4, start, playing, ['hb', 11_200], ['pause', 12_000])
    expect(samples[0]).toMatchObject({
      sampled_at: scriptStart,
      view_id: 'view',
      is_watching: true,
      is_starting_up: false,
      started: true,
      failed: false,
      video_startup_time: 1_200,
      watch_ms: 5_000,
      rebuffer_ms: 0,
      bitrate: 2_000_000,
      video_title: 'Title',
      viewer_id: 'somebody',
      cdn: 'near',
      country: 'DE',
      view_has_ad: false,
    })
    expect(samples[1]).toMatchObject({
      is_watching: true,
      started: false,
      video_startup_time: null,
      watch_ms: 5_000,
    })
    expect(samples[2]).toMatchObject({ is_watching: false, watch_ms: 2_000, bitrate: null })
    expect(samples[3]).toBeNull()
  })

  test('startup counts as watching until it ends', () => {
    const samples = samplesOf(2, start, ['playing', 7_000, { view_time_to_first_frame: 7_000 }])
    expect(samples[0]).toMatchObject({
      is_watching: true,
      is_starting_up: true,
      started: false,
      watch_ms: 5_000,
    })
    expect(samples[1]).toMatchObject({
      is_starting_up: false,
      started: true,
      video_startup_time: 7_000,
    })
  })

  test('a stall that is reported late is added to the next step', () => {
    const [first, ...rest] = aScriptedView(
      start,
      playing,
      ['rebufferstart', 6_000],
      ['rebufferend', 9_000],
    )
    const state = openView(first!)
    applyEvent(state, rest[0]!)
    const at = (ms: number) => takeSample(state, scriptStart + ms - stepMs, scriptStart + ms)!
    expect([at(5_000), at(10_000)].map((sample) => [sample.watch_ms, sample.rebuffer_ms])).toEqual([
      [5_000, 0],
      [5_000, 0],
    ])
    const late = { receivedAt: scriptStart + 11_000, transmittedAt: scriptStart + 10_980 }
    for (const event of rest.slice(1)) applyEvent(state, { ...event, ...late })
    expect(at(15_000)).toMatchObject({ watch_ms: 5_000, rebuffer_ms: 3_000 })
  })

  test('a stall longer than one step counts in full once it is reported', () => {
    const [first, ...rest] = aScriptedView(start, playing, ['rebufferstart', 4_000], ['hb', 11_000])
    const state = openView(first!)
    applyEvent(state, rest[0]!)
    const at = (ms: number) => takeSample(state, scriptStart + ms - stepMs, scriptStart + ms)!
    expect([at(5_000), at(10_000)].map((sample) => sample.rebuffer_ms)).toEqual([0, 0])
    const late = { receivedAt: scriptStart + 11_000, transmittedAt: scriptStart + 10_980 }
    for (const event of rest.slice(1)) applyEvent(state, { ...event, ...late })
    // Eleven seconds of stall up to the third step, five of which fit into each.
    expect([at(15_000), at(20_000), at(25_000)].map((sample) => sample.rebuffer_ms)).toEqual([
      5_000, 5_000, 5_000,
    ])
  })

  test('rebuffering time is part of watch time in every step', () => {
    const samples = samplesOf(
      3,
      start,
      playing,
      ['rebufferstart', 6_000],
      ['rebufferend', 9_000],
      ['hb', 14_000],
    )
    expect(samples.map((sample) => [sample!.watch_ms, sample!.rebuffer_ms])).toEqual([
      [5_000, 0],
      [5_000, 3_000],
      [5_000, 0],
    ])
  })

  test('a viewer who rebuffers for more than five minutes no longer counts as watching', () => {
    const beats = Array.from({ length: 40 }, (_, at): Scripted => ['hb', 10_000 + at * 10_000])
    const samples = samplesOf(70, start, playing, ['rebufferstart', 5_000], ...beats)
    expect(samples[58]).toMatchObject({ is_watching: true })
    const after = samples.slice(62)
    expect(after.some((sample) => sample?.is_watching)).toBe(false)
    expect(after.some((sample) => (sample?.watch_ms ?? 0) > 0)).toBe(false)
    expect(after.some((sample) => (sample?.rebuffer_ms ?? 0) > 0)).toBe(false)
  })

  test('a failure is said once, with the viewer counted in that step', () => {
    const failure: Scripted = ['error', 6_000, { player_error_code: 3 }]
    const samples = samplesOf(3, start, playing, failure)
    expect(samples[0]).toMatchObject({ failed: false })
    expect(samples[1]).toMatchObject({ failed: true, startup_failed: false, is_watching: true })
    expect(samples[2]).toBeNull()
    const early = samplesOf(2, start, ['error', 2_000, { player_error_code: 3 }])
    expect(early[0]).toMatchObject({ failed: true, startup_failed: true })
    expect(early[1]).toBeNull()
  })

  test('warnings and business exceptions are no failures, also by rule', () => {
    const warned = samplesOf(1, start, playing, [
      'error',
      2_000,
      { player_error_code: 3, player_error_severity: 'warning' },
    ])
    expect(warned[0]).toMatchObject({ failed: false })
    const state = aViewState(
      aScriptedView(start, playing, ['error', 2_000, { player_error_code: 3 }]),
    )
    const rules = new Map([['3', { severity: 'warning', isBusinessException: false } as const]])
    expect(takeSample(state, scriptStart, scriptStart + 5_000, rules)).toMatchObject({
      failed: false,
    })
  })

  test('a rule that turns an error into a warning leaves an exit, and the other way round none', () => {
    const sampleOf = (said: 'fatal' | 'warning', ruled: 'fatal' | 'warning') => {
      const state = aViewState(
        aScriptedView(
          start,
          ['error', 2_000, { player_error_code: 3, player_error_severity: said }],
          ['viewend', 3_000, { view_watch_time: 3_000 }],
        ),
      )
      const rules = new Map([['3', { severity: ruled, isBusinessException: false }]])
      return takeSample(state, scriptStart, scriptStart + 5_000, rules)
    }
    expect(sampleOf('fatal', 'warning')).toMatchObject({ failed: false, exited_before_start: true })
    expect(sampleOf('warning', 'fatal')).toMatchObject({ failed: true, exited_before_start: false })
  })

  test('leaving before the first frame counts after a second of waiting', () => {
    const left = (ms: number) => samplesOf(2, start, ['viewend', ms, { view_watch_time: ms }])
    expect(left(3_000)[0]).toMatchObject({ exited_before_start: true, is_watching: false })
    expect(left(3_000)[1]).toBeNull()
    expect(left(800)[0]?.exited_before_start ?? false).toBe(false)
  })

  test('a waiting viewer who sends nothing for a minute counts as an exit before start', () => {
    const samples = samplesOf(14, start, ['play', 2_000])
    expect(samples[11]).toMatchObject({ is_watching: true, exited_before_start: false })
    expect(samples[12]).toMatchObject({ is_watching: false, exited_before_start: true })
    expect(samples[13]).toBeNull()
  })

  test('a view folded again says nothing twice', () => {
    const events = aScriptedView(start, playing)
    const before = aViewState(events)
    expect(takeSample(before, scriptStart, scriptStart + 5_000)).toMatchObject({ started: true })
    const after = aViewState(events)
    adoptSampled(after, before)
    expect(takeSample(after, scriptStart + 5_000, scriptStart + 10_000)).toMatchObject({
      started: false,
      watch_ms: 5_000,
    })
  })

  test('reading half a step returns that half and leaves the whole step unchanged', () => {
    const [first, ...rest] = aScriptedView(
      start,
      playing,
      ['rebufferstart', 2_000],
      ['pause', 4_000],
    )
    const state = openView(first!)
    const until = (ms: number) => {
      while (rest[0] && rest[0].receivedAt <= scriptStart + ms) applyEvent(state, rest.shift()!)
    }
    until(2_500)
    const early = peekSample(state, scriptStart, scriptStart + 2_500)
    expect(early).toMatchObject({ is_watching: true, started: true, watch_ms: 2_500 })
    expect(early?.rebuffer_ms).toBe(500)
    until(5_000)
    expect(takeSample(state, scriptStart, scriptStart + 5_000)).toMatchObject({
      is_watching: false,
      started: true,
      watch_ms: 4_000,
      rebuffer_ms: 2_000,
    })
  })

  test('a load without a play intent says nothing', () => {
    expect(samplesOf(2, ['playerready', 0, full], ['hb', 3_000])).toEqual([null, null])
  })

  test('an event delivered days late does not add days of watch time to one step', () => {
    const waitedMs = 6 * 86_400_000
    const late = aScriptedView(start, playing).map((event) => ({
      ...event,
      transmittedAt: event.transmittedAt + waitedMs,
      receivedAt: event.receivedAt + waitedMs,
    }))
    const now = scriptStart + waitedMs + 5_000
    expect(takeSample(aViewState(late), now - stepMs, now)!.watch_ms).toBeLessThan(180_000)
  })
})
