import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ArrivedEvent } from '../player-event.ts'
import { viewRow } from '../view/view-row.ts'
import { foldEvents } from '../view/apply-event.ts'
import { parseCmcdReport } from './parse-cmcd-report.ts'

const environmentKey = 'key-of-an-environment'
const parse = (body: string) => parseCmcdReport(body, { environmentKey })
const eventsOf = (body: string) => parse(body).events
const base = 'sid="s-1",cid="c-1",v=2'

test('a time with fractions of a millisecond is rounded, as a number or a text', () => {
  const [told, response, text, ...none] = eventsOf(
    [
      `e=t,ts=1795000000000.4,sn=1,${base}`,
      `e=rr,ts=1795000000000.6,ttlb=12.7,sn=2,${base}`,
      `e=t,ts="1795000000e3",sn=3,${base}`,
      `e=t,ts="1e-7",sn=4,${base}`,
      `e=t,ts=0.4,${base}`,
    ].join('\n'),
  )
  expect([told, response, text].map((event) => event?.viewerTime)).toEqual([
    1_795_000_000_000, 1_795_000_000_014, 1_795_000_000_000,
  ])
  expect(none).toEqual([])
})

interface Capture {
  contentType: string
  body: string
  at: number
}

const capturesOf = (name: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'),
  ) as Capture[]

const nowhere = {
  continent_code: null,
  country: null,
  region: null,
  city: null,
  latitude: null,
  longitude: null,
  asn: null,
  asn_name: null,
  ip_prefix: null,
  user_agent: null,
  device_category: null,
  device_manufacturer: null,
  device_name: null,
  device_model: null,
  operating_system: null,
  operating_system_version: null,
  os_architecture: null,
  browser: null,
  browser_version: null,
  browser_engine: null,
  bot_class: '',
}

function arrive(captures: readonly Capture[]): ArrivedEvent[] {
  return captures.flatMap(({ body, at }, batch) => {
    const parsed = parse(body)
    return parsed.events.map((event) => ({
      ...event,
      environmentId: '00000000-0000-4000-8000-000000000001',
      source: 'cmcd' as const,
      receivedAt: at,
      batch,
      transmittedAt: parsed.transmittedAt ?? at,
      roundTripMs: 0,
      context: nowhere,
    }))
  })
}

function rowOf(events: readonly ArrivedEvent[]) {
  const state = foldEvents(events)
  return (
    state && viewRow(state, { retentionDays: 30, errorRules: new Map(), now: 1_795_261_000_000 })
  )
}

/** One report for each entry, at the given second; the clock begins at a round time. */
function viewOf(reports: readonly [seconds: number, keys: string][]) {
  const captures = reports.map(([seconds, keys], sn) => {
    const at = 1_795_260_000_000 + seconds * 1_000
    return { contentType: 'application/cmcd', body: `${keys},sn=${sn},ts=${at},${base}`, at }
  })
  return rowOf(arrive(captures))
}

