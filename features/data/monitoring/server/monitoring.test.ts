import { describe, expect, test } from 'vitest'
import { liveViews } from '@playhead/analytics/monitoring/live-views.sql.ts'
import { stepOf } from '@playhead/analytics/monitoring/steps.ts'
import { monitoringDimensionIds, monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { monitoringDimensionIds as declaredDimensions, monitoringMetricIds } from '../contract.ts'
import { monitoringServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database, clock } = await startTestApp([monitoringServer], { clickhouse })
const make = aFactory(database)

// Three seconds into a step, so that the previous step is the newest complete one.
const aMoment = () => {
  const now = new Date((stepOf(Date.now() / 1000) + 3) * 1000)
  return { now, newest: stepOf(now.getTime() / 1000) - 5 }
}
const { now, newest } = aMoment()
clock.now = () => now
const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const ask = async (path: string) => {
    const { status, body } = await call(`/data/v1/monitoring/${path}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const refused = async (path: string, field: string) => {
    const { status, body } = await call(`/data/v1/monitoring/${path}`, { token })
    expect(status).toBe(400)
    expect(body.error.fields).toHaveProperty(field)
    return body.error.messages.join(' ')
  }
  return {
    ...world,
    token,
    ask,
    refused,
    add: aSampleFactory(clickhouse, world.environment),
    addEarly: aSampleFactory(clickhouse, world.environment, 'early_samples'),
  }
}

const audience = 'metrics/current-concurrent-viewers'

describe('lists', () => {
  test('MONI-003 MONI-024 metrics and dimensions are listed with their names', async () => {
    const { ask } = await setUp()
    const metrics = await ask('metrics')
    expect(metrics.data).toContainEqual({
      name: 'current-concurrent-viewers',
      display_name: 'Current concurrent viewers',
    })
    expect(metrics).toMatchObject({ total_row_count: 7, timeframe: [newest - 1795, newest + 5] })
    const dimensions = await ask('dimensions')
    expect(dimensions.data).toContainEqual({ name: 'country', display_name: 'Country' })
  })

  test('MONI-003 MONI-021 the API takes every metric and dimension of the registry', () => {
    expect([...monitoringMetricIds, 'video-startup-time'].toSorted()).toEqual(
      Object.keys(monitoringMetrics).toSorted(),
    )
    expect([...declaredDimensions].toSorted()).toEqual(monitoringDimensionIds)
  })
})

describe('timeseries', () => {
  test('MONI-017 MONI-018 MONI-020 thirty minutes of five seconds that end with the newest whole step', async () => {
    const { add, ask } = await setUp()
    await add(newest - 1800, {})
    await add(newest - 1795, {}, {})
    await add(newest, {}, {}, {}, { is_watching: false })
    await add(newest + 5, {})
    const { data, timeframe, total_row_count: total } = await ask(`${audience}/timeseries`)
    expect(data).toHaveLength(360)
    expect([total, timeframe]).toEqual([360, [newest - 1795, newest + 5]])
    expect(data.at(0)).toEqual({ date: iso(newest - 1795), value: 2, concurrent_viewers: 2 })
    expect(data.at(1)).toEqual({ date: iso(newest - 1790), value: 0, concurrent_viewers: 0 })
    expect(data.at(-1)).toEqual({ date: iso(newest), value: 3, concurrent_viewers: 3 })
  })

  test('every metric is what its definition says, and unknown where nothing happened', async () => {
    const { add, ask } = await setUp()
    await add(
      newest,
      // Loading; started in this step, with a stall; playing; failed during playback; failed while loading; left.
      { is_starting_up: true, watch_ms: 5000 },
      { started: true, watch_ms: 4000, rebuffer_ms: 1000, bitrate: 2_000_000 },
      { watch_ms: 5000, bitrate: 4_000_000 },
      { failed: true, watch_ms: 2000, rebuffer_ms: 1000, bitrate: null },
      { failed: true, startup_failed: true, watch_ms: 0 },
      { is_watching: false, exited_before_start: true, watch_ms: 4000 },
    )
    const lastOf = async (metric: string) =>
      (await ask(`metrics/${metric}/timeseries?timestamp=${newest - 5}`)).data
    const expected = {
      'current-concurrent-viewers': [0, 5],
      'current-rebuffering-percentage': [null, 2000 / 20_000],
      'playback-failure-percentage': [null, 2 / 5],
      'video-startup-failure-percentage': [null, 1 / 4],
      'exits-before-video-start': [null, 1 / 4],
      'current-average-bitrate': [null, 3_000_000],
    }
    for (const [metric, values] of Object.entries(expected))
      expect(await lastOf(metric), metric).toEqual(
        values.map((value, at) => ({
          date: iso(newest - 5 + at * 5),
          value,
          concurrent_viewers: at * 5,
        })),
      )
  })

  test('MONI-019 MONI-022 from a timestamp on, as far as there are steps', async () => {
    const { add, ask } = await setUp()
    const start = newest - 7200
    await add(start, {})
    await add(start + 1795, {}, {})
    await add(start + 1800, {}, {}, {})
    const { data, timeframe } = await ask(`${audience}/timeseries?timestamp=${start + 2.5}`)
    expect(data).toHaveLength(360)
    expect(timeframe).toEqual([start, start + 1800])
    expect([data.at(0).value, data.at(-1).value]).toEqual([1, 2])
    const recent = await ask(`${audience}/timeseries?timestamp=${newest - 10}`)
    expect(recent.data.map(({ date }: { date: string }) => date)).toEqual(
      [newest - 10, newest - 5, newest].map(iso),
    )
    const asked = await ask(`${audience}/timeseries?timeframe[]=${start}&timeframe[]=${start + 10}`)
    expect(asked.data.map(({ value }: { value: number }) => value)).toEqual([1, 0])
  })
})

describe('breakdown', () => {
  test('MONI-021 MONI-023 a row for each value, null for those without one', async () => {
    const { add, ask } = await setUp()
    await add(newest - 5, { country: 'FR' })
    await add(
      newest,
      { country: 'US' },
      { country: 'US', is_starting_up: true },
      { country: 'DE' },
      { country: null },
    )
    const {
      data,
      timeframe,
      total_row_count: total,
    } = await ask(`${audience}/breakdown?dimension=country`)
    expect([timeframe, total]).toEqual([[newest, newest + 5], 3])
    expect(data).toEqual([
      {
        value: 'US',
        display_value: 'United States',
        metric_value: 2,
        concurrent_viewers: 2,
        starting_up_viewers: 1,
        negative_impact: 0,
      },
      {
        value: null,
        display_value: '',
        metric_value: 1,
        concurrent_viewers: 1,
        starting_up_viewers: 0,
        negative_impact: 0,
      },
      expect.objectContaining({ value: 'DE', display_value: 'Germany', metric_value: 1 }),
    ])
    const before = await ask(`${audience}/breakdown?dimension=country&timestamp=${newest - 3}`)
    expect(before.data.map(({ value }: { value: string }) => value)).toEqual(['FR'])
  })

  test('negative impact is the distance to everything else in the bad direction, by its share', async () => {
    const { add, ask } = await setUp()
    await add(
      newest,
      { cdn: 'fastly', watch_ms: 4000, rebuffer_ms: 2000, bitrate: 1_000_000 },
      { cdn: 'akamai', watch_ms: 5000, rebuffer_ms: 0, bitrate: 5_000_000 },
      { cdn: 'akamai', watch_ms: 1000, rebuffer_ms: 500, bitrate: 3_000_000 },
    )
    const rows = async (metric: string) =>
      (await ask(`metrics/${metric}/breakdown?dimension=cdn`)).data.map(
        (row: Record<string, unknown>) => [
          row['value'],
          row['metric_value'],
          row['negative_impact'],
        ],
      )
    const rebuffering = await rows('current-rebuffering-percentage')
    expect(rebuffering).toEqual([
      ['fastly', 0.5, expect.closeTo((0.5 - 500 / 6000) * 0.4, 10)],
      ['akamai', expect.closeTo(500 / 6000, 10), expect.closeTo((500 / 6000 - 0.5) * 0.6, 10)],
    ])
    // For bitrates, less is worse.
    expect(await rows('current-average-bitrate')).toEqual([
      ['fastly', 1_000_000, 1_000_000],
      ['akamai', 4_000_000, -2_000_000],
    ])
  })

  test.each([
    ['order_by=value', ['b', 'a', 'c', 'none']],
    ['order_by=value&order_direction=asc', ['c', 'a', 'b', 'none']],
    ['order_by=views', ['c', 'a', 'none', 'b']],
    ['order_by=field', ['none', 'c', 'b', 'a']],
    ['order_by=field&order_direction=asc&limit=2', ['a', 'b']],
  ])('MONI-025 %s', async (query, expected) => {
    const { add, ask } = await setUp()
    await add(
      newest,
      ...[1, 2].map(() => ({ video_id: 'a', bitrate: 200 })),
      { video_id: 'b', bitrate: 300 },
      ...[1, 2, 3].map(() => ({ video_id: 'c', bitrate: 100 })),
      ...[1, 2].map(() => ({ video_id: 'none' })),
    )
    const answer = await ask(
      `metrics/current-average-bitrate/breakdown?dimension=video_id&${query}`,
    )
    expect(answer.data.map(({ value }: { value: string }) => value)).toEqual(expected)
    expect(answer.total_row_count).toBe(4)
  })

  test('MONI-025 concurrent viewers answer the 25 largest unless more are asked for', async () => {
    const { add, ask } = await setUp()
    await add(newest, ...Array.from({ length: 30 }, (_, at) => ({ video_title: `Title ${at}` })))
    const first = await ask(`${audience}/breakdown?dimension=video_title`)
    expect([first.data.length, first.total_row_count]).toEqual([25, 30])
    expect((await ask(`${audience}/breakdown?dimension=video_title&limit=30`)).data).toHaveLength(
      30,
    )
  })

  test('MONI-021 networks have a name, platforms are browser and system, flags are true or false', async () => {
    const { add, ask } = await setUp()
    const one = {
      asn: 3320,
      asn_name: 'Deutsche Telekom',
      browser: 'Firefox',
      operating_system: 'Linux',
      view_has_ad: true,
    }
    await add(newest, one, one, { browser: null, operating_system: 'tvOS' })
    const rows = async (dimension: string) =>
      (await ask(`${audience}/breakdown?dimension=${dimension}`)).data.map(
        (row: Record<string, unknown>) => [row['value'], row['display_value'], row['metric_value']],
      )
    expect(await rows('asn')).toEqual([
      ['3320', 'Deutsche Telekom', 2],
      [null, '', 1],
    ])
    expect(await rows('platform')).toEqual([
      ['Firefox on Linux', 'Firefox on Linux', 2],
      ['tvOS', 'tvOS', 1],
    ])
    expect(await rows('view_has_ad')).toEqual([
      ['true', 'true', 2],
      ['false', 'false', 1],
    ])
    for (const dimension of declaredDimensions) await rows(dimension)
  })
})

describe('filters', () => {
  const count = async (
    ask: (path: string) => Promise<{ data: { value: number }[] }>,
    ...filters: string[]
  ) => {
    const query = filters.map((filter) => `&filters[]=${encodeURIComponent(filter)}`).join('')
    return (await ask(`${audience}/timeseries?timestamp=${newest}${query}`)).data[0]!.value
  }

  test('MONI-007 values of one dimension widen, dimensions narrow, exclusions keep what is unknown', async () => {
    const { add, ask } = await setUp()
    await add(
      newest,
      { country: 'US', cdn: 'fastly', asn: 1 },
      { country: 'US', cdn: 'akamai', asn: 2 },
      { country: 'DE', cdn: 'fastly', view_has_ad: true },
      { country: null, cdn: '', video_title: "It's: a 'title'" },
    )
    expect(await count(ask, 'country:US')).toBe(2)
    expect(await count(ask, 'country:US', 'country:DE')).toBe(3)
    expect(await count(ask, 'country:US', 'country:DE', 'cdn:fastly')).toBe(2)
    expect(await count(ask, '!country:US')).toBe(2)
    expect(await count(ask, '!country:US', '!country:DE')).toBe(1)
    expect(await count(ask, 'country:__null__')).toBe(1)
    expect(await count(ask, '!country:__null__')).toBe(3)
    expect(await count(ask, 'cdn:__empty__')).toBe(1)
    expect(await count(ask, 'asn:2')).toBe(1)
    expect(await count(ask, 'view_has_ad:true')).toBe(1)
    expect(await count(ask, "video_title:It's: a 'title'")).toBe(1)
    expect(await count(ask, "video_title:' OR 1=1 --")).toBe(0)
  })

  test('MONI-007 at most five apply, and wrong ones are named with their place', async () => {
    const { ask, refused } = await setUp()
    const five = '&filters[]=country:US'.repeat(5)
    await ask(`${audience}/timeseries?${five}`)
    const path = `${audience}/timeseries?`
    expect(await refused(`${path}${five}&filters[]=cdn:fastly`, 'filters')).toContain('At most 5')
    expect(await refused(`${path}filters[]=colour:red`, 'filters')).toMatch(/colour .*filters\[0\]/)
    expect(await refused(`${path}filters[]=country`, 'filters')).toContain('colon')
    expect(await refused(`${path}filters[]=asn:many`, 'filters')).toContain('number')
    expect(await refused(`${path}filters[]=view_has_ad:maybe`, 'filters')).toContain(
      'true or false',
    )
  })
})

describe('breakdown over time', () => {
  test('the last minute by default, the first ten values of the whole of it', async () => {
    const { add, ask } = await setUp()
    for (let at = 0; at < 11; at += 1)
      await add(
        newest - 5,
        ...Array.from({ length: 12 - at }, () => ({ player_name: `Player ${at}` })),
      )
    await add(newest - 60, { player_name: 'Too early' })
    await add(newest, { player_name: 'Player 1' })
    const path = `${audience}/breakdown-timeseries?dimension=player_name&order_by=views`
    const { data, timeframe, total_row_count: total } = await ask(path)
    expect([timeframe, total]).toEqual([[newest - 55, newest + 5], 11])
    expect(data).toHaveLength(12)
    expect(data.at(0)).toEqual({ date: iso(newest - 55), values: [] })
    expect(data.at(-2).values.map(({ value }: { value: string }) => value)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Player ${at}`),
    )
    expect(data.at(-1).values).toEqual([
      { value: 'Player 1', metric_value: 1, concurrent_viewers: 1, starting_up_viewers: 0 },
    ])
    expect((await ask(`${path}&limit=1`)).data.at(-2).values).toHaveLength(1)
  })

  test('unknown values are a line of their own', async () => {
    const { add, ask } = await setUp()
    await add(newest, { cdn: null }, { cdn: 'fastly' }, { cdn: 'fastly' })
    const { data } = await ask(`${audience}/breakdown-timeseries?dimension=cdn&order_by=views`)
    expect(data.at(-1).values.map(({ value }: { value: string }) => value)).toEqual([
      'fastly',
      null,
    ])
  })

  test('at most ten minutes', async () => {
    const { ask, refused } = await setUp()
    const path = `${audience}/breakdown-timeseries?timeframe[]=${newest - 600}&timeframe[]=`
    expect((await ask(`${path}${newest}`)).data).toHaveLength(120)
    expect(await refused(`${path}${newest + 100}`, 'timeframe')).toContain('10 minutes')
  })
})

