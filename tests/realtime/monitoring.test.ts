import { describe, expect, test } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { stepOf } from '@playhead/analytics/monitoring/steps.ts'
import { monitoringMetricIds } from '@playhead/features/data/monitoring/contract'
import { monitoringTypes } from '@playhead/features/data/monitoring/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { howMany, isLongRun } from '@playhead/testing/how-many.ts'
import { someSamples, randomOf, type Random } from './random-samples.ts'
import { sendTo, startMonitoring, subscribeTo } from './monitoring-client.ts'
import { startRealtimeServer, transports } from './realtime-server.ts'

const questions: string[] = []
const engine = await makeTestClickHouse()
/** The same client; it notes the questions for a step that it has sent. */
const clickhouse: ClickHouse = {
  ...engine,
  rows: (Row, query, options) => {
    if (query.name === 'askStep') questions.push(JSON.stringify(query.parameters))
    return engine.rows(Row, query, options)
  },
}
const countQuestions = ({ id }: { id: string }) =>
  questions.filter((parameters) => parameters.includes(id)).length

const { call, clock, make, connect } = await startRealtimeServer({}, { clickhouse })

/** In the first half of a step, with the step before as the newest one that ended. */
const setClock = () => {
  const running = stepOf(Date.now() / 1000)
  const at = (seconds: number) => {
    const now = new Date((running + seconds) * 1000)
    clock.now = () => now
  }
  at(1)
  return { newest: running - 5, running, at }
}

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const ask = async (path: string, filters: readonly string[] = []) => {
    const query = filters.map((filter) => `&filters[]=${encodeURIComponent(filter)}`).join('')
    const { status, body } = await call(`/data/v1/monitoring/metrics/${path}${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  return {
    ...world,
    token,
    ask,
    add: aSampleFactory(engine, world.environment),
    addEarly: aSampleFactory(engine, world.environment, 'early_samples'),
  }
}
type Place = Awaited<ReturnType<typeof setUp>>

interface Row {
  value: string | null
  display_value: string
  concurrent_viewers: number
}

/** What the pushed type has to show, from the responses over HTTP. */
const readOverHttp = async (
  { ask }: Place,
  type: (typeof monitoringTypes)[number],
  metric: string,
  filters: readonly string[],
) => {
  const audience = 'current-concurrent-viewers'
  if (type === 'time_series') {
    const series = await Promise.all(
      monitoringMetricIds.map(async (id) => (await ask(`${id}/timeseries?`, filters)).data),
    )
    return series[0].map((point: { date: string; concurrent_viewers: number }, at: number) => ({
      date: point.date,
      concurrent_viewers: point.concurrent_viewers,
      metrics: Object.fromEntries(
        monitoringMetricIds.map((id, place) => [id, series[place][at].value]),
      ),
    }))
  }
  if (type === 'histogram_time_series_startup_time')
    return (await ask('video-startup-time/histogram-timeseries?', filters)).data
  if (type === 'concurrent_viewers_by_country')
    return (await ask(`${audience}/breakdown?dimension=country&limit=1000`, filters)).data
      .filter((row: Row) => row.concurrent_viewers > 0)
      .map(({ value, display_value, concurrent_viewers }: Row) => ({
        value,
        display_value,
        concurrent_viewers,
      }))
  if (type === 'top_concurrent_video_title')
    return (await ask(`${audience}/breakdown?dimension=video_title&limit=1000`, filters)).data
      .filter((row: Row) => row.value !== null && row.concurrent_viewers > 0)
      .slice(0, 10)
      .map((row: Row) => ({
        video_title: row.value,
        concurrent_viewers: row.concurrent_viewers,
      }))
  const dimension = type.slice('breakdown_'.length)
  return (await ask(`${metric}/breakdown?dimension=${dimension}`, filters)).data
}

/** Marks that HTTP does not have. */
const plain = (data: readonly Record<string, unknown>[]) =>
  data.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).filter(([name]) => name !== 'is_early' && name !== 'change'),
    ),
  )

const poolOfFilters = [
  'country:US',
  'country:DE',
  '!country:US',
  'cdn:__null__',
  'asn:1',
  '!video_title:Title 1',
  'view_has_ad:true',
  'platform:Firefox on Linux',
]

const someFilters = (random: Random) => poolOfFilters.filter(() => random() < 0.15).slice(0, 5)

const seeds = Array.from(
  { length: howMany('audiences', { usual: 1, long: 3, release: 50 }) },
  (_, at) => at + 1,
)

if (isLongRun())
  test.each(seeds)(
    'RTCH-036 MONI-021 MONI-007 pushed data equals the answer over HTTP for the step, for every type (audience %i)',
    async (seed) => {
      const random = randomOf(seed)
      const place = await setUp()
      const { newest, running, at } = setClock()
      const { add, addEarly, environment, member } = place
      const past = Array.from({ length: 40 }, () => newest - 5 * Math.floor(random() * 370))
      await add(0, ...past.flatMap((step) => someSamples(random, step, 4)))
      await add(0, ...someSamples(random, newest, 60))
      const filters = someFilters(random)
      const metric = monitoringMetricIds[Math.floor(random() * monitoringMetricIds.length)]!
      const topic = await startMonitoring(connect('websocket', member), environment)
      const live = new Map<string, Awaited<ReturnType<typeof subscribeTo>>>()
      for (const type of monitoringTypes)
        live.set(type, await subscribeTo(topic, { type, metric, filters }))

      const expectEqual = async (step: number, isEarly: boolean) => {
        for (const type of monitoringTypes) {
          const latest = () => live.get(type)!.latest()
          await expect.poll(() => [latest().step, latest().is_early]).toEqual([step, isEarly])
          const expected = await readOverHttp(place, type, metric, filters)
          expect(plain(latest().data), type).toEqual(expected)
        }
      }
      await expectEqual(newest, false)

      await addEarly(0, ...someSamples(random, running, 60))
      at(2.6)
      await expectEqual(running, true)

      // Another collector was late with the step before.
      await add(0, ...someSamples(random, newest, 5))
      await add(0, ...someSamples(random, running, 70))
      at(5.1)
      await expectEqual(running, false)
    },
  )

describe.each(transports)('over %s', (transport) => {
  test('RTCH-035 RTCH-037 RTCH-038 a subscription is answered with everything, then with what changes', async () => {
    const { add, addEarly, environment, member } = await setUp()
    const { newest, running, at } = setClock()
    await add(newest, { country: 'US' }, { country: 'DE' })
    const topic = await startMonitoring(connect(transport, member), environment)
    expect(topic.reply).toEqual({ status: 'ok', response: {} })
    const series = await subscribeTo(topic, { type: 'time_series' })
    expect(series.reply).toMatchObject({
      timeframe: [newest - 1795, newest + 5],
      step: newest,
      is_early: false,
      age_ms: 1000,
    })
    expect(series.reply.data).toHaveLength(360)
    const countries = await subscribeTo(topic, { type: 'breakdown_country', limit: 1 })
    expect(countries.reply).toMatchObject({
      metric: 'current-concurrent-viewers',
      total_row_count: 2,
      data: [{ value: 'DE', display_value: 'Germany', concurrent_viewers: 1 }],
    })

    await addEarly(running, { country: 'US' }, { country: 'US' }, { country: 'FR' })
    at(2.6)
    await expect.poll(() => series.pushes().length).toBe(1)
    await expect.poll(() => countries.pushes().length).toBe(1)
    expect(series.pushes()).toMatchObject([
      {
        event: 'new_realtime_time_series',
        payload: {
          timeframe: [running - 1795, running + 5],
          data: [{ concurrent_viewers: 3, is_early: true }],
        },
      },
    ])
    expect(countries.pushes()).toMatchObject([
      {
        event: 'new_realtime_breakdown_country',
        payload: { step: running, is_early: true, data: [{ value: 'US', metric_value: 2 }] },
      },
    ])
  })

  test('RTCH-040 nothing follows for a type that is unsubscribed, and other types go on', async () => {
    const { add, addEarly, environment, member } = await setUp()
    const { newest, running, at } = setClock()
    await add(newest, {})
    const topic = await startMonitoring(connect(transport, member), environment)
    const series = await subscribeTo(topic, { type: 'time_series' })
    const titles = await subscribeTo(topic, { type: 'top_concurrent_video_title' })
    expect(await sendTo(topic.channel, 'unsubscribe', { type: 'time_series' })).toEqual({
      status: 'ok',
      response: {},
    })
    await addEarly(running, {})
    at(2.6)
    await expect.poll(() => titles.pushes().length).toBe(1)
    expect(series.pushes()).toEqual([])
  })
})

test('RTCH-038 a second subscription to a type replaces the first, with other filters', async () => {
  const { add, addEarly, environment, member } = await setUp()
  const { newest, running, at } = setClock()
  await add(newest, { country: 'US' }, { country: 'DE' }, { country: 'DE' })
  const topic = await startMonitoring(connect('websocket', member), environment)
  const all = await subscribeTo(topic, { type: 'time_series' })
  expect(all.latest().data.at(-1)).toMatchObject({ concurrent_viewers: 3 })
  const some = await subscribeTo(topic, { type: 'time_series', filters: ['country:DE'] })
  expect(some.latest().data.at(-1)).toMatchObject({ concurrent_viewers: 2 })
  await addEarly(running, { country: 'US' }, { country: 'DE' })
  at(2.6)
  await expect.poll(() => topic.of('new_realtime_time_series').length).toBe(1)
  expect(some.latest().data.at(-1)).toMatchObject({ concurrent_viewers: 1 })
})

test('MONI-006 a title is marked from 5 % against five minutes before, a new one has increased', async () => {
  const { add, environment, member } = await setUp()
  const { newest } = setClock()
  const watched = (title: string, step: number, viewers: number) =>
    Array.from({ length: viewers }, () => ({ video_title: title, sampled_at: step }))
  const audiences: [string, number[], number[]][] = [
    // The steps five minutes before, and the newest: what counts is the mean of three.
    ['Steady', [40, 40, 40], [40, 40, 40]],
    ['Just below', [34, 34, 32], [35, 35, 34]],
    ['Just more', [20, 20, 20], [21, 21, 21]],
    ['Just less', [20, 20, 20], [19, 19, 19]],
    ['A peak', [10, 10, 10], [5, 5, 20]],
    ['New', [0, 0, 0], [0, 0, 2]],
    ['Gone', [9, 9, 9], [9, 9, 0]],
  ]
  await add(
    0,
    ...audiences.flatMap(([title, before, now]) =>
      [10, 5, 0].flatMap((ago, at) => [
        ...watched(title, newest - 300 - ago, before[at]!),
        ...watched(title, newest - ago, now[at]!),
      ]),
    ),
    ...Array.from({ length: 50 }, () => ({ video_title: null, sampled_at: newest })),
  )
  const topic = await startMonitoring(connect('websocket', member), environment)
  const titles = await subscribeTo(topic, { type: 'top_concurrent_video_title' })
  expect(titles.reply.data).toEqual(
    [
      ['Steady', 40, null],
      ['Just below', 34, null],
      ['Just more', 21, 'increased'],
      ['A peak', 20, null],
      ['Just less', 19, 'decreased'],
      ['New', 2, 'increased'],
    ].map(([video_title, concurrent_viewers, change]) => ({
      video_title,
      concurrent_viewers,
      change,
    })),
  )
  const two = await subscribeTo(topic, { type: 'top_concurrent_video_title', limit: 2 })
  expect(two.reply.data.map((row) => row['video_title'])).toEqual(['Steady', 'Just below'])
})

test('the first viewer where nobody watched is there a moment after the samples are', async () => {
  const { addEarly, environment, member } = await setUp()
  const { running, at } = setClock()
  // Here the subscription looks, and finds none.
  at(2.56)
  const topic = await startMonitoring(connect('websocket', member), environment)
  const titles = await subscribeTo(topic, { type: 'top_concurrent_video_title' })
  expect(titles.reply.data).toEqual([])
  await addEarly(running, { video_title: 'Cup final' })
  at(2.71)
  await expect.poll(() => titles.latest().data).toMatchObject([{ video_title: 'Cup final' }])
})

if (isLongRun())
  test('any number of sockets costs one question a step, and a reload none', async () => {
    const { add, addEarly, environment, member, admin } = await setUp()
    const { newest, running, at } = setClock()
    await add(newest, {})
    const sockets = howMany('watchers', { usual: 8, long: 30, release: 200 })
    // One person may have twenty sockets.
    const people = [member]
    while (people.length * 20 < sockets) {
      const person = await make.person()
      await make.membership({ id: environment.organizationId }, person, {
        environments: [environment],
      })
      people.push(person)
    }
    const series = await Promise.all(
      Array.from({ length: sockets }, async (_, place) => {
        const person = people[place % people.length]!
        const topic = await startMonitoring(connect('websocket', person), environment)
        await subscribeTo(topic, { type: 'breakdown_cdn', metric: 'current-average-bitrate' })
        return subscribeTo(topic, { type: 'time_series' })
      }),
    )
    expect(countQuestions(environment)).toBe(1)
    const everyone = async (step: number, isEarly: boolean) => {
      const reached = () =>
        series.filter((one) => one.latest().step === step && one.latest().is_early === isEarly)
      await expect.poll(() => reached().length).toBe(sockets)
    }
    for (const [place, step] of [running, running + 5].entries()) {
      await addEarly(step, {}, {})
      at(place * 5 + 2.6)
      await everyone(step, true)
      await add(step, {}, {}, {})
      at(place * 5 + 5.1)
      await everyone(step, false)
    }
    expect(countQuestions(environment)).toBe(5)

    const reloaded = await startMonitoring(connect('websocket', admin), environment)
    await subscribeTo(reloaded, { type: 'time_series', filters: [] })
    expect(countQuestions(environment)).toBe(5)
  })