describe('reports of the standard', () => {
  test('one report is one event, with what it says in the words of a view', () => {
    const [event] = eventsOf(
      `ab=(5000),bl=(12000;v 11000;a),br=(4500;v 128;a),bsa=(2;v),bsda=(1500;v 250;a),cdn="edge-1",cid="film",dfa=7,` +
        `e=bc,ltc=4000,msd=850,mtp=(20000),pt=61000,sf=d,sid="abc",sn=41,st=l,sta=p,ts=1795260000000,v=2\n`,
    )
    expect(event).toMatchObject({
      environmentKey,
      name: 'renditionchange',
      viewSequence: 42,
      viewerTime: 1_795_260_000_000,
      fields: {
        video_id: 'film',
        view_session_id: 'abc',
        video_cdn: 'edge-1',
        video_source_bitrate: 4_500_000,
        video_source_mime_type: 'application/dash+xml',
        video_stream_type: 'live',
        view_dropped_frame_count: 7,
        view_rebuffer_count: 2,
        view_rebuffer_duration: 1_500,
        view_time_to_first_frame: 850,
        player_playhead_time: 61_000,
        player_live_latency: 4_000,
      },
    })
    expect(event?.viewId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  test.each([
    ['sta=s', 'play'],
    ['sta=p', 'playing'],
    ['sta=k', 'seeking'],
    ['sta=r', 'rebufferstart'],
    ['sta=a', 'pause'],
    ['sta=e', 'ended'],
    ['sta=f', 'error'],
    ['sta=q', 'viewend'],
    ['sta=d', 'loadstart'],
  ])('the state %s is the event %s', (state, name) => {
    expect(eventsOf(`e=ps,${state},sn=1,ts=1795260000000,${base}`)).toMatchObject([{ name }])
  })

  test.each([
    ['e=t', 'hb', {}],
    ['e=pr,pr=2', 'ratechange', {}],
    ['e=b,bg', 'playbackmodechange', { player_playback_mode: 'background' }],
    ['e=b', 'playbackmodechange', { player_playback_mode: 'standard' }],
    ['e=pe', 'playbackmodechange', { player_playback_mode: 'fullscreen' }],
    ['e=h,h="cdn.example"', 'hb', { video_source_hostname: 'cdn.example' }],
    ['e=h,h="cdn.example",cdn="b"', 'cdnchange', { video_cdn: 'b' }],
    ['e=abs', 'adbreakstart', {}],
    ['e=as', 'adplaying', {}],
    ['e=ae', 'adended', {}],
    ['e=abe', 'adbreakend', {}],
    ['e=c,sta=p', 'contentchange', { cmcd_state: 'playing' }],
    ['e=m', 'hb', {}],
    ['e=ce,cen="liked"', 'hb', {}],
  ])('the event %s is %s', (keys, name, fields) => {
    expect(eventsOf(`${keys},sn=1,ts=1795260000000,${base}`)).toMatchObject([{ name, fields }])
  })

  test('a response is a request that completed or failed, without the query of its address', () => {
    const body = `e=rr,rc=503,ttfb=20,ttlb=45,ot=v,url="https://cdn.example/a/1.m4s?token=secret",sn=1,ts=1795260000000,${base}`
    const [event] = eventsOf(body)
    expect(event).toMatchObject({
      name: 'requestfailed',
      // Reported when the response arrived: after every event that happened during the request.
      viewerTime: 1_795_260_000_045,
      fields: {
        request_url: 'https://cdn.example/a/1.m4s',
        request_hostname: 'cdn.example',
        request_type: 'video',
        request_start: 1_795_260_000_000,
        request_response_start: 1_795_260_000_020,
        request_response_end: 1_795_260_000_045,
        request_error_code: 503,
      },
    })
    expect(eventsOf(body.replace('503', '206'))).toMatchObject([{ name: 'requestcompleted' }])
    expect(eventsOf(body.replace('503', '0'))).toMatchObject([{ name: 'requestfailed' }])
  })

  test('keys of our own carry what CMCD has no key for, but never what an event is', () => {
    const [event] = eventsOf(
      `e=t,sn=1,ts=1795260000000,playhead-video-title="A film",playhead-player-software-name="own",` +
        `playhead-view-id="stolen",playhead-custom-1="x",com.example-key="y",${base}`,
    )
    expect(event?.fields).toMatchObject({
      video_title: 'A film',
      player_software_name: 'own',
      custom_1: 'x',
    })
    expect(event?.fields).not.toHaveProperty('view_id')
  })

  test('control characters go from whatever can be listed', () => {
    const line = `e=t,sn=1,ts=1795260000000,v=2,sid="s",cid="fi\0lm",playhead-custom-1="a\tb"`
    const request = { environmentKey, player: 'hls\0.js' }
    expect(parseCmcdReport(line, request).events[0]?.fields).toMatchObject({
      video_id: 'film',
      custom_1: 'a b',
      player_software_name: 'hls.js',
    })
  })

  test('the view is that of environment, session and content', () => {
    const idOf = (key: string, body: string) =>
      parseCmcdReport(body, { environmentKey: key }).events[0]?.viewId
    const line = (sid: string, cid: string) =>
      `e=t,sn=1,ts=1795260000000,v=2,sid="${sid}",cid="${cid}"`
    expect(idOf('a', line('s', 'c'))).toBe(idOf('a', line('s', 'c')))
    const others = [idOf('b', line('s', 'c')), idOf('a', line('t', 'c')), idOf('a', line('s', 'd'))]
    expect(new Set([idOf('a', line('s', 'c')), ...others]).size).toBe(4)
  })

  test('many lines are many reports, and a broken one costs itself only', () => {
    const line = (sn: number) => `e=t,sn=${sn},ts=${1_795_260_000_000 + sn},${base}`
    const parsed = parse(`${line(0)}\r\n\n${line(1)}\n)(;;"\n${line(2)}\ne=t,sn=3,v=2\n`)
    expect(parsed.events.map(({ viewSequence }) => viewSequence)).toEqual([1, 2, 3])
    expect(parsed.refused).toEqual([
      { reason: 'unreadable', count: 1 },
      { reason: 'invalid_event', count: 1 },
    ])
    expect(parsed.transmittedAt).toBe(1_795_260_000_002)
  })

  test('without a sequence number time orders the reports, and a repetition is the same event', () => {
    const line = (ms: number, event: string) =>
      `e=${event},sta=p,ts=${1_795_260_000_000 + ms},${base}`
    const [a, b, c] = eventsOf([line(0, 'ps'), line(1, 't'), line(900, 't')].join('\n'))
    expect(a!.viewSequence).toBeLessThan(b!.viewSequence)
    expect(b!.viewSequence).toBeLessThan(c!.viewSequence)
    expect(eventsOf(line(0, 'ps'))[0]?.viewSequence).toBe(a!.viewSequence)
  })
})

describe('states become what happened', () => {
  test('startup, a stall, a seek and a pause are measured by the clock of the player', () => {
    const row = viewOf([
      [0, 'e=ps,sta=d'],
      [1, 'e=ps,sta=s'],
      [2, 'e=ps,sta=p'],
      [12, 'e=ps,sta=r'],
      [14, 'e=ps,sta=p'],
      [20, 'e=ps,sta=k'],
      [21, 'e=ps,sta=p'],
      [25, 'e=ps,sta=a'],
      [40, 'e=ps,sta=p'],
      [45, 'e=ps,sta=e'],
    ])
    expect(row).toMatchObject({
      video_startup_time: 1_000,
      rebuffer_count: 1,
      rebuffer_duration: 2_000,
      seek_count: 1,
      seek_duration: 1_000,
      // 10 + 6 + 4 + 5 seconds of frames.
      playing_time: 25_000,
      ended: true,
    })
  })

  test('rebuffering that a player reports while it starts or seeks is neither counted nor lost', () => {
    const row = viewOf([
      [0, 'e=ps,sta=r'],
      [2, 'e=ps,sta=p'],
      [10, 'e=ps,sta=k'],
      [11, 'e=ps,sta=r'],
      [12, 'e=ps,sta=p'],
      [20, 'e=ps,sta=k'],
      [22, 'e=ps,sta=p'],
      [30, 'e=ps,sta=e'],
    ])
    expect(row).toMatchObject({
      video_startup_time: 2_000,
      rebuffer_count: 0,
      seek_count: 2,
      seek_duration: 4_000,
      playing_time: 24_000,
    })
  })

  test('a state that only a timed report carries counts from that report', () => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      [2, 'e=t,sta=p'],
      [12, 'e=t,sta=p'],
      [22, 'e=t,sta=e'],
    ])
    expect(row).toMatchObject({ watched: true, playing_time: 20_000, ended: true })
  })

  test.each([
    [
      [
        [1, 'e=ps,sta=f'],
        [1, 'e=e,sta=f,ec=("drm")'],
      ],
      'drm',
    ],
    [
      [
        [1, 'e=e,sta=f,ec=("drm")'],
        [1, 'e=ps,sta=f'],
      ],
      'drm',
    ],
    [[[1, 'e=ps,sta=f']], null],
    [[[1, 'e=t,sta=f']], null],
  ] as const)('a fatal state and its error are one failure: %j', (reports, code) => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      ...reports.map(([at, keys]) => [at, keys] as [number, string]),
    ])
    expect(row).toMatchObject({
      playback_failure: true,
      video_startup_failure: true,
      player_error_code: code,
    })
    expect(JSON.parse(row?.errors ?? '[]')).toHaveLength(1)
  })

  test('an error while the player goes on is a warning', () => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
      [2, 'e=e,sta=p,ec=("segment")'],
      [9, 'e=ps,sta=q'],
    ])
    expect(row).toMatchObject({ playback_failure: false, player_error_code: 'segment' })
  })

  test.each(['e=e', 'e=e,sta=s', 'e=e,sta=r'])(
    'the error %s while something is shown is a warning, and the clock goes on',
    (keys) => {
      const row = viewOf([
        [0, 'e=ps,sta=s'],
        [0, 'e=ps,sta=p'],
        [20, 'e=ps,sta=r'],
        [22, `${keys},ec=("segment")`],
        [30, 'e=ps,sta=p'],
        [60, 'e=ps,sta=e'],
      ])
      expect(row).toMatchObject({
        playback_failure: false,
        player_error_code: 'segment',
        watch_time: 60_000,
        rebuffer_count: 1,
        rebuffer_duration: 10_000,
        playing_time: 50_000,
      })
    },
  )

  test.each(['e=ps,sta=f', 'e=t,sta=f', 'e=e,sta=f,ec=("drm")'])(
    'the fatal state in %s is a failure, also in mid-playback',
    (keys) => {
      const row = viewOf([
        [0, 'e=ps,sta=s'],
        [0, 'e=ps,sta=p'],
        [20, keys],
        [30, 'e=t,sta=f'],
      ])
      expect(row).toMatchObject({ playback_failure: true, watch_time: 20_000 })
    },
  )

  test('an error without a state is the failure when the fatal state follows', () => {
    const reports: [number, string][] = [
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
      [20, 'e=e,ec=("drm")'],
      [20, 'e=rr,rc=404,url="https://cdn.example/1.m4s"'],
      [21, 'e=ps,sta=f'],
    ]
    const row = viewOf(reports)
    expect(row).toMatchObject({ playback_failure: true, player_error_code: 'drm' })
    expect(JSON.parse(row?.errors ?? '[]')).toHaveLength(1)
    expect(viewOf(reports.toSpliced(2, 0, reports[4]!).slice(0, 4))).toMatchObject({
      playback_failure: true,
      player_error_code: 'drm',
    })
    const recovered = viewOf([...reports.slice(0, 4), [25, 'e=t,sta=p'], [40, 'e=ps,sta=f']])
    expect(JSON.parse(recovered?.errors ?? '[]')).toMatchObject([
      { code: 'drm', severity: 'warning' },
      { code: null, severity: 'fatal' },
    ])
  })

  test('a stall that starves every track is one stall', () => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
      [20, 'e=t,bsa=(2;v 2;a),bsda=(3000;v 2500;a)'],
      [30, 'e=ps,sta=e,bsa=(2;v 2;a),bsda=(3000;v 2500;a)'],
    ])
    expect(row).toMatchObject({ rebuffer_count: 2, rebuffer_duration: 3_000 })
  })

  test.each([
    ['bs alone', [[10, 'e=t,bs']], 1, 0],
    ['bsd alone', [[10, 'e=t,bsd=(2000;v 1500;a)']], 1, 2_000],
    [
      'both, twice, with requests between',
      [
        [10, 'e=t,bs,bsd=(2000)'],
        [15, 'e=rr,rc=200,ttlb=10,bs,bsd=(2000),url="https://cdn.example/1.m4s"'],
        [20, 'e=t,bs,bsd=(1000)'],
      ],
      2,
      3_000,
    ],
    [
      'one that goes on over reports',
      [
        [10, 'e=t,bs,bsd=(2000)'],
        [15, 'e=t,bs,bsd=(5000)'],
      ],
      1,
      7_000,
    ],
    [
      'one that states tell too',
      [
        [10, 'e=ps,sta=r,bs'],
        [13, 'e=ps,sta=p,bs,bsd=(3000)'],
        [15, 'e=t'],
      ],
      1,
      3_000,
    ],
  ] as const)('starving that a player tells by %s is a stall', (_, reports, count, duration) => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
      ...reports.map(([at, keys]): [number, string] => [at, keys]),
      [30, 'e=ps,sta=e'],
    ])
    expect(row).toMatchObject({
      rebuffer_count: count,
      rebuffer_duration: duration,
      watch_time: 30_000,
      playing_time: 29_000 - duration,
    })
  })

  test('a fatal state is a failure and not a drop as well; without any last word a view is dropped', () => {
    const start: [number, string][] = [
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
    ]
    expect(viewOf([...start, [9, 'e=ps,sta=f']])).toMatchObject({
      playback_failure: true,
      view_dropped: false,
    })
    expect(viewOf([...start, [9, 'e=t,sta=p']])).toMatchObject({ view_dropped: true })
  })

  test('every rendition change counts, also the first one after the start', () => {
    const start: [number, string][] = [
      [0, 'e=ps,sta=s,br=(1000)'],
      [1, 'e=ps,sta=p,br=(1000)'],
    ]
    const changes = (...more: [number, string][]) => viewOf([...start, ...more])
    expect(changes([10, 'e=bc,br=(2000)'])).toMatchObject({
      rendition_change_count: 1,
      rendition_upshift_count: 1,
    })
    expect(
      changes(
        [10, 'e=bc,br=(2000)'],
        [15, 'e=t,br=(2000)'],
        [20, 'e=bc,br=(3000)'],
        [30, 'e=bc,br=(1000)'],
      ),
    ).toMatchObject({
      rendition_change_count: 3,
      rendition_upshift_count: 2,
      rendition_downshift_count: 1,
    })
    // This player was not configured to report changes.
    expect(changes([10, 'e=t,br=(2000)'])).toMatchObject({ rendition_change_count: null })
  })

  test.each([-60_000, 0, 60_000])(
    'live latency is what the player states, with a clock that is off by %i ms',
    (offMs) => {
      const states = ['s,ltc=5000', 'p,ltc=7000', 'p,ltc=6000', 'p,ltc=900000', 'p']
      const captures = states.map((state, sn) => {
        const at = 1_795_260_000_000 + sn * 10_000
        const body = `e=ps,sta=${state},sn=${sn},ts=${at + offMs},${base}`
        return { contentType: 'application/cmcd', body, at }
      })
      // A viewer a quarter of an hour behind watches a recording.
      expect(rowOf(arrive(captures))?.live_stream_latency).toBe(6_000)
    },
  )

  test('a response repeats the latency of its request, which is counted once', () => {
    const row = viewOf([
      [0, 'e=ps,sta=s,ltc=4100'],
      [1, 'e=ps,sta=p,ltc=4300'],
      [2, 'e=rr,rc=200,ttlb=10,ltc=9000,url="https://cdn.example/1.m4s"'],
      [9, 'e=ps,sta=q'],
    ])
    expect(row?.live_stream_latency).toBe(4_200)
  })

  test('rebuffering is never longer than the time since the previous report', () => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
      [10, 'e=t'],
      [12, 'e=t,bsd=(9000)'],
      [30, 'e=ps,sta=e'],
    ])
    expect(row).toMatchObject({ rebuffer_count: 1, rebuffer_duration: 2_000, playing_time: 27_000 })
  })

  test('an error that says that playback goes on is not the reason of a later failure', () => {
    const row = viewOf([
      [0, 'e=ps,sta=s'],
      [1, 'e=ps,sta=p'],
      [20, 'e=e,sta=p,ec=("segment")'],
      [21, 'e=ps,sta=f'],
    ])
    expect(JSON.parse(row?.errors ?? '[]')).toMatchObject([
      { code: 'segment', severity: 'warning' },
      { code: null, severity: 'fatal' },
    ])
  })

  test('a player that only preloads makes no view', () => {
    expect(
      viewOf([
        [0, 'e=t'],
        [1, 'e=ps,sta=d'],
        [5, 'e=t,sta=d'],
      ]),
    ).toBeNull()
  })
})

