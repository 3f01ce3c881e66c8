import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux, {
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionDeniedError,
} from '@mux/mux-node'
import { afterAll, describe, expect, test } from 'vitest'
import { dimensionsServer } from '@playhead/features/data/dimensions/server'
import { errorsServer } from '@playhead/features/data/errors/server'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { viewsServer } from '@playhead/features/data/views/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { CheckedAnswers, drivenResources, methodsOf } from './checked-data.ts'

const clickhouse = await makeTestClickHouse()
const { api, database } = await startTestApp(
  [dimensionsServer, errorsServer, metricsServer, viewsServer],
  { clickhouse },
)
const make = aFactory(database)

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
})

const answers = new CheckedAnswers()
const dataOf = (token: { id: string; secret: string }) =>
  answers.watch(
    new Mux({
      tokenId: token.id,
      tokenSecret: token.secret,
      baseURL: `http://127.0.0.1:${port}`,
      maxRetries: 0,
    }),
  )

const hour = 3_600_000
const now = Date.now()

const { environment } = await make.world()
const token = await make.accessToken(environment)
const data = dataOf(token)
const addViews = aViewFactory(clickhouse, environment)

const ago = (hours: number) => ({ view_end: now - hours * hour })
const failed = {
  playback_failure: true,
  error_type_id: 42,
  player_error_code: '2',
  player_error_message: 'network',
}
await addViews(
  {
    ...ago(1),
    view_id: 'first',
    country: 'DE',
    browser: 'Chrome',
    video_startup_time: 1000,
    viewer_id: 'ann',
    video_cdn_trace: ['fastly', 'akamai'],
  },
  {
    ...ago(2),
    view_id: 'second',
    country: 'DE',
    browser: 'Firefox',
    video_startup_time: 2000,
    viewer_id: 'ann',
    video_cdn_trace: ['fastly'],
  },
  {
    ...ago(3),
    view_id: 'third',
    country: null,
    browser: 'Chrome',
    video_startup_time: 4000,
    viewer_id: 'bob',
    ...failed,
    timeline: JSON.stringify([
      {
        name: 'error',
        viewer_time: now,
        event_time: now + 5,
        playback_time: 1200,
        details: { player_error_code: '2' },
      },
    ]),
  },
  { ...ago(50), view_id: 'fourth', country: 'FR', video_startup_time: 8000, viewer_id: 'cleo' },
)

