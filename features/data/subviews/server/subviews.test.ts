import { describe, expect, test } from 'vitest'
import type { SubviewTotal } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { subviewsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database, clock } = await startTestApp([subviewsServer], { clickhouse })
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const ask = async (path: string) => {
    const { status, body } = await call(`/data/v1/subview-metrics/${path}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  return { ...world, token, ask, add: aViewFactory(clickhouse, world.environment) }
}

const rendition = (height: number | null, playingTime: number, given = {}): SubviewTotal => ({
  attributes: {
    video_source_bitrate: height === null ? null : height * 4000,
    video_source_width: height === null ? null : Math.round((height * 16) / 9),
    video_source_height: height,
    video_source_fps: 29.97,
    video_source_codec: 'avc1.640028',
    video_source_rendition_name: null,
    ...given,
  },
  playing_time: playingTime,
})
const mode = (name: string, playingTime: number): SubviewTotal => ({
  attributes: { player_playback_mode: name, player_playback_mode_data: null },
  playing_time: playingTime,
})
const renditions = (...given: SubviewTotal[]) => ({ renditions: JSON.stringify(given) })
const byHeight = 'group_by[]=video_source_height'

const audience = async () => {
  const made = await setUp()
  await made.add(
    {
      country: 'US',
      ...renditions(rendition(1080, 6000), rendition(720, 3000)),
      playback_modes: JSON.stringify([mode('standard', 5000), mode('pip', 4000)]),
    },
    { country: 'DE', ...renditions(rendition(720, 1000), rendition(null, 500)) },
    { country: null, ...renditions(rendition(1080, 2000)) },
  )
  return made
}

const meta = { metric: 'playing_time', subview_type: 'rendition', unit: 'milliseconds' }
const pairs = (values: { breakdown_value: string; metric_value: number }[]) =>
  values.map((one) => [one.breakdown_value, one.metric_value])

describe('overall', () => {
  test('is the playing time of all parts', async () => {
    const { ask } = await audience()
    expect(await ask('playing_time/rendition/overall')).toEqual({
      data: { metric_value: 12_500 },
      meta,
      timeframe: [expect.any(Number), expect.any(Number)],
      total_row_count: null,
    })
    expect((await ask('playing_time/playback_mode/overall')).data.metric_value).toBe(9000)
  })

  test('takes filters on parts and on their views', async () => {
    const { ask } = await audience()
    const overall = async (...filters: string[]) => {
      const query = filters.map((filter) => `filters[]=${encodeURIComponent(filter)}`).join('&')
      return (await ask(`playing_time/rendition/overall?${query}`)).data.metric_value
    }
    expect(await overall('country:US')).toBe(9000)
    expect(await overall('!country:US')).toBe(3500)
    expect(await overall('country:__empty__')).toBe(2000)
    expect(await overall('video_source_height:720')).toBe(4000)
    expect(await overall('video_source_height:720', 'video_source_height:1080')).toBe(12_000)
    expect(await overall('!video_source_height:720')).toBe(8500)
    expect(await overall('video_source_height:__empty__')).toBe(500)
    expect(await overall('video_source_height:720', 'country:DE')).toBe(1000)
    expect(await overall('video_source_codec:avc1.640028')).toBe(12_500)
    expect(await overall('video_source_fps:29.97')).toBe(12_500)
    expect(await overall("video_source_codec:' OR 1=1")).toBe(0)
  })
})

describe('breakdown', () => {
  test('has a row for each value with its share, the most played first', async () => {
    const { ask } = await audience()
    const answer = await ask(`playing_time/rendition/breakdown?${byHeight}`)
    expect(answer).toMatchObject({
      data: [
        { breakdown_value: '1080', metric_value: 8000, percentage: 0.64 },
        { breakdown_value: '720', metric_value: 4000, percentage: 0.32 },
        { breakdown_value: '__empty__', metric_value: 500, percentage: 0.04 },
      ],
      meta: { ...meta, group_by: ['video_source_height'] },
      total_row_count: 3,
      page: 1,
      limit: 25,
    })
    const second = await ask(`playing_time/rendition/breakdown?${byHeight}&limit=2&page=2`)
    expect(second.data).toEqual([
      { breakdown_value: '__empty__', metric_value: 500, percentage: 0.04 },
    ])
    expect(await ask(`playing_time/rendition/breakdown?${byHeight}&limit=2&page=3`)).toMatchObject({
      data: [],
      total_row_count: 3,
    })
  })

  test('takes all attributes of a part unless some are named', async () => {
    const { ask } = await audience()
    const whole = await ask('playing_time/rendition/breakdown')
    expect(whole.meta.group_by).toHaveLength(6)
    expect(whole.data[0].breakdown_value).toBe('4320000, 1920, 1080, 29.97, avc1.640028, __empty__')
    const two = await ask(
      `playing_time/rendition/breakdown?group_by[]=video_source_width&${byHeight}`,
    )
    expect(two.data[0].breakdown_value).toBe('1920, 1080')
    const modes = await ask('playing_time/playback_mode/breakdown')
    expect(pairs(modes.data)).toEqual([
      ['standard', 5000],
      ['pip', 4000],
    ])
  })
})

test('comparison puts up to four values of a dimension side by side', async () => {
  const { ask } = await audience()
  const path = `playing_time/rendition/comparison?${byHeight}&breakdown_value_limit=1`
  const answer = await ask(`${path}&dimension=country&values[]=US&values[]=DE&values[]=__empty__`)
  expect(answer).toMatchObject({
    meta: { ...meta, dimension: 'country', group_by: ['video_source_height'] },
    total_row_count: 3,
  })
  expect(
    answer.data.map((group: { dimension_value: string; values: never[] }) => [
      group.dimension_value,
      ...pairs(group.values),
    ]),
  ).toEqual([
    ['US', ['1080', 6000]],
    ['DE', ['720', 1000]],
    ['__empty__', ['1080', 2000]],
  ])
  const ofParts = await ask(
    `${path}&dimension=video_source_height&values[]=720&filters[]=country:DE`,
  )
  expect(pairs(ofParts.data[0].values)).toEqual([['720', 1000]])
})

test('breakdown over time marks the steps that can still change', async () => {
  const { add, ask } = await setUp()
  const hour = 3_600_000
  const thisHour = Math.floor(clock.now().getTime() / hour) * hour
  const at = (hoursAgo: number, ...given: SubviewTotal[]) =>
    add({
      view_start: thisHour - hoursAgo * hour + 1000,
      watch_time: 1000,
      ...renditions(...given),
    })
  await at(5, rendition(1080, 1000), rendition(720, 2000))
  await at(3, rendition(720, 4000), rendition(480, 10))
  await at(0, rendition(1080, 500))
  const start = (thisHour - 5 * hour) / 1000
  const end = (thisHour + hour) / 1000
  const path = 'playing_time/rendition/breakdown-timeseries'
  const answer = await ask(
    `${path}?${byHeight}&breakdown_value_limit=2&timeframe[]=${start}&timeframe[]=${end}`,
  )
  expect(answer.meta).toMatchObject({ ...meta, time_granularity: 'hour' })
  expect(Date.parse(answer.meta.complete_through)).toBeLessThan(clock.now().getTime() - hour + 5000)
  expect([answer.total_row_count, answer.timeframe]).toEqual([6, [start, end]])
  expect(
    answer.data.map((step: { date: string; values: never[] }) => [
      (thisHour - Date.parse(step.date)) / hour,
      ...pairs(step.values),
    ]),
  ).toEqual([
    [5, ['720', 2000], ['1080', 1000]],
    [4],
    [3, ['720', 4000]],
    [2],
    [1],
    [0, ['1080', 500]],
  ])
  expect(answer.data.map(({ status }: { status: string }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'complete'),
    'partial',
    'partial',
  ])
  const daily = await ask(`${path}?time_granularity=day&timeframe[]=30:days`)
  expect(daily.meta.time_granularity).toBe('day')
  expect(daily.data.at(-1).date).toMatch(/T00:00:00\.000Z$/)
  expect(daily.data.length).toBeGreaterThanOrEqual(30)
})

describe('dimensions', () => {
  test('are those of the parts and those of their views', async () => {
    const { ask } = await setUp()
    const { data, total_row_count: total } = await ask('rendition/dimensions')
    expect(total).toBeNull()
    expect(data.subview).toContain('video_source_rendition_name')
    expect(data.view).toContain('country')
    expect(data.view).not.toContain('video_source_height')
    expect((await ask('playback_mode/dimensions')).data.subview).toEqual(['player_playback_mode'])
  })

  test('have values with their playing time, searched and sorted', async () => {
    const { ask } = await audience()
    const values = async (path: string) =>
      (await ask(`rendition/dimensions/${path}`)).data.map(
        (one: { value: string; playing_time: number }) => [one.value, one.playing_time],
      )
    expect(await values('country')).toEqual([
      ['US', 9000],
      ['__empty__', 2000],
      ['DE', 1500],
    ])
    expect(await values('country?order_by=value&order_direction=asc&limit=1')).toEqual([
      ['DE', 1500],
    ])
    expect(await values('country?query=u&filters[]=video_source_height:720')).toEqual([
      ['US', 3000],
    ])
    expect(await values('video_source_height')).toEqual([
      ['1080', 8000],
      ['720', 4000],
      ['__empty__', 500],
    ])
    expect(await values('view_has_ad')).toEqual([['false', 12_500]])
    expect(await ask('rendition/dimensions/country?page=2')).toMatchObject({
      data: [],
      total_row_count: 3,
      meta: { ...meta, dimension_name: 'country' },
    })
  })
})

describe('refusals', () => {
  test.each([
    ['playing_time/rendition/breakdown?group_by[]=colour', 400],
    ['playing_time/playback_mode/breakdown?group_by[]=video_source_height', 400],
    ['playing_time/rendition/overall?filters[]=colour:red', 400],
    ['playing_time/rendition/overall?timeframe[]=soon', 400],
    ['playing_time/rendition/comparison?dimension=colour&values[]=red', 400],
    ['playing_time/rendition/comparison?dimension=country', 400],
    [`playing_time/rendition/comparison?dimension=country${'&values[]=US'.repeat(5)}`, 400],
    ['playing_time/colour/overall', 404],
    ['views/rendition/overall', 404],
    ['rendition/dimensions/colour', 404],
  ])('%s answers %i', async (path, status) => {
    const { token } = await setUp()
    expect((await call(`/data/v1/subview-metrics/${path}`, { token })).status).toBe(status)
  })

  test('401 without credentials, 403 without the scope, and nothing of another environment', async () => {
    const { environment } = await audience()
    const path = '/data/v1/subview-metrics/playing_time/rendition/overall'
    expect((await call(path)).status).toBe(401)
    const other = await make.accessToken(environment, ['video:read'])
    expect((await call(path, { token: other })).status).toBe(403)
    const { ask } = await setUp()
    expect((await ask('playing_time/rendition/overall')).data.metric_value).toBe(0)
    expect((await ask('playing_time/rendition/breakdown')).data).toEqual([])
  })
})

test('METR-011 subview metrics are not available for historical ranges', async () => {
  const { token } = await setUp()
  const { status, body } = await call(
    '/data/v1/subview-metrics/playing_time/rendition/overall?timeframe[]=6:months',
    { token },
  )
  expect(status).toBe(400)
  expect(body.error.messages).toEqual(['Not available for the selected time range'])
})

test('METR-057 the plan counts attributes of parts among the dimensions filtered by, and not the one that is compared', async () => {
  const organization = await make.organization({ plan: 'Free' })
  const environment = await make.environment(organization)
  const token = await make.accessToken(environment)
  const ask = (path: string) =>
    call(`/data/v1/subview-metrics/playing_time/rendition/${path}`, { token })
  const two = 'filters[]=country:US&filters[]=video_source_height:720'
  expect((await ask(`overall?${two}&filters[]=!video_source_height:360`)).status).toBe(200)
  const { status, body } = await ask(`overall?${two}&filters[]=video_source_width:1280`)
  expect(status).toBe(400)
  expect(body.error.messages[0]).toContain(
    'You have used the maximum number of filter dimensions for your plan.',
  )
  const compared = `comparison?${two}&dimension=browser&values[]=Chrome`
  expect((await ask(compared)).status).toBe(200)
})