describe('reports of real players: hls.js 1.7.4, Shaka 5.2.12, dash.js 5.2.1 in Chromium', () => {
  test.each(['hls.js', 'shaka-player', 'dash.js'])(
    '%s: one view, in whatever order it comes',
    (player) => {
      const captures = capturesOf(`${player}-to-the-end`)
      expect(captures.flatMap(({ body }) => parse(body).refused)).toEqual([])
      const events = arrive(captures)
      const row = rowOf(events)
      expect(row).toMatchObject({
        video_id: `video of ${player}`,
        ended: true,
        watched: true,
        seek_count: 1,
        rebuffer_count: 0,
        playback_failure: false,
      })
      const shuffled = events.toSorted(
        (a, b) => ((a.viewSequence * 7) % 11) - ((b.viewSequence * 7) % 11),
      )
      expect(rowOf([...shuffled, ...events])).toEqual(row)
    },
  )

  test('dash.js: the whole playback that was reported, to the millisecond', () => {
    const events = arrive(capturesOf('dash.js-to-the-end')).filter(
      ({ name }) => !name.startsWith('request') && name !== 'hb',
    )
    const at = (name: string, nth = 0) =>
      events.filter((event) => event.name === name)[nth]!.viewerTime
    const row = rowOf(arrive(capturesOf('dash.js-to-the-end')))
    // Played, paused, sought while paused, played again; a pause comes before the end.
    expect(row?.playing_time).toBe(
      at('pause') - at('playing') + (at('pause', 1) - at('playing', 1)),
    )
    expect(row?.video_startup_time).toBe(
      Number(
        events.find(({ fields }) => fields['view_time_to_first_frame'] !== undefined)?.fields[
          'view_time_to_first_frame'
        ],
      ),
    )
  })

  test.each([
    ['hls.js', 'manifestLoadError'],
    ['dash.js', '25'],
  ])('%s: a source that is missing is a failure of the start', (player, code) => {
    expect(rowOf(arrive(capturesOf(`${player}-missing-source`)))).toMatchObject({
      playback_failure: true,
      video_startup_failure: true,
      player_error_code: code,
      watched: false,
    })
  })
})