const all = async <Row>(pages: AsyncIterable<Row>) => {
  const rows: Row[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

describe('metrics', () => {
  test('getOverallValues', async () => {
    const answer = await data.metrics.getOverallValues('video_startup_time')
    expect(answer.data).toMatchObject({ value: 2000, total_views: 3, total_watch_time: 180_000 })
    expect(answer.timeframe).toEqual([expect.any(Number), expect.any(Number)])
    const narrowed = await data.metrics.getOverallValues('video_startup_time', {
      measurement: '95th',
      filters: ['country:DE'],
      metric_filters: ['video_startup_time>=1000'],
      timeframe: ['7:days'],
    })
    expect(narrowed.data).toMatchObject({ value: 1950, total_views: 2 })
    const between = [now - 51 * hour, now - 49 * hour].map((time) =>
      String(Math.round(time / 1000)),
    )
    const older = await data.metrics.getOverallValues('views', { timeframe: between })
    expect(older.data.value).toBe(1)
    expect(older.timeframe).toEqual(between.map(Number))
  })

  test('getTimeseries', async () => {
    const answer = await data.metrics.getTimeseries('views', {
      timeframe: ['6:hours'],
      group_by: 'hour',
      order_direction: 'desc',
    })
    expect(answer.meta).toMatchObject({ aggregation: 'count', granularity: 'hour' })
    expect(answer.data.every((point) => point.length === 3)).toBe(true)
    expect(answer.data.reduce((sum, [, , views]) => sum + Number(views), 0)).toBe(3)
    const times = answer.data.map(([time]) => Date.parse(String(time)))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test('listBreakdownValues, page after page until an empty one', async () => {
    const rows = await all(
      data.metrics.listBreakdownValues('views', {
        group_by: 'country',
        timeframe: ['7:days'],
        order_by: 'views',
        order_direction: 'desc',
        limit: 1,
      }),
    )
    expect(rows.map(({ field, views }) => [field, views])).toEqual([
      ['DE', 2],
      ['FR', 1],
      [null, 1],
    ])
    expect(rows[0]).toEqual({
      field: 'DE',
      negative_impact: 0,
      total_playing_time: 118_000,
      total_watch_time: 120_000,
      total_views: 2,
      value: 2,
      views: 2,
    })
  })

  test('getInsights', async () => {
    const { data: rows, meta } = await data.metrics.getInsights('playback_failure_percentage', {
      measurement: 'avg',
      order_direction: 'desc',
    })
    expect(meta).toEqual({ aggregation: 'avg' })
    expect(rows).toContainEqual({
      filter_column: 'browser',
      filter_value: 'Chrome',
      metric: 0.5,
      negative_impact_score: expect.closeTo(0.5 * (2 / 3), 10),
      total_playing_time: 118_000,
      total_views: 2,
      total_watch_time: 120_000,
      views: 2,
    })
  })

  test('list compares all metrics, of all views or of one value', async () => {
    const answer = await data.metrics.list()
    expect(answer.data[0]).toMatchObject({ name: 'totals', view_count: 3, unique_viewers: 2 })
    const startup = answer.data.find(({ metric }) => metric === 'startup_time_score')
    expect(startup?.items).toContainEqual({
      metric: 'video_startup_time',
      name: expect.any(String),
      type: 'milliseconds',
      measurement: 'median',
      value: 2000,
    })
    const german = await data.metrics.list({ dimension: 'country', value: 'DE' })
    expect(german.data[0]?.view_count).toBe(2)
  })
})

describe('dimensions', () => {
  test('list', async () => {
    const { data: lists } = await data.dimensions.list()
    expect(lists.basic).toContain('browser')
    expect(lists.advanced).toContain('country')
  })

  test('listValues, page after page', async () => {
    const values = await all(
      data.dimensions.listValues('country', { timeframe: ['7:days'], limit: 2 }),
    )
    expect(values).toEqual([
      { value: 'DE', total_count: 2 },
      { value: 'FR', total_count: 1 },
      { value: null, total_count: 1 },
    ])
    await expect(data.dimensions.listValues('shoe_size')).rejects.toMatchObject({ status: 404 })
  })

  test('listTraceElements', async () => {
    const elements = await all(
      data.dimensions.listTraceElements('video_cdn_trace', {
        order_by: 'value',
        order_direction: 'asc',
        filters: ['+video_cdn_trace:fastly'],
      }),
    )
    expect(elements).toEqual([
      { value: 'akamai', total_count: 1 },
      { value: 'fastly', total_count: 2 },
    ])
  })
})

describe('video views', () => {
  test('list, page after page, by error and by viewer', async () => {
    const ids = async (query: Parameters<typeof data.videoViews.list>[0]) =>
      (await all(data.videoViews.list(query))).map(({ id }) => id)
    expect(await ids({ limit: 1 })).toEqual(['first', 'second', 'third'])
    expect(await ids({ order_direction: 'asc', timeframe: ['7:days'] })).toEqual([
      'fourth',
      'third',
      'second',
      'first',
    ])
    expect(await ids({ error_id: 42 })).toEqual(['third'])
    expect(await ids({ viewer_id: 'ann' })).toEqual(['first', 'second'])
    expect(await ids({ filters: ['country:__null__'] })).toEqual(['third'])
    expect(await ids({ metric_filters: ['video_startup_time<2000'] })).toEqual(['first'])
    const [row] = await all(data.videoViews.list())
    expect(row).toMatchObject({ total_row_count: 3, viewer_experience_score: 0.96 })
  })

  test('retrieve returns the view and its events', async () => {
    const { data: view, timeframe } = await data.videoViews.retrieve('third')
    expect(view).toMatchObject({ id: 'third', time_to_first_frame: 4000, player_error_code: '2' })
    expect(view.events).toEqual([
      {
        name: 'error',
        viewer_time: now,
        event_time: now + 5,
        playback_time: 1200,
        details: { player_error_code: '2' },
      },
    ])
    expect(timeframe).toHaveLength(2)
  })
})

test('errors', async () => {
  const answer = await data.errors.list({ filters: ['browser:Chrome'], timeframe: ['24:hours'] })
  expect(answer.data).toEqual([
    {
      id: 42,
      code: 2,
      count: 1,
      description: expect.any(String),
      last_seen: new Date(now - 3 * hour).toISOString(),
      message: 'network',
      notes: null,
      percentage: 50,
      player_error_code: '2',
    },
  ])
  expect(answer.total_row_count).toBe(1)
})

describe('a refusal is an error of the class the client has for it', () => {
  test('400, 401, 403 and 404', async () => {
    const video = dataOf(await make.accessToken(environment, ['video:read']))
    const stranger = dataOf({ id: token.id, secret: 'wrong' })
    const refused = data.metrics.getOverallValues('views', { filters: ['shoe_size:42'] })
    await expect(refused).rejects.toBeInstanceOf(BadRequestError)
    await expect(stranger.errors.list()).rejects.toBeInstanceOf(AuthenticationError)
    await expect(video.errors.list()).rejects.toBeInstanceOf(PermissionDeniedError)
    await expect(data.videoViews.retrieve('nothing')).rejects.toBeInstanceOf(NotFoundError)
  })

  test('another environment has its own views', async () => {
    const other = await make.world()
    const theirs = dataOf(await make.accessToken(other.environment))
    expect(await all(theirs.videoViews.list())).toEqual([])
    await expect(theirs.videoViews.retrieve('first')).rejects.toBeInstanceOf(NotFoundError)
    expect((await theirs.metrics.getOverallValues('views')).data.value).toBe(0)
  })
})

test('an environment without a single view answers every question too', async () => {
  const other = await make.world()
  const theirs = dataOf(await make.accessToken(other.environment))
  const { metrics, errors, dimensions } = theirs
  expect((await metrics.list()).data[0]).toMatchObject({ view_count: 0, unique_viewers: 0 })
  for (const id of ['video_startup_time', 'viewer_experience_score', 'views'] as const) {
    await metrics.getOverallValues(id)
    await metrics.getTimeseries(id)
    expect(await all(metrics.listBreakdownValues(id))).toEqual([])
    expect((await metrics.getInsights(id)).data).toEqual([])
  }
  expect((await errors.list()).data).toEqual([])
  expect(await all(dimensions.listValues('country'))).toEqual([])
})

test('every method was asked, and every answer was as the client declares it', async () => {
  const known = methodsOf(data).filter(([resource]) =>
    (drivenResources.questions as readonly string[]).includes(resource!),
  )
  expect([...answers.called].toSorted()).toEqual(known.map((names) => names.join('.')).toSorted())
  // Without views a median or a share is unknown, and zero would be wrong.
  const unknown = 'metrics.getOverallValues.data.value is null and not number'
  const problems = await answers.problems()
  expect(problems.filter((problem) => problem !== unknown)).toEqual([])
})
