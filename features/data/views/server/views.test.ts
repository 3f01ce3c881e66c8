import { describe, expect, test } from 'vitest'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { decimalFields, flagFields, maybeFlagFields, numberFields, textFields } from '../fields.ts'
import { viewsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, clock, database } = await startTestApp([viewsServer], { clickhouse })
const make = aFactory(database)

const minute = 60_000
const hour = 60 * minute
const now = Date.now()

const setUp = async (given: { plan?: string } = {}) => {
  const organization = await make.organization(given)
  const environment = await make.environment(organization)
  const token = await make.accessToken(environment)
  const addViews = aViewFactory(clickhouse, environment)
  const list = async (query = '') => {
    const answer = await call(`/data/v1/video-views${query}`, { token })
    return { ...answer, ids: answer.body.data?.map((view: { id: string }) => view.id) }
  }
  const read = (id: string) => call(`/data/v1/video-views/${id}`, { token })
  return { organization, environment, token, addViews, list, read }
}

const query = (values: Record<string, string | string[]>) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const text of [value].flat())
      search.append(Array.isArray(value) ? `${name}[]` : name, text)
  return `?${search.toString()}`
}

describe('200: the list', () => {
  test('VIEW-004 VIEW-011 shows the last 24 hours, newest end first, with the fields of a row', async () => {
    const { addViews, list } = await setUp()
    const [older, newer] = await addViews(
      {
        view_id: 'older',
        view_end: now - 2 * hour,
        watch_time: 30_000,
        country: 'DE',
        error_type_id: 9_007_199_254_740_991,
        playback_failure: true,
        player_error_code: '2',
        player_error_message: 'network',
        viewer_experience_score: 0,
      },
      {
        view_id: 'newer',
        view_end: now - hour,
        video_title: null,
        viewer_experience_score: 0.25,
        watch_time: 0,
      },
      { view_id: 'too old', view_end: now - 25 * hour },
    )
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: 'newer',
          country_code: 'US',
          error_type_id: null,
          playback_failure: false,
          player_error_code: null,
          player_error_message: null,
          total_row_count: 2,
          video_title: null,
          view_end: new Date(newer!.view_end).toISOString(),
          view_start: new Date(newer!.view_start).toISOString(),
          viewer_application_name: 'Chrome',
          viewer_experience_score: 0.25,
          viewer_os_family: 'macOS',
          watch_time: 0,
        },
        {
          id: 'older',
          country_code: 'DE',
          error_type_id: 9_007_199_254_740_991,
          playback_failure: true,
          player_error_code: '2',
          player_error_message: 'network',
          total_row_count: 2,
          video_title: 'Big Buck Bunny',
          view_end: new Date(older!.view_end).toISOString(),
          view_start: new Date(older!.view_start).toISOString(),
          viewer_application_name: 'Chrome',
          viewer_experience_score: 0,
          viewer_os_family: 'macOS',
          watch_time: 30_000,
        },
      ],
      total_row_count: 2,
      timeframe: [expect.any(Number), expect.any(Number)],
      page: 1,
      limit: 25,
    })
    expect(body.timeframe[1] - body.timeframe[0]).toBe(86_400)
  })

  test('VIEW-003 gives 25 a page, and a page past the end is empty but knows the total', async () => {
    const { addViews, list } = await setUp()
    await addViews(
      ...Array.from({ length: 27 }, (_, at) => ({
        view_id: `view ${String(at).padStart(2, '0')}`,
        // Three end at the same moment: the id decides their order.
        view_end: now - hour - Math.max(at, 3) * 1000,
      })),
    )
    const names = Array.from({ length: 27 }, (_, at) => `view ${String(at).padStart(2, '0')}`)
    const newestFirst = ['view 03', 'view 02', 'view 01', 'view 00', ...names.slice(4)]
    expect((await list()).ids).toEqual(newestFirst.slice(0, 25))
    expect((await list('?page=2')).ids).toEqual(newestFirst.slice(25))
    const past = await list('?page=3')
    expect(past.status).toBe(200)
    expect(past.body).toMatchObject({ data: [], total_row_count: 27, page: 3 })
    expect((await list('?order_direction=asc&limit=100')).ids).toEqual(newestFirst.toReversed())
  })

  test('VIEW-004 METR-051 METR-072 narrows by filters, metric filters, error, viewer and timeframe', async () => {
    const { addViews, list } = await setUp()
    const error = { error_type_id: 77, playback_failure: true }
    await addViews(
      {
        view_id: 'a',
        country: 'DE',
        browser: 'Firefox',
        video_startup_time: 900,
        viewer_id: 'ann',
        video_title: '',
      },
      {
        view_id: 'b',
        country: 'DE',
        video_startup_time: 2500,
        mux_viewer_id: 'bob',
        video_title: '',
        ...error,
      },
      {
        view_id: 'c',
        country: null,
        video_startup_time: null,
        error_type_id: 78,
        video_title: '',
      },
      {
        view_id: 'd',
        country: '',
        viewer_user_id: 'dora',
        video_title: 'Storm Warning',
        view_end: now - 3 * hour,
      },
    )
    const found = async (values: Record<string, string | string[]>) =>
      (await list(query(values))).ids.toSorted().join('')
    expect(await found({ filters: ['country:DE'] })).toBe('ab')
    expect(await found({ filters: ['country:DE', '!browser:Chrome'] })).toBe('a')
    expect(await found({ filters: ['country:__null__'] })).toBe('c')
    expect(await found({ filters: ['country:__empty__'] })).toBe('d')
    expect(await found({ filters: ['country:DE', 'country:__null__'] })).toBe('abc')
    expect(await found({ metric_filters: ['video_startup_time>=1000'] })).toBe('bd')
    expect(await found({ metric_filters: ['video_startup_time<1000'] })).toBe('a')
    expect(await found({ error_id: '77' })).toBe('b')
    expect(await found({ error_id: 'any' })).toBe('bc')
    expect(await found({ viewer_id: 'ann' })).toBe('a')
    expect(await found({ viewer_id: 'bob' })).toBe('b')
    expect(await found({ viewer_id: 'dora' })).toBe('d')
    expect(await found({ viewer_id: "x' OR 1 = 1 --" })).toBe('')
    expect(await found({ search: 'ann' })).toBe('a')
    expect(await found({ search: 'b' })).toBe('b')
    expect(await found({ search: 'WARN' })).toBe('d')
    expect(await found({ search: "x' OR 1 = 1 --" })).toBe('')
    expect(await found({ timeframe: ['60:minutes'] })).toBe('abc')
    const seconds = (time: number) => String(Math.floor(time / 1000))
    const between = [seconds(now - 4 * hour), seconds(now - 2 * hour)]
    expect(await found({ timeframe: between })).toBe('d')
    // Both forms of a list, and a single text.
    expect((await list('?timeframe=60:minutes&filters=country:DE')).ids.length).toBe(2)
  })

  test('a view that was written again counts once, as it was last, and not when it was taken back', async () => {
    const { addViews, list, read } = await setUp()
    const moved = { view_id: 'moved', view_end: now - 2 * hour, version: 10 }
    const gone = { view_id: 'gone', view_end: now - 2 * hour, version: 10 }
    await addViews(moved, gone, { view_id: 'again', view_end: now - hour, version: 1 })
    await addViews(
      { ...moved, is_deleted: 1, version: 11 },
      { ...moved, view_end: now - hour, version: 11, video_title: 'Longer' },
      { ...gone, is_deleted: 1, version: 11 },
      { view_id: 'again', view_end: now - hour, version: 2, video_title: 'Second' },
    )
    const { body, ids } = await list()
    expect(ids).toEqual(['moved', 'again'])
    expect(body.total_row_count).toBe(2)
    expect((await read('moved')).body.data).toMatchObject({
      video_title: 'Longer',
      view_end: new Date(now - hour).toISOString(),
    })
    expect((await read('again')).body.data.video_title).toBe('Second')
    expect((await read('gone')).status).toBe(404)
  })
})