test('MONI-023 startup times of each minute by bucket, with median, 95th percentile and average', async () => {
  const { add, ask } = await setUp()
  const minute = Math.floor((newest - 120) / 60) * 60
  const times = [50, 100, 499, 700, 1500, 4000, 9000, 10_000]
  for (const [at, time] of times.entries())
    await add(minute + (at % 12) * 5, { started: true, video_startup_time: time })
  const { data, meta } = await ask('metrics/video-startup-time/histogram-timeseries')
  expect(meta.bucket_unit).toBe('milliseconds')
  expect(meta.buckets.map(({ start }: { start: number }) => start)).toEqual([
    0, 100, 500, 1000, 2000, 5000, 10_000,
  ])
  const found = data.find(({ timestamp }: { timestamp: string }) => timestamp === iso(minute))
  expect(found).toEqual({
    timestamp: iso(minute),
    bucket_values: [1, 2, 1, 1, 1, 1, 1].map((count) => ({ count, percentage: count / 8 })),
    max_percentage: 0.25,
    sum: 8,
    median: 1100,
    p95: expect.closeTo(9650, 6),
    average: times.reduce((sum, time) => sum + time, 0) / 8,
  })
  const empty = data.find(({ timestamp }: { timestamp: string }) => timestamp === iso(minute - 60))
  expect(empty).toMatchObject({ sum: 0, median: null, p95: null, average: null, max_percentage: 0 })
})

