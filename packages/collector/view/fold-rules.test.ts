import { columnTypes } from '@playhead/metrics/column-kinds.ts'
import { viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { describe, expect, test } from 'vitest'
import {
  context,
  facts,
  aViewState,
  aRow,
  aScriptedView,
  scriptStart,
  type Scripted,
} from '../fixtures/testing-replay.ts'
import { begin, aCounterReading, anError, full, aScriptedRow } from '../fixtures/testing-scripts.ts'
import { parseBeacon } from '../beacon/parse-beacon.ts'
import { rejudge } from './judge-errors.ts'
import { viewRow } from './view-row.ts'
import { applyEvent, foldEvents, openView } from './apply-event.ts'

describe('errors', () => {
  test('a warning counts as nothing and is listed', () => {
    expect(
      aScriptedRow(
        ...begin,
        ['error', 5_000, anError(7, { player_error_severity: 'warning' })],
        ['viewend', 9_000],
      ),
    ).toMatchObject({
      playback_failure: false,
      playback_business_exception: false,
      playback_success_score: 1,
      player_error_code: '7',
      player_error_message: 'message of 7',
    })
  })

  test('a business exception before the first frame is neither failure nor exit', () => {
    expect(
      aScriptedRow(
        begin[0]!,
        [
          'error',
          3_000,
          { ...anError('geo'), player_error_business_exception: true, view_watch_time: 3_000 },
        ],
        ['viewend', 4_000],
      ),
    ).toMatchObject({
      playback_failure: false,
      video_startup_failure: false,
      playback_business_exception: true,
      video_startup_business_exception: true,
      exit_before_video_start: false,
      playback_success_score: null,
      viewer_experience_score: null,
    })
  })

  test('in an ad break a failure is one of the ad', () => {
    expect(
      aScriptedRow(
        ...begin,
        ['adbreakstart', 4_000],
        ['error', 5_000, anError(9)],
        ['viewend', 6_000],
      ),
    ).toMatchObject({
      playback_failure: true,
      ad_playback_failure: true,
      content_playback_failure: false,
      video_startup_failure: false,
    })
  })

  test('after the end of the content nothing can fail any more', () => {
    const ended = aScriptedRow(
      ...begin,
      ['pause', 9_000],
      ['ended', 9_010],
      ['error', 9_500, anError(3)],
      ['viewend', 10_000],
    )
    expect(ended).toMatchObject({
      playback_failure: false,
      playback_success_score: 1,
      ended: true,
      player_error_code: '3',
    })
    const again = aScriptedRow(
      ...begin,
      ['ended', 9_010],
      ['play', 9_100],
      ['playing', 9_200],
      ['error', 9_500, anError(3)],
    )
    expect(again.playback_failure).toBe(true)
  })

  test('without a play intent only a failure of an autoplaying player makes a view', () => {
    const told = { ...full, player_autoplay_on: true }
    expect(aRow(aScriptedView(['playerready', 0, full], ['error', 300, anError(4)]))).toBeNull()
    expect(
      aRow(
        aScriptedView(
          ['playerready', 0, told],
          ['error', 300, anError(4, { player_error_severity: 'warning' })],
        ),
      ),
    ).toBeNull()
    expect(aScriptedRow(['playerready', 0, told], ['error', 300, anError(4)])).toMatchObject({
      view_start: scriptStart + 300,
      playback_failure: true,
      video_startup_failure: true,
      exit_before_video_start: false,
    })
  })

  test('error rules of the environment override what the player reported, for live and stored views', () => {
    const events = aScriptedView(...begin, ['error', 5_000, anError('E1')], ['viewend', 9_000])
    const plain = viewRow(aViewState(events), facts)!
    const rules = new Map([['E1', { severity: 'warning', isBusinessException: false } as const]])
    const exceptions = new Map([['E1', { severity: 'fatal', isBusinessException: true } as const]])
    expect(plain).toMatchObject({ playback_failure: true, playback_success_score: 0 })
    const live = viewRow(aViewState(events), { ...facts, errorRules: rules })!
    expect(live).toMatchObject({
      playback_failure: false,
      playback_success_score: 1,
      error_type_id: plain.error_type_id,
    })
    expect(rejudge(plain, rules)).toEqual(live)
    expect(rejudge(live, new Map())).toEqual(plain)
    expect(rejudge(plain, exceptions)).toMatchObject({
      playback_failure: false,
      playback_business_exception: true,
      playback_success_score: 1,
    })
    const waiting = viewRow(
      aViewState(
        aScriptedView(begin[0]!, ['error', 2_500, { ...anError('E1'), view_watch_time: 2_500 }]),
      ),
      facts,
    )!
    expect(waiting).toMatchObject({ exit_before_video_start: false, playback_success_score: 0 })
    expect(rejudge(waiting, rules)).toMatchObject({
      exit_before_video_start: true,
      playback_success_score: 0.5,
    })
  })

  test('the failure is kept however many warnings came before it', () => {
    const warnings = Array.from({ length: 60 }, (_, at): Scripted => [
      'error',
      1_000 + at,
      anError(at, { player_error_severity: 'warning' }),
    ])
    const kept = aScriptedRow(
      ...begin,
      ...warnings,
      ['error', 5_000, anError('fatal')],
      ['viewend', 6_000],
    )
    expect(kept).toMatchObject({ playback_failure: true, player_error_code: 'fatal' })
    expect(JSON.parse(kept.errors).length).toBeLessThanOrEqual(20)
  })
})

describe('the end of a view', () => {
  test('a view without a last event is dropped, unless it was paused, asleep or in the background', () => {
    const dropped = (...script: Scripted[]) => aScriptedRow(...begin, ...script).view_dropped
    expect(dropped(['hb', 10_000])).toBe(true)
    expect(dropped(['hb', 10_000], ['viewend', 11_000])).toBe(false)
    expect(dropped(['pause', 10_000])).toBe(false)
    expect(dropped(['pause', 10_000], ['ended', 10_001])).toBe(false)
    expect(dropped(['pause', 10_000], ['play', 11_000], ['playing', 11_010])).toBe(true)
    expect(dropped(['playbackmodechange', 10_000, { player_playback_mode: 'background' }])).toBe(
      false,
    )
    expect(dropped(['devicesleep', 10_000])).toBe(false)
    expect(dropped(['devicesleep', 10_000], ['devicewake', 50_000])).toBe(true)
  })

  test('silence of more than a minute and then more is a resume', () => {
    expect(aScriptedRow(...begin, ['pause', 9_000], ['play', 68_000]).long_resume).toBe(false)
    expect(aScriptedRow(...begin, ['pause', 9_000], ['play', 70_000]).long_resume).toBe(true)
  })

  test('rebuffering of more than five minutes in all is long', () => {
    const stalls = (ms: number) =>
      aScriptedRow(...begin, [
        'viewend',
        400_000,
        { view_rebuffer_count: 4, view_rebuffer_duration: ms },
      ]).long_rebuffering
    expect(stalls(300_000)).toBe(false)
    expect(stalls(300_001)).toBe(true)
  })

  test('an exit within a second of the play intent has no score', () => {
    const left = (ms: number) =>
      aScriptedRow(begin[0]!, [
        'viewend',
        ms,
        { ...full, view_start: scriptStart, view_watch_time: ms },
      ])
    expect(left(999)).toMatchObject({
      exit_before_video_start: true,
      playback_success_score: null,
      viewer_experience_score: null,
    })
    expect(left(1_000)).toMatchObject({
      exit_before_video_start: true,
      playback_success_score: 0.5,
      viewer_experience_score: 0.5,
    })
  })
})

describe('values', () => {
  test('a full event replaces what is known, any other is laid over it', () => {
    const known = aScriptedRow(
      [
        'viewstart',
        0,
        { ...full, view_start: scriptStart, video_title: 'A', custom_1: 'one', custom_2: 'two' },
      ],
      ['hb', 5_000, { video_title: 'B' }],
      ['viewend', 9_000, { ...full, video_title: 'B', custom_2: 3 }],
    )
    expect(known).toMatchObject({ video_title: 'B', custom_1: null, custom_2: '3' })
  })

  test('a view whose first beacon was lost takes its values from the last event', () => {
    const events = aScriptedView(
      ...begin,
      ['hb', 10_100, aCounterReading(10_100, 10_000, 9_990)],
      [
        'viewend',
        20_100,
        {
          ...full,
          ...aCounterReading(20_100, 20_000, 19_990),
          view_start: scriptStart,
          view_time_to_first_frame: 100,
          video_title: 'T',
        },
      ],
    )
    expect(aRow(events.slice(2))).toMatchObject({
      view_start: scriptStart,
      watched: true,
      video_startup_time: 100,
      view_content_startup_time: 100,
      playing_time: 19_990,
      watch_time: 20_100,
      video_title: 'T',
    })
  })

  test('latency is that of frames near the live edge', () => {
    const live = {
      ...full,
      view_start: scriptStart,
      video_stream_type: 'live',
      video_target_duration: 4_000,
      video_holdback: 12_000,
    }
    const at = (ms: number, behind: number, edge: number): Scripted => [
      'hb',
      ms,
      {
        player_program_time: scriptStart + ms - behind,
        player_manifest_newest_program_time: scriptStart + ms - edge,
      },
    ]
    const events: Scripted[] = [
      ['viewstart', 0, live],
      ['playing', 100],
      at(10_000, 14_000, 2_000),
      at(20_000, 16_000, 3_000),
    ]
    expect(aScriptedRow(...events)).toMatchObject({
      live_stream_latency: 15_000,
      video_completion_percentage: null,
      stream_type: 'live',
    })
    expect(aScriptedRow(...events, at(30_000, 60_000, 3_000)).live_stream_latency).toBe(15_000)
    expect(aScriptedRow(...events, at(30_000, 301_000, 300_000)).live_stream_latency).toBe(15_000)
  })

  test('VIEW-014 scaling is that of the whole divided by playback time, and unknown without any', () => {
    const scaled = (played: number) =>
      aScriptedRow(...begin, [
        'viewend',
        9_000,
        {
          ...full,
          view_total_upscaling: 1_500,
          view_total_downscaling: 600,
          view_total_content_playback_time: played,
          view_max_upscale_percentage: 0.5,
        },
      ])
    expect(scaled(6_000)).toMatchObject({ upscale_percentage: 0.25, downscale_percentage: 0.1 })
    expect(scaled(0)).toMatchObject({ upscale_percentage: null, downscale_percentage: null })
  })

  test('a part of the lasting keys in the middle of a view replaces nothing', () => {
    expect(
      aScriptedRow(
        ['viewstart', 0, { ...full, view_start: scriptStart, video_title: 'A' }],
        ['hb', 5_000, { ...full, custom_1: 'new' }],
      ),
    ).toMatchObject({ video_title: 'A', custom_1: 'new' })
  })

  test.each([
    ['/media/a.mp4', 'www.example.com:8443', 'example.com:8443'],
    ['media/a.mp4', 'www.example.com:8443', 'example.com:8443'],
    ['../a.mp4?x=1', 'www.example.com:8443', 'example.com:8443'],
    ['a film.mp4', 'www.example.com:8443', 'example.com:8443'],
    ['//cdn.example.net/a.mp4', 'told.example.org', 'example.org'],
    ['https://cdn.example.net/a.mp4', 'told.example.org', 'example.org'],
    ['MSE style URL', 'told.example.org', 'example.org'],
  ])('the source %s is at the host %s', (address, hostname, domain) => {
    const told = {
      video_source_url: address,
      video_source_hostname: 'told.example.org',
      video_source_domain: 'example.org',
    }
    const page = { page_url: 'https://www.example.com:8443/watch/this?v=1' }
    expect(aScriptedRow(['viewstart', 0, { ...told, ...page }])).toMatchObject({
      source_hostname: hostname,
      player_source_domain: domain,
      player_source_url: address,
    })
    // Without a page URL, only what the player reports is known.
    expect(aScriptedRow(['viewstart', 0, told]).source_hostname).toBe('told.example.org')
  })

  test('hosted video is known by its address', () => {
    const id = 'AbC123def456GHI789jkl012'
    const source = (address: string) =>
      aScriptedRow(['viewstart', 0, { video_source_url: address }])
    expect(source(`https://play.example.com/${id}.m3u8`)).toMatchObject({
      playback_id: id,
      asset_id: null,
    })
    expect(source(`https://play.example.com/${id}/high.mp4`).playback_id).toBe(id)
    expect(source('https://play.example.com/trailer.m3u8').playback_id).toBeNull()
    expect(source(`https://play.example.com/vod/${id}.m3u8`).playback_id).toBeNull()
    expect(
      aScriptedRow(['viewstart', 0, { asset_id: 'a', playback_id: 'p', live_stream_id: 'l' }]),
    ).toMatchObject({ asset_id: 'a', playback_id: 'p', live_stream_id: 'l' })
  })

  test('an ad that was ordered and never shown is an exit before its start', () => {
    expect(
      aScriptedRow(
        begin[0]!,
        ['adbreakstart', 10],
        ['adplay', 500, { ad_id: 'x' }],
        ['viewend', 4_000],
      ),
    ).toMatchObject({
      ad_attempt_count: 1,
      ad_impression_count: 0,
      ad_exit_before_start_count: 1,
      ad_exit_before_start_percentage: 1,
      exit_before_video_start: true,
      view_has_ad: true,
    })
  })

  test('every ad that fails was an attempt, also before it was ordered to play', () => {
    expect(
      aScriptedRow(
        begin[0]!,
        ['adbreakstart', 10],
        ['adrequest', 20],
        ['aderror', 300],
        ['adplay', 400, { ad_id: 'x' }],
        ['adplaying', 900, { ad_id: 'x' }],
        ['aderror', 2_000, { ad_id: 'x' }],
        ['viewend', 4_000],
      ),
    ).toMatchObject({
      ad_attempt_count: 2,
      ad_impression_count: 1,
      ad_error_count: 2,
      ad_startup_error_count: 1,
      ad_break_error_count: 1,
      ad_error_percentage: 1,
      ad_startup_error_percentage: 0.5,
    })
  })

  test('a failure while an ad loads is no exit before its start', () => {
    expect(
      aScriptedRow(
        begin[0]!,
        ['adbreakstart', 10],
        ['adplay', 500, { ad_id: 'x' }],
        ['error', 3_000, anError('4')],
        ['viewend', 4_000],
      ),
    ).toMatchObject({
      ad_attempt_count: 1,
      ad_exit_before_start_count: 0,
      ad_playback_failure: true,
      exit_before_video_start: false,
    })
  })

  test('the rendition that a player of the SDK begins with is no change', () => {
    const told = (bitrate: number) => ({ video_source_bitrate: bitrate })
    const changed = aScriptedRow(
      ['viewstart', 0, { ...full, view_start: scriptStart, ...told(900_000) }],
      ['playing', 100, { view_time_to_first_frame: 100 }],
      ['renditionchange', 200, told(1_500_000)],
      ['renditionchange', 5_000, told(700_000)],
    )
    expect(changed).toMatchObject({ rendition_change_count: 1, rendition_downshift_count: 1 })
  })

  test('a player of the SDK that failed and said no last word was dropped', () => {
    expect(aScriptedRow(...begin, ['error', 5_000, anError(1)])).toMatchObject({
      playback_failure: true,
      view_dropped: true,
    })
  })

  test('rendition changes are unknown, not zero, when the player never reports a rendition', () => {
    const told: Scripted = ['renditionchange', 50, { video_source_bitrate: 1_000_000 }]
    expect(aScriptedRow(...begin)).toMatchObject({ rendition_change_count: null })
    expect(aScriptedRow(begin[0]!, told, begin[1]!)).toMatchObject({
      rendition_change_count: 0,
      rendition_upshift_count: 0,
      rendition_downshift_count: 0,
    })
  })

  test('ad time of an earlier view in the same player is not counted again', () => {
    const ad = (ms: number) => ({ ad_playing_time_ms_cumulative: ms })
    expect(
      aScriptedRow(
        ['viewstart', 0, { ...full, ...ad(30_000), view_start: scriptStart }],
        ['adbreakstart', 10, ad(30_000)],
        ['adplay', 20, ad(30_000)],
        ['adplaying', 300, ad(30_000)],
        ['adended', 15_300, ad(45_000)],
      ).ad_playing_time,
    ).toBe(15_000)
  })
})

describe('hostile players', () => {
  const names =
    'viewstart play playing pause waiting seeking seeked rebufferstart rebufferend ended error hb renditionchange ratechange cdnchange adbreakstart adplay adplaying adended aderror viewend requestcompleted something'.split(
      ' ',
    )
  const keys =
    'xst xwati xpntimscv xctpbti xtitofifr xreco xredu xskco xskdu xmauppe xtlug xtlctpbti vsobi vsowd vsodu vpbrg vtt c1 ppgti vdn percd perme persy perbzez dpntimscv mem msara xmaphps pwd xrqco xavrqlt vsofp pphti xdpfrco psuti'.split(
      ' ',
    )
  const values = [
    null,
    true,
    -5,
    1e308,
    1.5,
    0,
    '12',
    'text',
    '',
    [],
    [1, [2]],
    { a: { b: 1 } },
    1_795_000_000_000,
    '["5:1","x"]',
    '\ud800',
    4_294_967_296,
  ]

  function isOfKind(kind: string, value: unknown): boolean {
    const isCount =
      Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 4_294_967_295
    const isText = typeof value === 'string' && value.isWellFormed()
    if (kind === 'count') return isCount
    if (kind === 'maybeCount') return value === null || isCount
    if (kind === 'maybeNumber') return value === null || Number.isFinite(value)
    if (kind === 'label' || kind === 'text') return value === null || isText
    if (kind === 'flag') return typeof value === 'boolean'
    if (kind === 'maybeFlag') return value === null || typeof value === 'boolean'
    if (kind === 'moment') return Number.isInteger(value)
    if (kind === 'document' || kind === 'id' || kind === 'environment') return isText
    if (kind === 'errorId') return value === null || Number.isSafeInteger(value)
    if (kind === 'labels')
      return (
        Array.isArray(value) &&
        value.every((item) => typeof item === 'string' && item.isWellFormed())
      )
    if (kind === 'ranges')
      return Array.isArray(value) && value.flat().every((item) => Number.isInteger(item))
    return kind in columnTypes && Number.isInteger(value)
  }

  const rounds = howMany('seeds', { usual: 40, long: 100, release: 300 })

  test('whatever they send, every column of the row is of its kind', () => {
    let seed = 7
    const pick = <T>(list: readonly T[]): T => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return list[Math.floor((seed / 4_294_967_296) * list.length)]!
    }
    for (let round = 0; round < rounds; round += 1) {
      const events = Array.from({ length: 30 }, (_, at) => ({
        xid: 'v',
        xsqno: at + 1,
        e: at === 0 ? 'viewstart' : pick(names),
        uti: pick([scriptStart + at * 1_000, 0, 1e15, scriptStart - at * 50_000]),
        ...Object.fromEntries(Array.from({ length: 8 }, () => [pick(keys), pick(values)])),
      }))
      const beacon = parseBeacon(
        JSON.stringify({ metadata: { transmission_timestamp: scriptStart + 40_000 }, events }),
      )
      const state = foldEvents(
        beacon.events.map((event) => ({
          ...event,
          environmentId: 'environment',
          source: 'mux',
          receivedAt: scriptStart + 40_100,
          batch: round,
          transmittedAt: beacon.transmittedAt!,
          roundTripMs: 0,
          context,
        })),
      )!
      const made = viewRow(state, facts)!
      for (const column of Object.keys(viewColumns) as ViewColumn[])
        expect(
          isOfKind(viewColumns[column], made[column]),
          `${column} is ${JSON.stringify(made[column])} in round ${round}`,
        ).toBe(true)
    }
  })

  test('a view of many hours stays small in memory', () => {
    const request = {
      request_type: 'media',
      request_url: `https://cdn.example.com/${'x'.repeat(200)}.ts`,
      request_hostname: 'cdn.example.com',
    }
    const [first, ...rest] = aScriptedView(
      ...begin,
      ...Array.from({ length: 20_000 }, (_, at): Scripted => [
        at % 2 === 0 ? 'hb' : 'requestcompleted',
        1_000 + at * 2_000,
        at % 2 === 0 ? aCounterReading(at * 2_000, at * 2_000, at * 2_000) : request,
      ]),
    )
    const state = openView(first!)
    for (const event of rest) applyEvent(state, event)
    const size = JSON.stringify(state, (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    ).length
    expect(size).toBeLessThan(25_000)
    expect(aRow([first!, ...rest])!.playing_time).toBe(19_998 * 2_000)
  })
})