describe('200: one view', () => {
  const texts = Object.values(textFields)
  const numbers = [...Object.values(numberFields), ...Object.values(decimalFields)]
  const flags = [...Object.values(flagFields), ...Object.values(maybeFlagFields)]

  test('VIEW-012 every field shows its own column', async () => {
    const { addViews, read, environment } = await setUp()
    const told = {
      ...Object.fromEntries(texts.map((column) => [column, `text of ${column}`])),
      ...Object.fromEntries(numbers.map((column, at) => [column, at + 1])),
      ...Object.fromEntries(flags.map((column, at) => [column, at % 2 === 0])),
    } as Partial<ViewRow>
    const [row] = await addViews({
      ...told,
      view_id: 'full',
      view_end: now - hour,
      view_start: now - 2 * hour,
      country: 'DE',
      browser: 'Chrome',
      browser_version: '142',
      operating_system: 'macOS',
      operating_system_version: '15.1',
      player_autoplay: true,
      player_preload: 'auto',
      video_cdn_trace: ['fastly', 'akamai', 'fastly'],
      rebuffer_frequency: 0.0000001,
      latitude: -33.9,
      mux_api_version: '2.1',
    })
    const { status, body } = await read('full')
    expect(status).toBe(200)
    const { data } = body
    expect(data).toMatchObject({
      id: 'full',
      view_id: 'full',
      environment_id: environment.id,
      property_id: Number.parseInt(environment.id.replaceAll('-', '').slice(0, 12), 16),
      view_start: new Date(row!.view_start).toISOString(),
      view_end: new Date(row!.view_end).toISOString(),
      inserted_at: new Date(row!.inserted_at).toISOString(),
      updated_at: new Date(row!.updated_at).toISOString(),
      short_time: expect.stringMatching(/^\d{1,2}:\d\d[ap]m UTC$/),
      mux_api_version: '2.1',
      mux_viewer_id: 'viewer-1',
      session_id: 'session-1',
      country_code: 'DE',
      country_name: 'Germany',
      metro: null,
      platform_description: 'Chrome 142 on macOS 15.1',
      platform_summary: 'Chrome on macOS',
      player_autoplay: true,
      player_preload: true,
      video_cdn_trace: ['fastly', 'akamai', 'fastly'],
      buffering_rate: '0.0000001',
      latitude: '-33.9',
    })
    const shown = row as unknown as Record<string, unknown>
    for (const [field, column] of Object.entries({ ...textFields, ...numberFields }))
      expect({ [field]: data[field] }).toEqual({ [field]: shown[column] })
    for (const [field, column] of Object.entries({ ...flagFields, ...maybeFlagFields }))
      expect({ [field]: data[field] }).toEqual({ [field]: shown[column] })
    const { buffering_rate: _rate, latitude: _latitude, ...decimals } = decimalFields
    for (const [field, column] of Object.entries(decimals))
      expect({ [field]: data[field] }).toEqual({ [field]: String(shown[column]) })
    expect(body.timeframe).toEqual([
      Math.floor(row!.view_start / 1000),
      Math.floor(row!.view_end / 1000),
    ])
    expect(body.total_row_count).toBe(1)
  })

  test('VIEW-013 an unknown value is null, never zero or an empty text', async () => {
    const { addViews, read } = await setUp()
    const unknown = [...texts, ...numbers.filter((one) => !never.has(one))]
    await addViews({
      ...Object.fromEntries([...unknown, ...Object.values(maybeFlagFields)].map((c) => [c, null])),
      view_id: 'bare',
      player_autoplay: null,
      player_preload: null,
    })
    const { data } = (await read('bare')).body
    const columns = { ...textFields, ...numberFields, ...decimalFields, ...maybeFlagFields }
    const fields = Object.entries(columns).filter(([, column]) => !never.has(column))
    for (const [field] of fields) expect({ [field]: data[field] }).toEqual({ [field]: null })
    expect(data).toMatchObject({
      country_name: null,
      platform_description: null,
      platform_summary: null,
      player_autoplay: false,
      player_preload: false,
      video_cdn_trace: [],
      events: [],
      watch_time: 60_000,
      view_playing_time: '59000',
    })
  })
  const never = new Set<string>(['watch_time', 'playing_time'])

  test('VIEW-015 has the events of the view in milliseconds; an unknown playhead repeats the last known one', async () => {
    const { addViews, read } = await setUp()
    const at = (name: string, after: number, playhead: number | null, details = {}) => ({
      name,
      viewer_time: now - hour + after,
      event_time: now - hour + after + 250,
      playback_time: playhead,
      details,
    })
    const failure = { player_error_code: '2', player_error_context: 'segment 7' }
    await addViews({
      view_id: 'course',
      timeline: JSON.stringify([
        at('viewstart', 0, null),
        at('playing', 800, 0),
        at('error', 9000, 8200, failure),
        at('viewend', 9500, null),
      ]),
    })
    expect((await read('course')).body.data.events).toEqual([
      at('viewstart', 0, 0),
      at('playing', 800, 0),
      at('error', 9000, 8200, failure),
      at('viewend', 9500, 8200),
    ])
  })

  test('a view that was imported with items that are no events is answered with the events that it has', async () => {
    const { addViews, read } = await setUp()
    const event = { name: 'play', viewer_time: 1, event_time: 2, playback_time: 3, details: {} }
    const items = [null, 1, 'play', [], { name: 'play' }, { ...event, details: null }, event]
    await addViews({ view_id: 'imported', timeline: JSON.stringify(items) })
    const { status, body } = await read('imported')
    expect([status, body.data?.events]).toEqual([200, [event]])
  })

  test('a session of a member reads it too', async () => {
    const { environment, organization, addViews } = await setUp()
    const person = await make.person()
    await make.membership(organization, person, { environments: [environment] })
    await addViews({ view_id: 'seen by people' })
    const path = '/data/v1/video-views/seen%20by%20people'
    expect((await call(path, { as: person, organization, environment })).status).toBe(200)
  })
})