test('only the last 24 hours can be asked for', async () => {
  const { ask, refused } = await setUp()
  const seconds = now.getTime() / 1000
  await ask(`${audience}/timeseries?timestamp=${seconds - 86_400}`)
  expect(
    await refused(`${audience}/timeseries?timestamp=${seconds - 90_000}`, 'timestamp'),
  ).toContain('24 hours')
  await refused(`${audience}/breakdown?timestamp=${seconds + 3600}`, 'timestamp')
  await refused(`${audience}/timeseries?timeframe[]=7:days`, 'timeframe')
  expect((await ask(`${audience}/breakdown?timestamp=${seconds}`)).timeframe).toEqual([
    newest,
    newest + 5,
  ])
})

test('MONI-022 the addresses of the former name answer the same', async () => {
  const { add, ask, token } = await setUp()
  await add(newest, { country: 'US', started: true, video_startup_time: 700 })
  for (const path of [
    'metrics',
    'dimensions',
    `${audience}/breakdown`,
    `${audience}/timeseries`,
    `${audience}/breakdown-timeseries`,
    'metrics/video-startup-time/histogram-timeseries',
  ]) {
    const former = await call(`/data/v1/realtime/${path}`, { token })
    expect(former.body, path).toEqual(await ask(path))
  }
})

