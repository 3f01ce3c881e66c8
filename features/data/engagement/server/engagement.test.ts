import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { engagementServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([engagementServer], { clickhouse })
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const ask = async (path: string) => {
    const { status, body } = await call(`/data/v1/engagement/${path}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  return { ...world, token, ask, add: aViewFactory(clickhouse, world.environment) }
}

/** Four buckets of 250 ms. */
const second = { video_id: 'v', video_duration: 1000 }
const ranges = (...given: [number, number][]) => ({ ...second, playback_ranges: given })

test('a heatmap says how often each part was played, for each view', async () => {
  const { add, ask } = await setUp()
  await add(
    ranges([0, 1000]),
    ranges([0, 500]),
    // Once to the end, and again from the middle on; a range end beyond the video is clamped.
    ranges([0, 1000], [500, 1250]),
    ranges([250, 375], [300, 300]),
    // Never started: it has no engagement data.
    { ...second, playback_ranges: [] },
    { video_id: 'other', video_duration: 1000, playback_ranges: [[0, 1000]] },
  )
  const answer = await ask('videos/v/heatmap')
  expect(answer).toEqual({
    data: { value: [0.75, 0.875, 0.75, 0.75], total_views: 4, duration_ms: 1000 },
    timeframe: [expect.any(Number), expect.any(Number)],
    total_row_count: null,
  })
  expect(answer.timeframe[1] - answer.timeframe[0]).toBe(86_400)
})

test('assets and playback ids are asked for in the same way', async () => {
  const { add, ask } = await setUp()
  await add(
    { ...ranges([0, 1000]), asset_id: 'asset-1', playback_id: 'playback-1' },
    { ...ranges([0, 500]), asset_id: 'asset-1', playback_id: 'playback-2' },
  )
  expect((await ask('assets/asset-1/heatmap')).data.value).toEqual([1, 1, 0.5, 0.5])
  expect((await ask('playback-ids/playback-2/heatmap')).data.value).toEqual([1, 1, 0, 0])
  expect((await ask('assets/asset-1/hotspots')).data.hotspots).toHaveLength(2)
  expect((await ask('playback-ids/playback-1/hotspots')).data.hotspots).toEqual([
    { start_ms: 0, end_ms: 1000, score: 1 },
  ])
})

test('hotspots come most played first, cold spots the other way round, as many as are wanted', async () => {
  const { add, ask } = await setUp()
  await add(ranges([0, 1000]), ranges([250, 500]))
  const hot = await ask('videos/v/hotspots')
  expect(hot).toMatchObject({ data: { total_views: 2 }, total_row_count: null })
  expect(hot.data.hotspots).toEqual([
    { start_ms: 250, end_ms: 500, score: 1 },
    { start_ms: 0, end_ms: 250, score: 0.5 },
    { start_ms: 500, end_ms: 1000, score: 0.5 },
  ])
  const cold = await ask('videos/v/hotspots?order_direction=asc&limit=1')
  expect(cold.data.hotspots).toEqual([{ start_ms: 0, end_ms: 250, score: 0.5 }])
})

test('views count by when they began, and filters narrow them', async () => {
  const { add, ask } = await setUp()
  const now = Date.now()
  await add(
    { ...ranges([0, 1000]), country: 'DE', view_start: now - 1_800_000 },
    { ...ranges([0, 500]), country: 'US', view_start: now - 5_400_000 },
  )
  expect((await ask('videos/v/heatmap')).data.total_views).toBe(2)
  expect((await ask('videos/v/heatmap?timeframe[]=60:minutes')).data).toMatchObject({
    total_views: 1,
    value: [1, 1, 1, 1],
  })
  expect((await ask('videos/v/heatmap?filters[]=country:US')).data).toMatchObject({
    total_views: 1,
    value: [1, 1, 0, 0],
  })
})

test('without a duration the farthest moment that anybody reached is the end', async () => {
  const { add, ask } = await setUp()
  await add(
    { video_id: 'live', video_duration: null, playback_ranges: [[0, 1000]] },
    { video_id: 'live', video_duration: 0, playback_ranges: [[0, 500]] },
  )
  expect((await ask('videos/live/heatmap')).data).toEqual({
    value: [1, 1, 0.5, 0.5],
    total_views: 2,
    duration_ms: 1000,
  })
})

test('a video without views has no values and no hotspots, even when another environment has views of it', async () => {
  const { ask } = await setUp()
  const stranger = await setUp()
  await stranger.add(ranges([0, 1000]))
  expect((await ask('videos/v/heatmap')).data).toEqual({
    value: [],
    total_views: 0,
    duration_ms: 0,
  })
  expect((await ask('videos/v/hotspots')).data).toEqual({ hotspots: [], total_views: 0 })
})

test('400, 401 and 403', async () => {
  const { environment, token } = await setUp()
  const path = '/data/v1/engagement/videos/v/hotspots'
  for (const query of ['limit=0', 'order_direction=up', 'timeframe[]=soon', 'filters[]=colour:red'])
    expect((await call(`${path}?${query}`, { token })).status).toBe(400)
  expect((await call(path)).status).toBe(401)
  const other = await make.accessToken(environment, ['video:read'])
  expect((await call(path, { token: other })).status).toBe(403)
})

test('METR-011 the heatmap is not available for historical ranges', async () => {
  const { token } = await setUp()
  const { status, body } = await call('/data/v1/engagement/videos/v/heatmap?timeframe[]=6:months', {
    token,
  })
  expect(status).toBe(400)
  expect(body.error.messages).toEqual(['Not available for the selected time range'])
})
