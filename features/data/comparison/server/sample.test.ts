import { expect, test } from 'vitest'
import { insertCopies } from '@playhead/analytics/insights/testing-insights.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { comparisonServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([comparisonServer], { clickhouse })
const make = aFactory(database)

interface Value {
  metric: string
  measurement: string
  value: number | null
}

/** To write a row with all columns takes longer than to copy it. */
const copies = 50

const setUp = async (count: number, areCopied = false) => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment)
  const views = Array.from({ length: count }, (_, index) => ({
    country: index % 4 === 0 ? 'DE' : 'US',
    cdn: index % 8 === 1 ? 'akamai' : 'fastly',
    video_startup_time: 1_000 + (index % 100) * 10,
    playback_failure: index % 20 === 0,
    watch_time: 60_000,
    viewer_id: `viewer ${index % 700}`,
  }))
  await aViewFactory(clickhouse, environment)(...views)
  if (areCopied) await insertCopies({ ...environment, clickhouse }, copies)
  const ask = async (address: string) => {
    const { status, body } = await call(`/ui/v1/metrics/comparison${address}`, { token })
    expect(status).toBe(200)
    return body.data
  }
  return { ask, environment }
}

const valueOf = (data: { values: Value[] }, metric: string, measurement: string) =>
  data.values.find((one) => one.metric === metric && one.measurement === measurement)?.value

test('a first answer is about the exact one, from one view in sixteen', async () => {
  const { ask } = await setUp(600, true)
  const filtered = 'filters[]=country:US&filters[]=cdn:fastly'
  for (const query of ['', filtered, 'dimension=cdn&value=fastly']) {
    const exact = await ask(`?${query}`)
    const first = await ask(`/sample?${query}`)
    const ratioOf = (one: number, other: number) => Math.abs(one / other - 1)
    expect(first.views % 16).toBe(0)
    expect(ratioOf(first.views, exact.views)).toBeLessThan(0.12)
    expect(ratioOf(first.watch_time, exact.watch_time)).toBeLessThan(0.12)
    for (const [metric, measurement] of [
      ['video_startup_time', 'avg'],
      ['video_startup_time', 'median'],
    ] as const)
      expect(
        ratioOf(valueOf(first, metric, measurement)!, valueOf(exact, metric, measurement)!),
      ).toBeLessThan(0.1)
    expect(first.unique_viewers).toBeNull()
    expect(valueOf(first, 'unique_viewers', 'count')).toBeNull()
    expect(valueOf(exact, 'unique_viewers', 'count')).toBeGreaterThan(0)
  }
})

test('few views and older ranges have no first answer', async () => {
  const { ask } = await setUp(2_000)
  expect(await ask('/sample')).toBeNull()
  expect(await ask('/sample?timeframe[]=6:months')).toBeNull()
})

test('a first answer holds no view of another environment', async () => {
  await setUp(400, true)
  const { ask } = await setUp(2_000)
  expect(await ask('/sample')).toBeNull()
})

test('400 for unknown dimensions, 401 and 403 without the right to read', async () => {
  const { environment } = await setUp(1)
  const address = '/ui/v1/metrics/comparison/sample'
  const token = await make.accessToken(environment)
  expect((await call(`${address}?dimension=shoe_size&value=1`, { token })).status).toBe(400)
  const video = await make.accessToken(environment, ['video:write'])
  expect((await call(address)).status).toBe(401)
  expect((await call(address, { token: video })).status).toBe(403)
})