test('in the moment after a step, the one before it answers until its samples are there', async () => {
  const { add, ask, environment } = await setUp()
  const other = await make.world()
  const earlier = new Date((newest + 5) * 1000 + 100)
  clock.now = () => earlier
  try {
    await add(newest - 5, {}, {})
    const seen = async () => (await ask(`${audience}/breakdown?dimension=country`)).timeframe[0]
    const live = () => liveViews(clickhouse, [environment.id, other.environment.id], earlier)
    expect(await seen()).toBe(newest - 5)
    expect([...(await live()).values()]).toEqual([2, 0])
    await add(newest, {}, {}, {}, { is_watching: false })
    expect(await seen()).toBe(newest)
    expect(Object.fromEntries(await live())).toEqual({
      [environment.id]: 3,
      [other.environment.id]: 0,
    })
  } finally {
    clock.now = () => now
  }
})

test('MONI-017 from its middle on the running step answers by its first half, and once it is whole by that alone', async () => {
  const { add, addEarly, ask, environment } = await setUp()
  // Early samples are deleted after a minute.
  const { now: late, newest } = aMoment()
  clock.now = () => late
  const last = async () => {
    const { data, timeframe } = await ask(`${audience}/timeseries`)
    const live = await liveViews(clickhouse, [environment.id], clock.now())
    expect(data).toHaveLength(360)
    expect(timeframe[1]).toBe(Date.parse(data.at(-1).date) / 1000 + 5)
    const rows = (await ask(`${audience}/breakdown?dimension=country`)).data
    const shown = rows.map((row: { concurrent_viewers: number }) => row.concurrent_viewers)
    expect(live.get(environment.id)).toBe(data.at(-1).value)
    return [data.at(-1).date, data.at(-1).value, ...shown]
  }
  const running = newest + 5
  const rebuffering = async () =>
    (await ask('metrics/current-rebuffering-percentage/timeseries')).data.at(-1).value
  try {
    await add(newest, {})
    expect(await last()).toEqual([iso(newest), 1, 1])
    await addEarly(newest, {}, {}, {}, {})
    expect(await last()).toEqual([iso(newest), 1, 1])
    await addEarly(running, {}, { watch_ms: 2500, rebuffer_ms: 2500 })
    expect(await last()).toEqual([iso(running), 2, 2])
    expect(await rebuffering()).toBe(2500 / 7500)
    clock.now = () => new Date((running + 5) * 1000 + 100)
    expect(await last()).toEqual([iso(running), 2, 2])
    await add(running, {}, {}, { is_watching: false })
    expect(await last()).toEqual([iso(running), 2, 2])
    expect(await rebuffering()).toBe(0)
    const past = await ask(`${audience}/timeseries?timestamp=${newest}`)
    expect(past.data.map(({ value }: { value: number }) => value)).toEqual([1, 2])
  } finally {
    clock.now = () => now
  }
})