describe('400', () => {
  const unreadable: [string, string, string][] = [
    ['a filter of an unknown dimension', 'filters[]=shoe_size:42', 'filters'],
    ['a filter without a value', 'filters[]=country', 'filters'],
    ['an unknown metric in a filter', 'metric_filters[]=happiness>=1', 'metric_filters'],
    ['a metric that cannot be filtered by', 'metric_filters[]=views>=1', 'metric_filters'],
    ['an error that is no id', 'error_id=none', 'error_id'],
    ['an error beyond all ids', 'error_id=99999999999999999999', 'error_id'],
    ['a page before the first', 'page=0', 'page'],
    ['a limit without end', 'limit=101', 'limit'],
    ['an unknown direction', 'order_direction=up', 'order_direction'],
  ]
  test.each(unreadable)('VIEW-004 %s is refused and named', async (_, text, field) => {
    const { list } = await setUp()
    const { status, body } = await list(`?${text}`)
    expect(status).toBe(400)
    expect(body.error.type).toBe('invalid_parameters')
    expect(body.error.fields).toHaveProperty(field)
  })

  const timeframes = ['tomorrow', '0:hours', '1:fortnights', '-1:days', '24:hours:ago']
  test.each(timeframes)('TIME-001 the timeframe %s is refused', async (text) => {
    const { list } = await setUp()
    const { status, body } = await list(query({ timeframe: [text] }))
    expect(status).toBe(400)
    expect(body.error.type).toBe('invalid_timeframe')
    expect(body.error.fields).toHaveProperty('timeframe')
  })

  test('TIME-020 an end before its start is refused', async () => {
    const { list } = await setUp()
    const { body } = await list(query({ timeframe: ['1700000000', '1600000000'] }))
    expect(body.error).toMatchObject({
      type: 'invalid_timeframe',
      messages: ['Invalid dates. Start date must be before end date'],
    })
  })

  test('METR-028 METR-057 TIME-031 the plan limits the past and how many dimensions are filtered by', async () => {
    const { list } = await setUp({ plan: 'Free' })
    const three = query({ filters: ['country:DE', 'browser:Chrome', 'cdn:fastly'] })
    expect((await list(three)).body.error.messages).toEqual([
      'You have used the maximum number of filter dimensions for your plan.',
    ])
    const twoOfOne = query({ filters: ['country:DE', 'country:AT', 'browser:Chrome'] })
    expect((await list(twoOfOne)).status).toBe(200)
    const beyond = await list(query({ timeframe: ['400:days'] }))
    expect(beyond.status).toBe(400)
    expect(beyond.body.error.type).toBe('invalid_timeframe')
  })

  test('METR-011 single views are not available for historical ranges', async () => {
    const { list } = await setUp()
    const { status, body } = await list(query({ timeframe: ['6:months'] }))
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      type: 'invalid_timeframe',
      messages: ['Not available for the selected time range'],
    })
  })
})

describe('401, 403 and 404', () => {
  test('views cannot be read without a token, or with a token for video', async () => {
    const { environment } = await setUp()
    const wrong = await make.accessToken(environment, ['video:write'])
    for (const path of ['/data/v1/video-views', '/data/v1/video-views/any']) {
      expect((await call(path)).status).toBe(401)
      expect((await call(path, { token: wrong })).status).toBe(403)
    }
  })

  test('an unknown view and that of another environment are the same', async () => {
    const one = await setUp()
    const other = await setUp()
    await one.addViews({ view_id: 'mine' })
    await other.addViews({ view_id: 'theirs' })
    expect((await one.list()).ids).toEqual(['mine'])
    expect((await one.read('mine')).status).toBe(200)
    const answers = [await one.read('theirs'), await one.read('nothing')]
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toEqual({ error: { type: 'not_found', messages: ['There is no such view.'] } })
    }
  })
})

test('the clock of the server decides which views are of the last 24 hours', async () => {
  const { addViews, list } = await setUp()
  await addViews({ view_id: 'soon old', view_end: now - 23 * hour })
  expect((await list()).ids).toEqual(['soon old'])
  clock.advance(2 * 3600)
  expect((await list()).ids).toEqual([])
  clock.advance(-2 * 3600)
})
