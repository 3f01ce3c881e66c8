import { expect, onTestFinished, test } from 'vitest'
import { makePieces } from '@playhead/analytics/pieces/making/make-pieces.sql.ts'
import { pieceWaits } from '@playhead/analytics/pieces/piece.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { comparisonServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([comparisonServer, metricsServer], { clickhouse })
const make = aFactory(database)

const setUp = async () => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment)
  await aViewFactory(
    clickhouse,
    environment,
  )(
    ...Array.from({ length: 60 }, (_, index) => ({
      country: index % 3 === 0 ? 'DE' : 'US',
      video_startup_time: 1_000 + (index % 10) * 100,
      playback_failure: index % 12 === 0,
      viewer_id: `viewer ${index % 7}`,
    })),
  )
  return {
    environment,
    ask: (query = '') => call(`/ui/v1/metrics/comparison?${query}`, { token }),
    askPublic: (query = '') => call(`/data/v1/metrics/comparison?${query}`, { token }),
  }
}

interface Value {
  metric: string
  measurement: string
  value: number | null
  low: number | null
  high: number | null
}

test('METR-090 a column holds the values of the comparison, each within its interval', async () => {
  const { ask, askPublic } = await setUp()
  const { status, body } = await ask('dimension=country&value=DE')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ views: 20, unique_viewers: 7 })
  const of = (metric: string, measurement: string): Value =>
    body.data.values.find((one: Value) => one.metric === metric && one.measurement === measurement)
  const failures = of('playback_failure_percentage', 'avg')
  expect(failures.value).toBe(0.25)
  expect(failures.low).toBeCloseTo(0.1119, 3)
  expect(failures.high).toBeCloseTo(0.4687, 3)
  const median = of('video_startup_time', 'median')
  expect(median.low).toBeLessThan(median.value!)
  expect(median.high).toBeGreaterThan(median.value!)

  const whole = (await askPublic('dimension=country&value=DE')).body.data
  const items = whole.flatMap(({ items: each }: { items?: Value[] }) => each ?? [])
  const startup = items.filter(({ metric }: Value) => metric === 'video_startup_time')
  expect(startup.map(({ value }: Value) => value)).toEqual(
    ['95th', 'median', 'avg'].map((measurement) => of('video_startup_time', measurement).value),
  )
})

test('a value without views is empty, and older ranges have values without intervals', async () => {
  const { ask } = await setUp()
  const none = await ask('dimension=country&value=XX')
  expect(none.body.data.views).toBe(0)
  const unknown = (none.body.data.values as Value[]).filter(({ value }) => value === null)
  expect(unknown.length).toBeGreaterThan(20)
  expect(unknown.every(({ low, high }) => low === null && high === null)).toBe(true)
  const older = await ask('timeframe[]=6:months')
  expect(older.status).toBe(200)
  expect((older.body.data.values as Value[]).every(({ low }) => low === null)).toBe(true)
})

test('percentiles of closed days come from their histograms, and say how large their error may be', async () => {
  const { environment, ask, askPublic } = await setUp()
  const dayMs = 86_400_000
  const first = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs
  const views = Array.from({ length: 240 }, (_, index) => ({
    view_end: first + (index % 2) * dayMs + dayMs / 2,
    country: 'DE',
    video_startup_time: 1_000 + index,
  }))
  await aViewFactory(clickhouse, environment)(...views)
  const between = `timeframe[]=${first / 1_000}&timeframe[]=${(first + 2 * dayMs) / 1_000}`
  const medianOf = async () => {
    const { body } = await ask(`dimension=country&value=DE&${between}`)
    const isMedian = (one: Value) =>
      one.metric === 'video_startup_time' && one.measurement === 'median'
    return { ...(body.data.values.find(isMedian) as Value), meta: body.meta }
  }
  // Nothing is in flight here.
  const usualWaits = { ...pieceWaits }
  onTestFinished(() => void Object.assign(pieceWaits, usualWaits))
  Object.assign(pieceWaits, { margin: 0, absent: 0 })
  const exact = await medianOf()
  expect(exact).toMatchObject({ value: 1_119.5, meta: {} })
  for (const moment of [first, first + dayMs])
    for (const bucket of ['view_start', 'view_end'] as const) {
      const pieces = {
        environmentId: environment.id,
        bucket,
        tier: 'day',
        moments: [moment],
      } as const
      await makePieces(clickhouse, pieces)
    }
  const found = await medianOf()
  expect(found.meta).toEqual({ approximate: 0.0055 })
  expect(found.value).not.toBe(exact.value)
  expect(Math.abs(found.value! / exact.value! - 1)).toBeLessThan(0.0055)
  expect(found.low).toBeLessThan(exact.low!)
  expect(found.high).toBeGreaterThan(exact.high!)
  const publicly = await askPublic(`dimension=country&value=DE&${between}`)
  expect(publicly.body.meta).toEqual({ approximate: 0.0055 })
})

test('400 for unknown dimensions, 401 and 403 without the right to read', async () => {
  const { ask, environment } = await setUp()
  expect((await ask('dimension=shoe_size&value=1')).status).toBe(400)
  expect((await ask('value=1')).body.error.fields).toHaveProperty('dimension')
  const video = await make.accessToken(environment, ['video:write'])
  expect((await call('/ui/v1/metrics/comparison')).status).toBe(401)
  expect((await call('/ui/v1/metrics/comparison', { token: video })).status).toBe(403)
})
