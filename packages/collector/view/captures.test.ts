import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { describe, expect, test } from 'vitest'
import {
  readArrivedEvents,
  readCaptureRequests,
  readCaptureRows,
  facts,
  readReplay,
  aRow,
  skewMs,
} from '../fixtures/testing-replay.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { errorTypeId } from './error-type-id.ts'
import { viewRow } from './view-row.ts'
import { applyEvent, foldEvents, openView } from './apply-event.ts'
import type { ViewState } from './view-state.ts'

const round = (value: number | null, digits = 4) =>
  value === null ? null : Number(value.toFixed(digits))
const startupScore = (ms: number) => 8 / (8 + ms / 1_000)
/** Of a view without stalls and scaling: smoothness and quality are 1, so only startup counts. */
const experienceOf = (startup: number) => (1 + startup ** (2 / 5) + startup ** (2 / 3)) / 3

function rowsOf(name: string): ViewRow[] {
  const rows = readCaptureRows(name)
  expect(rows.every((row) => row !== null)).toBe(true)
  return rows as ViewRow[]
}

function only(name: string): ViewRow {
  const rows = rowsOf(name)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

const healthy = {
  watched: true,
  exit_before_video_start: false,
  playback_failure: false,
  video_startup_failure: false,
  playback_business_exception: false,
  view_dropped: false,
  playback_success_score: 1,
  error_type_id: null,
  errors: '[]',
}

describe('captured views', () => {
  test('a view to its end', () => {
    const row = only('normal-view-to-end')
    expect(row).toMatchObject({
      ...healthy,
      view_id: 'c62cf13a-cc61-42ec-aee6-e233fc7099ba',
      view_start: 1_795_236_600_947 + skewMs,
      view_end: 1_795_236_626_504 + skewMs,
      video_id: 'vid-a',
      video_title: 'Probe A',
      player_name: 'probe-player',
      player_version: '1.0.0',
      viewer_id: 'user-1',
      viewer_user_id: 'user-1',
      mux_viewer_id: '836f4be5-ba3b-4d05-854b-7473fc7099b2',
      sub_property_id: 'sub-1',
      custom_1: 'alpha',
      custom_2: null,
      custom_10: 'omega',
      experiment_name: 'exp-a',
      player_language: null,
      player_poster: null,
      player_autoplay: false,
      stream_type: 'on-demand',
      viewer_device_category: 'desktop',
      operating_system: 'Linux',
      country: 'DE',
      player_source_url: 'http://127.0.0.1:18080/media/a.mp4',
      player_source_duration: 24_000,
      // Intent at 600947; playing with 11 ms of watch time; pause and end at 24038 ms.
      watch_time: 24_038,
      // The playhead went from 16 ms to 24000 ms.
      playing_time: 23_984,
      content_playing_time: 23_984,
      ad_playing_time: null,
      video_startup_time: 11,
      view_content_startup_time: 11,
      player_startup_time: 18,
      page_load_time: 234,
      // Page load + player startup + video startup: autoplay was off.
      aggregate_startup_time: 234 + 18 + 11,
      ended: true,
      video_completion_percentage: 1,
      playback_ranges: [[0, 24_000]],
      rebuffer_count: 0,
      rebuffer_duration: 0,
      rebuffer_percentage: 0,
      seek_count: 0,
      seek_latency: null,
      upscale_percentage: 0,
      weighted_average_bitrate: null,
      rendition_change_count: 0,
      request_count: null,
      ad_attempt_count: null,
      view_has_ad: false,
      startup_time_score: startupScore(11),
      rebuffer_score: 1,
      video_quality_score: 1,
    })
    expect(round(row.viewer_experience_score)).toBe(round(experienceOf(startupScore(11))))
    expect((JSON.parse(row.timeline) as { name: string }[]).map((item) => item.name)).toEqual(
      'networkchange playerready loadstart texttrackchange playbackmodechange viewstart renditionchange play playing pause ended viewend'.split(
        ' ',
      ),
    )
  })

  test('pauses and seeks', () => {
    expect(only('pause-seek')).toMatchObject({
      ...healthy,
      watch_time: 10_092,
      // 2948 + 2462 played before each seek and so on: the total playhead advance.
      playing_time: 9_572,
      video_startup_time: 8,
      rebuffer_count: 0,
      // One while paused, one back, four scrubs; 20 + 17 + 30 + 23 + 32 + 23 ms.
      seek_count: 6,
      seek_duration: 145,
      seek_latency: 145 / 6,
      ended: false,
      view_max_playhead_position: 17_464,
      video_completion_percentage: 17_464 / 24_000,
      playback_ranges: [
        [0, 2_960],
        [15_002, 17_464],
        [2_003, 5_049],
        [7_000, 7_075],
        [9_000, 9_048],
        [11_000, 12_577],
      ],
      long_resume: false,
    })
  })

  test('three stalls, the last of them left', () => {
    const row = only('rebuffering')
    expect(row).toMatchObject({
      ...healthy,
      view_start: 1_795_236_832_524 + skewMs,
      view_end: 1_795_236_859_089 + skewMs,
      watch_time: 26_566,
      // The player counted 19394 ms of wall clock, including a second of each stall; the playhead advanced 15961 ms.
      playing_time: 15_961,
      video_startup_time: 13,
      rebuffer_count: 3,
      // 838580 to 842749, 848416 to 851501, 856058 to 859089.
      rebuffer_duration: 4_169 + 3_085 + 3_031,
      rebuffer_percentage: 10_285 / 26_566,
      rebuffer_frequency: 3 / 26_566,
      long_rebuffering: false,
      view_dropped_frame_count: 9,
    })
    const smoothness = (1 / Math.sqrt(1 + 1.5 ** 2) + Math.exp((-10 * 10_285) / 26_566)) / 2
    const startup = startupScore(13)
    expect(round(row.rebuffer_score)).toBe(round(smoothness))
    expect(round(row.viewer_experience_score)).toBe(
      round(
        (smoothness ** (3 / 5) * startup ** (2 / 5) + smoothness ** (3 / 4) + startup ** (2 / 3)) /
          3,
      ),
    )
  })

  test('a source that fails before anybody asked to play is no view', () => {
    expect(readCaptureRows('fatal-error-404')).toEqual([null])
    expect(readCaptureRows('no-play')).toEqual([null])
  })

  test('a failure before the first frame', () => {
    const id = errorTypeId('4', 'MEDIA_ERR_SRC_NOT_SUPPORTED')
    expect(only('fatal-error-after-viewstart')).toMatchObject({
      watched: false,
      exit_before_video_start: false,
      playback_failure: true,
      video_startup_failure: true,
      content_playback_failure: true,
      ad_playback_failure: false,
      playback_business_exception: false,
      error_type_id: id,
      playback_failure_error_type_id: id,
      video_startup_failure_error_type_id: id,
      player_error_code: '4',
      player_error_message: 'MEDIA_ERR_SRC_NOT_SUPPORTED',
      view_dropped: false,
      watch_time: 346,
      playing_time: 0,
      video_startup_time: null,
      rebuffer_count: null,
      rebuffer_percentage: null,
      video_completion_percentage: null,
      viewer_experience_score: 0,
      playback_success_score: 0,
      startup_time_score: null,
      rebuffer_score: null,
      video_quality_score: null,
    })
  })

  test('left before the first frame', () => {
    expect(only('exit-before-start')).toMatchObject({
      watched: false,
      exit_before_video_start: true,
      playback_failure: false,
      view_dropped: false,
      watch_time: 4_065,
      view_start: 1_795_236_776_556 + skewMs,
      view_end: 1_795_236_780_621 + skewMs,
      playing_time: 0,
      video_startup_time: null,
      playback_success_score: 0.5,
      viewer_experience_score: 0.5,
      startup_time_score: null,
    })
  })

  test('two videos in one player are two views', () => {
    const [first, second] = rowsOf('videochange')
    expect(first).toMatchObject({
      ...healthy,
      video_id: 'vid-a',
      player_view_count: 1,
      view_start: 1_795_236_862_851 + skewMs,
      view_end: 1_795_236_865_879 + skewMs,
      watch_time: 3_029,
      playing_time: 2_920,
      video_startup_time: 19,
      // Never measured, because the video was gone at the end; but nothing was scaled at any time.
      upscale_percentage: null,
      video_quality_score: 1,
    })
    expect(second).toMatchObject({
      ...healthy,
      video_id: 'vid-b',
      video_series: 'S1',
      player_view_count: 2,
      // The time of the intent, not of the event that reported it 5 ms later.
      view_start: 1_795_236_865_889 + skewMs,
      watch_time: 3_562,
      playing_time: 3_442,
      video_startup_time: 40,
      player_startup_time: null,
      page_load_time: null,
      upscale_percentage: 1,
      max_upscale_percentage: 1,
      view_total_upscaling: 3_442,
      view_total_content_playback_time: 3_442,
    })
    expect(round(second!.video_quality_score)).toBe(round(Math.exp(-0.33)))
  })

  test('the next programme of a channel starts without a startup', () => {
    const [first, second] = rowsOf('programchange')
    expect(first).toMatchObject({
      ...healthy,
      video_id: 'prog-1',
      watch_time: 3_028,
      playing_time: 2_896,
      video_startup_time: 12,
    })
    expect(second).toMatchObject({
      ...healthy,
      video_id: 'prog-2',
      watch_time: 3_532,
      // The playhead advanced 3536 ms, 4 more than the clock.
      playing_time: 3_532,
      video_startup_time: null,
      view_content_startup_time: null,
      startup_time_score: null,
      viewer_experience_score: 1,
    })
  })

  test('a tab that was hidden for a while', () => {
    expect(only('page-hide')).toMatchObject({
      ...healthy,
      view_start: 1_795_236_891_267 + skewMs,
      view_end: 1_795_236_909_827 + skewMs,
      watch_time: 18_055,
      playing_time: 17_873,
      video_startup_time: 18,
      view_dropped_frame_count: 1,
      playback_ranges: [[2, 17_878]],
    })
  })

  test('autoplay and a picture twice as large as its source', () => {
    const row = only('autoplay-upscale')
    expect(row).toMatchObject({
      ...healthy,
      player_autoplay: true,
      player_width: 1_280,
      player_height: 720,
      video_source_width: 640,
      video_source_width_initial: 640,
      page_url: 'http://127.0.0.1:18080/watch?x=1#frag',
      watch_time: 4_015,
      playing_time: 3_976,
      video_startup_time: 18,
      aggregate_startup_time: 372,
      upscale_percentage: 1,
      downscale_percentage: 0,
      max_upscale_percentage: 1,
    })
    expect(round(row.video_quality_score)).toBe(round(Math.exp(-0.33)))
  })

  test('renditions, networks and requests of a streaming player', () => {
    const row = only('hls-normal')
    expect(row).toMatchObject({
      ...healthy,
      view_start: 1_795_237_002_465 + skewMs,
      watch_time: 15_034,
      playing_time: 14_994,
      video_startup_time: 8,
      cdn: 'fastly',
      video_cdn_trace: ['akamai', 'fastly', 'akamai', 'fastly'],
      rendition_change_count: 1,
      rendition_upshift_count: 1,
      rendition_downshift_count: 0,
      // 4092 ms of 300 kbit/s, then 10934 ms of 900 kbit/s by the clock of the player.
      weighted_average_bitrate: (4_092 * 300_000 + 10_934 * 900_000) / 15_026,
      video_source_bitrate: 900_000,
      video_source_bitrate_initial: 300_000,
      video_source_width: 640,
      video_source_width_initial: 320,
      video_source_fps: 25,
      video_codec: 'avc1.64001e',
      video_codec_initial: 'avc1.64000d',
      audio_codec: 'mp4a.40.2',
      upscale_percentage: 4_073 / 15_006,
      max_upscale_percentage: 1,
      request_count: 13,
      request_failed_count: 0,
      request_canceled_count: 0,
      max_request_latency: 57,
      request_throughput: 434_413_600,
      min_request_throughput: 2_200_000,
    })
    expect(round(row.request_latency)).toBe(27.2308)
    expect(JSON.parse(row.renditions)).toEqual([
      {
        attributes: {
          video_source_bitrate: 300_000,
          video_source_width: 320,
          video_source_height: 180,
          video_source_fps: 25,
          video_source_codec: 'avc1.64000d',
          video_source_rendition_name: '180p',
        },
        playing_time: Math.round((4_092 * 14_994) / 15_026),
      },
      {
        attributes: {
          video_source_bitrate: 900_000,
          video_source_width: 640,
          video_source_height: 360,
          video_source_fps: 25,
          video_source_codec: 'avc1.64001e',
          video_source_rendition_name: '360p',
        },
        playing_time: Math.round((10_934 * 14_994) / 15_026),
      },
    ])
    expect(JSON.parse(row.playback_modes)).toEqual([
      {
        attributes: { player_playback_mode: 'standard', player_playback_mode_data: null },
        playing_time: 14_994,
      },
    ])
  })

  test('a stream that fails while its buffer plays on', () => {
    expect(only('hls-segment-503-fatal')).toMatchObject({
      watched: true,
      playback_failure: true,
      video_startup_failure: false,
      content_playback_failure: true,
      exit_before_video_start: false,
      player_error_code: 'networkError',
      player_error_message: 'fragLoadError',
      request_count: 8,
      request_failed_count: 3,
      // The player stopped counting at the error with 650 ms; the buffer played from 662 ms to 7980 ms in 7317 ms.
      playing_time: 650 + 7_317,
      watch_time: 702 + 7_317,
      video_startup_time: 10,
      playback_success_score: 0,
      viewer_experience_score: 0,
      startup_time_score: startupScore(10),
    })
  })

  test('a warning, a business exception and failures in one view', () => {
    const row = only('errors-translated')
    const failure = errorTypeId('1901', 'translated')
    const exception = errorTypeId('20', 'geo blocked')
    expect(row).toMatchObject({
      watched: true,
      playback_failure: true,
      video_startup_failure: false,
      playback_business_exception: true,
      video_startup_business_exception: false,
      playback_failure_error_type_id: failure,
      playback_business_exception_error_type_id: exception,
      error_type_id: failure,
      player_error_code: '1901',
      // Counting stopped at the first error with 997 ms; the playhead went on from 1207 ms to 3402 ms.
      playing_time: 997 + (3_402 - 1_207),
      playback_success_score: 0,
    })
    expect(
      (JSON.parse(row.errors) as { code: string; severity: string }[]).map((error) => [
        error.code,
        error.severity,
      ]),
    ).toEqual([
      ['10', 'warning'],
      ['20', 'fatal'],
      ['1901', 'fatal'],
      ['900', 'fatal'],
      ['E-77', 'fatal'],
    ])
  })

  test('a pod of two ads before the content and a failing one within it', () => {
    expect(only('ads')).toMatchObject({
      ...healthy,
      view_has_ad: true,
      watch_time: 6_172,
      // Playhead advance, including 2117 ms of ads.
      playing_time: 5_553,
      ad_playing_time: 2_117,
      content_playing_time: 5_553 - 2_117,
      video_startup_time: 526,
      // From the intent at 523425 to the content at 526389, minus 523740 to 526071 and 526072 to 526379.
      view_content_startup_time: 2_964 - 2_331 - 307,
      preroll_requested: true,
      preroll_played: true,
      requests_for_first_preroll: 1,
      video_startup_preroll_request_time: 315,
      video_startup_preroll_load_time: 210,
      ad_preroll_startup_time: 210,
      preroll_ad_tag_hostname: 'tags.example.com',
      preroll_ad_asset_hostname: 'assets.example.com',
      // The third failed before its play request.
      ad_attempt_count: 3,
      ad_impression_count: 2,
      ad_break_count: 2,
      ad_error_count: 1,
      ad_break_error_count: 1,
      ad_startup_error_count: 1,
      ad_exit_before_start_count: 0,
      ad_error_percentage: 1 / 3,
      ad_startup_error_percentage: 1 / 3,
      ad_break_error_percentage: 0.5,
      ad_exit_before_start_percentage: 0,
    })
  })

  test('a pause of fifteen minutes is one view that was resumed', () => {
    expect(only('clock-pause-15min')).toMatchObject({
      watched: true,
      long_resume: true,
      // The last event says that it plays: no end was reported.
      view_dropped: true,
      view_start: 1_795_237_707_634 + skewMs,
      view_end: 1_795_238_613_044 + skewMs,
      watch_time: 5_106,
      playing_time: 5_000,
      video_startup_time: 10,
      rebuffer_count: 0,
    })
  })
})

const names = [
  'ads',
  'autoplay-upscale',
  'clock-pause-15min',
  'errors-translated',
  'exit-before-start',
  'fatal-error-404',
  'fatal-error-after-viewstart',
  'hls-normal',
  'hls-segment-503-fatal',
  'no-play',
  'normal-view-to-end',
  'page-hide',
  'pause-seek',
  'programchange',
  'rebuffering',
  'videochange',
]

function randomly(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** As the collector does it: in order of arrival, and from stored events when an event came too late. */
function liveRows(events: readonly ArrivedEvent[]): Map<string, ViewRow | null> {
  const states = new Map<string, ViewState>()
  const stored = new Map<string, ArrivedEvent[]>()
  for (const event of events) {
    const state = states.get(event.viewId)
    if (!state) states.set(event.viewId, openView(event))
    else if (applyEvent(state, event) === 'duplicate') continue
    stored.set(event.viewId, [...(stored.get(event.viewId) ?? []), event])
  }
  return new Map(
    [...states].map(([id, state]) => [
      id,
      viewRow(state.needsRefold ? foldEvents(stored.get(id) ?? [])! : state, facts),
    ]),
  )
}

test.each(names)('%s is the same view in any order of arrival, sent twice or not', (name) => {
  const truth = new Map([...readReplay(name)].map(([id, events]) => [id, aRow(events)]))
  const requests = readCaptureRequests(name).map((body, batch) => readArrivedEvents(body, batch))
  expect(liveRows(requests.flat())).toEqual(truth)
  for (let seed = 1; seed <= 25; seed += 1) {
    const random = randomly(seed)
    const order = [...requests, ...requests.filter(() => random() < 0.5)]
      .map((request) => ({ request, at: random() }))
      .sort((a, b) => a.at - b.at)
      .flatMap(({ request }) => request)
    expect(liveRows(order), `seed ${seed}`).toEqual(truth)
    const singly = requests
      .flat()
      .map((event) => ({ event, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ event }) => event)
    expect(liveRows(singly), `seed ${seed}, event by event`).toEqual(truth)
  }
})

test.each(names)(
  '%s folded event by event is at every moment what all its events so far fold to',
  (name) => {
    for (const events of readReplay(name).values()) {
      const distinct = events.filter(
        (event, at) =>
          events.findIndex((other) => other.viewSequence === event.viewSequence) === at,
      )
      const state = openView(distinct[0]!)
      distinct.slice(1).forEach((event, at) => {
        expect(applyEvent(state, event)).toBe('applied')
        expect(viewRow(state, facts)).toEqual(aRow(distinct.slice(0, at + 2)))
      })
    }
  },
)
