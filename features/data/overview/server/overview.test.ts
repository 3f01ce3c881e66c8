import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { overviewServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([overviewServer], { clickhouse })
const make = aFactory(database)

const day = 86_400_000
const now = Date.now()

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  return {
    ...world,
    token,
    addViews: aViewFactory(clickhouse, world.environment),
    status: (as = world.member, id: string = world.environment.id) =>
      call(`/ui/v1/environments/${id}/status`, { as, organization: world.organization }),
  }
}

interface Card {
  metric: string
  value: number | null
  previous_value: number | null
  timeseries: [string, number | null, number][]
}

describe('200: the overview', () => {
  test('METR-005 METR-006 TIME-005 shows key metrics of 7 days, beside those of the 7 days before', async () => {
    const { addViews, token } = await setUp()
    await addViews(
      { view_end: now - day, viewer_id: 'ann', playback_failure: true },
      { view_end: now - 2 * day, viewer_id: 'bob', rebuffer_duration: 30_000 },
      { view_end: now - 9 * day, viewer_id: 'cleo' },
    )
    const { status, body } = await call('/data/v1/metrics/overview', { token })
    expect(status).toBe(200)
    expect(body.timeframe[1] - body.timeframe[0]).toBe(7 * 86_400)
    const cards: Card[] = body.data
    const shown = Object.fromEntries(
      cards.map(({ metric, value, previous_value }) => [metric, [value, previous_value]]),
    )
    expect(shown).toMatchObject({
      views: [2, 1],
      unique_viewers: [2, 1],
      watch_time: [120_000, 60_000],
      playing_time: [118_000, 59_000],
      viewer_experience_score: [0.96, 0.96],
      playback_failure_percentage: [0.5, 0],
      video_startup_failure_percentage: [0, 0],
      video_startup_time: [1000, 1000],
      rebuffer_percentage: [0.25, 0],
      weighted_average_bitrate: [null, null],
    })
    const counted = cards.find(({ metric }) => metric === 'views')!.timeseries
    expect(counted).toHaveLength(7 * 24 + 1)
    expect(counted.reduce((sum, [, , views]) => sum + views, 0)).toBe(2)
    expect(body.data[0]).toMatchObject({ name: 'Views', type: 'number', measurement: 'count' })
  })

  test('METR-005 before the first view there is nothing to compare with, and steps are unknown', async () => {
    const { addViews, token } = await setUp()
    await addViews({ view_end: now - 2 * day })
    const read = async () => {
      const { body } = await call('/data/v1/metrics/overview', { token })
      const [views] = body.data
      return { isWhole: views.is_previous_whole, first: views.timeseries[0][1] }
    }
    expect(await read()).toEqual({ isWhole: false, first: null })
    const used = await setUp()
    await used.addViews({ view_end: now - 15 * day }, { view_end: now - 2 * day })
    const { body } = await call('/data/v1/metrics/overview', { token: used.token })
    expect(body.data[0]).toMatchObject({ is_previous_whole: true, previous_value: 0 })
    expect(body.data[0].timeseries[0][1]).toBe(0)
  })

  test('METR-005 is asked with another timeframe and filters, and by the dashboard', async () => {
    const { addViews, environment, organization, member, token } = await setUp()
    await addViews({ country: 'DE' }, { country: 'US' })
    const path = '?timeframe[]=24:hours&filters[]=country:DE'
    const { body } = await call(`/data/v1/metrics/overview${path}`, { token })
    expect(body.data[0]).toMatchObject({ metric: 'views', value: 1, previous_value: 0 })
    const seen = await call(`/ui/v1/overview${path}`, { as: member, organization, environment })
    expect(seen.body.data).toEqual(body.data)
  })
})

describe('200: the status of an environment', () => {
  test('METR-004 shows whether data is integrated', async () => {
    const { environment, status } = await setUp()
    const { id } = environment
    expect((await status()).body).toEqual({ data: { id, status: 'waiting', integrated: false } })
    await setColumn(database, 'environments', 'status', 'integrated', { id })
    expect((await status()).body).toEqual({ data: { id, status: 'integrated', integrated: true } })
  })
})

describe('400, 401, 403 and 404', () => {
  test('an invalid or unauthorized question is refused', async () => {
    const { token, environment } = await setUp()
    const path = '/data/v1/metrics/overview'
    expect((await call(`${path}?filters[]=nothing:1`, { token })).status).toBe(400)
    expect((await call(path)).status).toBe(401)
    const video = await make.accessToken(environment, ['video:read'])
    expect((await call(path, { token: video })).status).toBe(403)
  })

  test('METR-004 the status of an environment without access is not found', async () => {
    const { organization, status } = await setUp()
    const foreign = await setUp()
    const closed = await make.environment(organization)
    for (const id of [foreign.environment.id, closed.id, 'malformed'])
      expect((await status(undefined, id)).status).toBe(404)
    expect((await call(`/ui/v1/environments/${closed.id}/status`)).status).toBe(401)
  })
})
