import { expect, test } from 'vitest'
import { engagementDimensions } from '@playhead/metrics/engagement-choices.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { engagementServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([engagementServer, metricsServer], { clickhouse })
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const ask = async (path: string) => {
    const { status, body } = await call(path, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  return {
    ...world,
    token,
    ask,
    breakdown: (query: string) => ask(`/ui/v1/engagement/breakdown?${query}`),
    add: aViewFactory(clickhouse, world.environment),
  }
}

const watched = (
  device: string | null,
  viewer: string,
  playing: number,
  completed: number | null,
) => ({
  viewer_device_category: device,
  viewer_id: viewer,
  playing_time: playing,
  video_completion_percentage: completed,
})

const household = [
  watched('desktop', 'ann', 60_000, 1),
  watched('desktop', 'ann', 30_000, 0.5),
  watched('desktop', 'bob', 90_000, null),
  watched('phone', 'ann', 10_000, 0.25),
  watched('phone', 'cid', 20_000, 0.75),
  watched('tv', 'dan', 600_000, 1),
  watched(null, 'eve', 5_000, null),
]

test('ENGA-007 ENGA-008 ENGA-015 ENGA-016 every value has all five numbers, and all views together have their own', async () => {
  const { add, breakdown } = await setUp()
  await add(...household)
  const answer = await breakdown('dimension=viewer_device_category')
  expect(answer.data).toEqual([
    {
      field: 'desktop',
      views: 3,
      unique_viewers: 2,
      total_playing_time: 180_000,
      avg_playing_time: 60_000,
      video_completion_percentage: 0.75,
    },
    {
      field: 'phone',
      views: 2,
      unique_viewers: 2,
      total_playing_time: 30_000,
      avg_playing_time: 15_000,
      video_completion_percentage: 0.5,
    },
    expect.objectContaining({ field: 'tv', views: 1, total_playing_time: 600_000 }),
    expect.objectContaining({ field: null, views: 1, video_completion_percentage: null }),
  ])
  // Ann watched on two devices but is one viewer; averages are per view, not per device.
  expect(answer.total).toEqual({
    views: 7,
    unique_viewers: 5,
    total_playing_time: 815_000,
    avg_playing_time: 815_000 / 7,
    video_completion_percentage: 0.7,
  })
  expect(answer).toMatchObject({ total_row_count: 4, page: 1, limit: 20 })
})

test('ENGA-005 ENGA-008 the numbers are those that the metrics themselves answer, for every dimension', async () => {
  const { add, ask, breakdown } = await setUp()
  await add(
    ...household.map((view, index) => ({
      ...view,
      country: ['DE', 'US', null][index % 3],
      video_creator_id: `creator-${index % 2}`,
      page_type: index % 2 ? 'iframe' : 'watchpage',
      video_id: `video-${index % 4}`,
      video_title: `Title ${index % 4}`,
    })),
  )
  const metric = (name: string, measurement: string, dimension: string) =>
    ask(
      `/data/v1/metrics/${name}/breakdown?measurement=${measurement}&group_by=${dimension}&order_by=field&order_direction=asc`,
    )
  const choices = [
    ['views', 'views', 'count'],
    ['unique_viewers', 'unique_viewers', 'count'],
    ['total_playing_time', 'playing_time', 'sum'],
    ['avg_playing_time', 'playing_time', 'avg'],
    ['video_completion_percentage', 'video_completion_percentage', 'avg'],
  ] as const
  for (const { id } of engagementDimensions) {
    const { data } = await breakdown(`dimension=${id}`)
    for (const [choice, name, measurement] of choices) {
      const expected = (await metric(name, measurement, id)).data as {
        field: string | null
        value: number
      }[]
      const known = (data as Record<string, unknown>[]).filter((row) => row[choice] !== null)
      expect(new Map(known.map((row) => [row.field, row[choice]])), `${choice} by ${id}`).toEqual(
        new Map(expected.map((row) => [row.field, row.value])),
      )
    }
  }
})

test('ENGA-017 every column sorts both ways, values that are not known come last', async () => {
  const { add, breakdown } = await setUp()
  await add(...household)
  const fields = async (order: string) =>
    (await breakdown(`dimension=viewer_device_category&${order}`)).data.map(
      ({ field }: { field: string | null }) => field,
    )
  expect(await fields('order_by=field&order_direction=asc')).toEqual([
    'desktop',
    'phone',
    'tv',
    null,
  ])
  expect(await fields('order_by=total_playing_time')).toEqual(['tv', 'desktop', 'phone', null])
  expect(await fields('order_by=avg_playing_time&order_direction=asc')).toEqual([
    null,
    'phone',
    'desktop',
    'tv',
  ])
  expect(await fields('order_by=video_completion_percentage&order_direction=asc')).toEqual([
    'phone',
    'desktop',
    'tv',
    null,
  ])
  expect(await fields('order_by=unique_viewers')).toEqual(['desktop', 'phone', 'tv', null])
})

test('ENGA-017 ENGA-018 20 rows a page, each with the number of all rows and all views together', async () => {
  const { add, breakdown } = await setUp()
  await add(
    ...Array.from({ length: 23 }, (_, index) => ({
      video_title: `Title ${String(index).padStart(2, '0')}`,
    })),
  )
  const by = 'dimension=video_title&order_by=field&order_direction=asc'
  const first = await breakdown(by)
  expect(first.data).toHaveLength(20)
  const second = await breakdown(`${by}&page=2`)
  expect(second.data.map(({ field }: { field: string }) => field)).toEqual([
    'Title 20',
    'Title 21',
    'Title 22',
  ])
  expect(second).toMatchObject({ total_row_count: 23, total: { views: 23 } })
  expect(await breakdown(`${by}&page=9`)).toMatchObject({ data: [], total_row_count: 23 })
})

test('ENGA-014 the same question of an earlier time answers about the values that are shown, and about all views', async () => {
  const { add, breakdown } = await setUp()
  const yesterday = Date.now() - 25 * 3_600_000
  const earlier = { view_start: yesterday }
  await add(
    ...household,
    { ...watched('tv', 'dan', 1_000, 1), ...earlier },
    { ...watched('tv', 'flo', 3_000, 0), ...earlier },
    { ...watched('watch', 'gus', 1_000, 1), ...earlier },
    { ...watched(null, 'eve', 7_000, null), ...earlier },
  )
  const end = Math.floor(Date.now() / 1_000) - 86_400
  const range = `timeframe[]=${end - 86_400}&timeframe[]=${end}`
  const answer = await breakdown(
    `dimension=viewer_device_category&${range}&values[]=tv&values[]=desktop&values[]=__null__`,
  )
  expect(answer.data).toMatchObject([
    { field: 'tv', views: 2, unique_viewers: 2, avg_playing_time: 2_000 },
    { field: null, views: 1, total_playing_time: 7_000 },
  ])
  expect(answer.total).toMatchObject({ views: 4, unique_viewers: 4 })
})

test('filters and metric filters narrow rows and total alike; nothing watched is nothing', async () => {
  const { add, breakdown } = await setUp()
  const stranger = await setUp()
  await add(...household)
  const by = 'dimension=viewer_device_category'
  expect(
    await breakdown(
      `${by}&filters[]=viewer_device_category:phone&metric_filters[]=playing_time>15000`,
    ),
  ).toMatchObject({ data: [{ field: 'phone', views: 1 }], total: { views: 1 }, total_row_count: 1 })
  expect(await stranger.breakdown(by)).toMatchObject({
    data: [],
    total: { views: 0, unique_viewers: null, avg_playing_time: null },
    total_row_count: 0,
  })
})

test('older ranges are answered by the basic dimensions alone', async () => {
  const { token } = await setUp()
  const path = '/ui/v1/engagement/breakdown?timeframe[]=6:months&dimension='
  expect((await call(`${path}viewer_device_category`, { token })).status).toBe(200)
  expect((await call(`${path}country`, { token })).status).toBe(400)
})

test('ENGA-010 the course of a title counts all videos that are called so, with its most played moments', async () => {
  const { add, ask } = await setUp()
  const second = { video_duration: 1000, video_title: 'A title, with / and ?' }
  await add(
    { ...second, video_id: 'a', playback_ranges: [[0, 1000]] },
    { ...second, video_id: 'b', playback_ranges: [[250, 500]], asset_id: 'asset-1' },
    { ...second, video_title: 'Another', playback_ranges: [[0, 1000]] },
  )
  const title = encodeURIComponent(second.video_title)
  expect((await ask(`/ui/v1/engagement/course?subject=video_title&id=${title}`)).data).toEqual({
    value: [0.5, 1, 0.5, 0.5],
    hotspots: [
      { start_ms: 250, end_ms: 500, score: 1 },
      { start_ms: 0, end_ms: 250, score: 0.5 },
      { start_ms: 500, end_ms: 1000, score: 0.5 },
    ],
    total_views: 2,
    duration_ms: 1000,
  })
  const ofAsset = await ask('/ui/v1/engagement/course?subject=asset_id&id=asset-1&limit=1')
  expect(ofAsset.data).toMatchObject({
    value: [0, 1, 0, 0],
    hotspots: [{ start_ms: 250, end_ms: 500 }],
  })
})

test('400, 401 and 403', async () => {
  const { environment, token } = await setUp()
  const path = '/ui/v1/engagement/breakdown'
  for (const query of ['dimension=browser', 'order_by=value', 'limit=101', 'timeframe[]=soon'])
    expect((await call(`${path}?${query}`, { token })).status, query).toBe(400)
  expect((await call('/ui/v1/engagement/course?subject=video_title', { token })).status).toBe(400)
  expect((await call(path)).status).toBe(401)
  const other = await make.accessToken(environment, ['video:read'])
  expect((await call(path, { token: other })).status).toBe(403)
})