test('a step in whose second half everybody left is empty once it is over', async () => {
  const { addEarly, ask } = await setUp()
  const { newest } = aMoment()
  await addEarly(newest, {}, {})
  try {
    clock.now = () => new Date((newest + 5) * 1000 + 2_500)
    const { data } = await ask(`${audience}/timeseries`)
    expect(data.at(-1)).toMatchObject({ date: iso(newest), value: 0 })
  } finally {
    clock.now = () => now
  }
})

test('401, 403 and 404', async () => {
  const { environment, token } = await setUp()
  const path = `/data/v1/monitoring/${audience}/timeseries`
  expect((await call(path)).status).toBe(401)
  const other = await make.accessToken(environment, ['video:read'])
  expect((await call(path, { token: other })).status).toBe(403)
  for (const metric of ['colour', 'video-startup-time', 'views'])
    expect((await call(`/data/v1/monitoring/metrics/${metric}/timeseries`, { token })).status).toBe(
      404,
    )
  const histogram = `/data/v1/monitoring/${audience}/histogram-timeseries`
  expect((await call(histogram, { token })).status).toBe(404)
  expect(
    (await call(`/data/v1/monitoring/${audience}/breakdown?dimension=browser`, { token })).status,
  ).toBe(400)
})

test('the audience of another environment is not visible', async () => {
  const { ask } = await setUp()
  const stranger = await setUp()
  await stranger.add(newest, { country: 'US' })
  expect((await ask(`${audience}/breakdown`)).data).toEqual([])
  expect((await stranger.ask(`${audience}/breakdown`)).data).toHaveLength(1)
})
