import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux from '@mux/mux-node'
import { afterAll, describe, expect, test } from 'vitest'
import { annotationsServer } from '@playhead/features/data/annotations/server'
import { engagementServer } from '@playhead/features/data/engagement/server'
import { exportsServer } from '@playhead/features/data/exports/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { monitoringServer } from '@playhead/features/data/monitoring/server'
import { subviewsServer } from '@playhead/features/data/subviews/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { CheckedAnswers, drivenResources, methodsOf } from './checked-data.ts'

const clickhouse = await makeTestClickHouse()
const { app, api, database, clock } = await startTestApp(
  [
    annotationsServer,
    engagementServer,
    exportsServer,
    incidentsServer,
    monitoringServer,
    subviewsServer,
  ],
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

// Three seconds into a step, so that the previous step is the newest complete one.
const stepMs = 5000
const now = Math.floor(Date.now() / stepMs) * stepMs + 3000
clock.now = () => new Date(now)
const newest = Math.floor(now / stepMs) * 5 - 5
const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const answers = new CheckedAnswers()

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['data:read', 'data:write'])
  const client = new Mux({
    tokenId: token.id,
    tokenSecret: token.secret,
    baseURL: `http://127.0.0.1:${port}`,
    maxRetries: 0,
  })
  const data = answers.watch(client)
  return { ...world, data }
}

/** A paginated list continues until an empty page; an endless one would hang here. */
const all = async <T>(pages: AsyncIterable<T>) => {
  const rows: T[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

test('METR-091 METR-098 annotations: create, retrieve, update, list through all pages, delete', async () => {
  const { data } = await setUp()
  const seconds = Math.floor(now / 1000)
  const made = await data.annotations.create({
    date: seconds,
    note: 'Release',
    sub_property_id: 's',
  })
  expect(made).toEqual({
    id: expect.any(String),
    date: iso(seconds),
    note: 'Release',
    sub_property_id: 's',
  })
  await data.annotations.create({ date: seconds - 60, note: 'Before' })
  expect(await data.annotations.retrieve(made.id)).toEqual(made)
  const changed = await data.annotations.update(made.id, { date: seconds - 1, note: 'Rollback' })
  expect(changed).toMatchObject({ id: made.id, note: 'Rollback', date: iso(seconds - 1) })
  const listed = await all(data.annotations.list({ timeframe: ['24:hours'], limit: 1 }))
  expect(listed.map(({ note }) => note)).toEqual(['Rollback', 'Before'])
  const page = await data.annotations.list({ order_direction: 'asc' })
  expect(page.data.map(({ note }) => note)).toEqual(['Before', 'Rollback'])
  await expect(
    data.annotations.create({ date: seconds - 60, note: 'Before' }),
  ).rejects.toMatchObject({ status: 400, error: { error: { type: 'invalid_parameters' } } })
  await data.annotations.delete(made.id)
  await expect(data.annotations.retrieve(made.id)).rejects.toMatchObject({ status: 404 })
})

test('incidents: list through all pages, retrieve, related', async () => {
  const { data, environment } = await setUp()
  const id = await insertIncident(database, environment, { incident_key: 'k' })
  const other = await insertIncident(database, environment, {
    incident_key: 'k',
    severity: 'warning',
    started_at: '2026-11-20T13:00:00.000001Z',
    resolved_at: '2026-11-20T14:00:00Z',
  })
  const listed = await all(data.incidents.list({ limit: 1 }))
  expect(listed.map((one) => one.id)).toEqual([other, id])
  const open = await data.incidents.list({ status: 'open', severity: 'alert', order_by: 'views' })
  expect(open.data.map((one) => one.id)).toEqual([id])
  const one = await data.incidents.retrieve(other)
  expect(one.data).toMatchObject({ id: other, started_at: '2026-11-20T13:00:00.000001Z' })
  expect(one.timeframe).toEqual([
    Date.parse('2026-11-20T13:00:00Z') / 1000,
    Date.parse('2026-11-20T14:00:00Z') / 1000,
  ])
  const related = await all(data.incidents.listRelated(id))
  expect(related.map(({ incident_key: key }) => key)).toEqual(['k'])
})

test('exports: the list leads to the file', async () => {
  const { data, environment } = await setUp()
  await aViewFactory(clickhouse, environment)({ view_end: now - 86_400_000 })
  expect((await data.exports.listVideoViews()).data).toEqual([])
  await exportsServer.schedules[0]!.run(app)
  const answer = await data.exports.listVideoViews()
  const file = answer.data[0]!.files[0]!
  expect([answer.timeframe.length, file.type, file.version]).toEqual([2, 'csv', 1])
  const { pathname, search } = new URL(file.path)
  const downloaded = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
  expect([downloaded.status, downloaded.headers.get('content-type')]).toEqual([
    200,
    'application/gzip',
  ])
})

describe('monitoring', () => {
  const watched = async () => {
    const made = await setUp()
    const add = aSampleFactory(clickhouse, made.environment)
    await add(
      newest,
      { country: 'US', started: true, video_startup_time: 700, bitrate: 3_000_000 },
      { country: 'US', failed: true, rebuffer_ms: 1000 },
      { country: 'DE', is_starting_up: true },
    )
    return made
  }

  test('MONI-003 MONI-024 metrics and dimensions, also by their former address', async () => {
    const { data } = await setUp()
    const metrics = await data.monitoring.metrics.list()
    expect(metrics.data.map(({ name }) => name)).toContain('current-average-bitrate')
    expect((await data.realTime.listMetrics()).data).toEqual(metrics.data)
    const dimensions = await data.monitoring.listDimensions()
    expect(dimensions.data.map(({ name }) => name)).toContain('view_has_ad')
    expect((await data.realTime.listDimensions()).data).toEqual(dimensions.data)
  })

  test('MONI-023 breakdown', async () => {
    const { data } = await watched()
    const asked = { dimension: 'country', order_by: 'views', filters: ['!country:FR'] } as const
    const query = { ...asked, filters: [...asked.filters], timestamp: newest }
    const answer = await data.monitoring.metrics.getBreakdown('playback-failure-percentage', query)
    expect(answer.data).toEqual([
      {
        value: 'US',
        display_value: 'United States',
        metric_value: 0.5,
        concurrent_viewers: 2,
        starting_up_viewers: 0,
        negative_impact: expect.closeTo(1 / 3, 10),
      },
      expect.objectContaining({ value: 'DE', metric_value: 0, starting_up_viewers: 1 }),
    ])
    const former = await data.realTime.retrieveBreakdown('playback-failure-percentage', query)
    expect(former).toEqual(answer)
  })

  test('MONI-018 timeseries', async () => {
    const { data } = await watched()
    const id = 'current-concurrent-viewers'
    const answer = await data.monitoring.metrics.getTimeseries(id)
    expect(answer.data).toHaveLength(360)
    expect(answer.data.at(-1)).toEqual({ date: iso(newest), value: 3, concurrent_viewers: 3 })
    expect(await data.realTime.retrieveTimeseries(id, { filters: [] })).toEqual(answer)
  })

  test('breakdown over time', async () => {
    const { data } = await watched()
    const answer = await data.monitoring.metrics.getBreakdownTimeseries(
      'current-rebuffering-percentage',
      { dimension: 'country', limit: 1, timeframe: [`${newest - 10}`, `${newest + 5}`] },
    )
    expect(answer.data.map(({ date }) => date)).toEqual([newest - 10, newest - 5, newest].map(iso))
    expect(answer.data.at(-1)?.values).toEqual([
      { value: 'US', metric_value: 0.1, concurrent_viewers: 2, starting_up_viewers: 0 },
    ])
  })

  test('histogram', async () => {
    const { data } = await watched()
    const id = 'video-startup-time'
    const answer = await data.monitoring.metrics.getHistogramTimeseries(id)
    expect(answer.data.at(-1)).toMatchObject({ sum: 1, median: 700, p95: 700, average: 700 })
    expect(answer.meta.buckets.at(-1)).toEqual({ start: 10_000, end: null })
    expect(await data.realTime.retrieveHistogramTimeseries(id)).toEqual(answer)
  })
})

test('engagement: heatmaps and hotspots of videos, assets and playback ids', async () => {
  const { data, environment } = await setUp()
  await aViewFactory(
    clickhouse,
    environment,
  )({
    video_id: 'video',
    asset_id: 'asset',
    playback_id: 'playback',
    video_duration: 1000,
    playback_ranges: [
      [0, 1000],
      [0, 500],
    ],
  })
  const { videos, assets, playbackIds } = data.engagement
  const timeframe = { timeframe: ['6:hours'] }
  for (const answer of [
    await videos.heatmap('video', timeframe),
    await assets.heatmap('asset', timeframe),
    await playbackIds.heatmap('playback', timeframe),
  ])
    expect(answer.data).toMatchObject({ value: [2, 2, 1, 1], total_views: 1 })
  const coldest = { ...timeframe, limit: 1, order_direction: 'asc' } as const
  for (const answer of [
    await videos.hotspots('video', coldest),
    await assets.hotspots('asset', coldest),
    await playbackIds.hotspots('playback', coldest),
  ])
    expect(answer.data).toEqual({
      hotspots: [{ start_ms: 500, end_ms: 1000, score: 0.5 }],
      total_views: 1,
    })
})

test('subview metrics: overall, breakdown, comparison, over time, dimensions and their values', async () => {
  const { data, environment } = await setUp()
  const part = (height: number, playingTime: number) => ({
    attributes: { video_source_height: height },
    playing_time: playingTime,
  })
  await aViewFactory(
    clickhouse,
    environment,
  )({
    country: 'US',
    renditions: JSON.stringify([part(1080, 3000), part(720, 1000)]),
  })
  const { subviewMetrics } = data
  const overall = await subviewMetrics.getOverallValues('playing_time', 'rendition', {
    filters: ['country:US'],
  })
  expect(overall.data.metric_value).toBe(4000)
  const byHeight = { group_by: ['video_source_height' as const] }
  const rows = await all(
    subviewMetrics.listBreakdownValues('playing_time', 'rendition', { ...byHeight, limit: 1 }),
  )
  expect(rows).toMatchObject([
    { breakdown_value: '1080', metric_value: 3000 },
    { breakdown_value: '720', metric_value: 1000 },
  ])
  const compared = await subviewMetrics.listComparisonValues('playing_time', 'rendition', {
    ...byHeight,
    dimension: 'country',
    values: ['US', 'DE'],
  })
  expect(compared.data.map((one) => [one.dimension_value, one.values.length])).toEqual([
    ['US', 2],
    ['DE', 0],
  ])
  const steps = await subviewMetrics.getBreakdownTimeseries('playing_time', 'rendition', {
    ...byHeight,
    time_granularity: 'hour',
  })
  const played = steps.data.flatMap(({ values }) => values.map((one) => one.metric_value))
  expect(played.reduce((sum, value) => sum + value, 0)).toBe(4000)
  const dimensions = await subviewMetrics.listDimensions('rendition')
  expect(dimensions.data.subview).toContain('video_source_height')
  const values = await all(subviewMetrics.listDimensionValues('rendition', 'country'))
  expect(values).toEqual([{ value: 'US', playing_time: 4000 }])
})

test('an environment without anything answers too', async () => {
  const { data } = await setUp()
  const rebuffering = 'current-rebuffering-percentage'
  const { metrics } = data.monitoring
  expect((await metrics.getTimeseries(rebuffering)).data[0]?.value).toBeNull()
  expect((await metrics.getBreakdown(rebuffering, { dimension: 'cdn' })).data).toEqual([])
  await metrics.getBreakdownTimeseries(rebuffering, { dimension: 'cdn' })
  expect((await metrics.getHistogramTimeseries('video-startup-time')).data[0]?.median).toBeNull()
  expect((await data.engagement.videos.heatmap('none')).data).toMatchObject({ total_views: 0 })
  expect((await data.engagement.videos.hotspots('none')).data.hotspots).toEqual([])
  const { subviewMetrics } = data
  await subviewMetrics.getOverallValues('playing_time', 'rendition')
  await subviewMetrics.getBreakdownTimeseries('playing_time', 'playback_mode')
  expect(await all(data.incidents.list())).toEqual([])
  expect(await all(data.annotations.list())).toEqual([])
})

test('every method was asked, and every answer was as the client declares it', async () => {
  const { data } = await setUp()
  const known = methodsOf(data).filter(([resource]) =>
    (drivenResources.live as readonly string[]).includes(resource!),
  )
  expect([...answers.called].toSorted()).toEqual(known.map((names) => names.join('.')).toSorted())
  expect(await answers.problems()).toEqual([])
})
