import { expect, test } from 'vitest'
import { rollUp } from '@playhead/analytics/rollup/roll-up.sql.ts'
import { dimensionsServer } from '@playhead/features/data/dimensions/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { metricsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([metricsServer, dimensionsServer], { clickhouse })
const make = aFactory(database)

const day = 86_400_000
/** Noon (UTC) of a day that only the rollup still has. */
const longAgo = Math.floor(Date.now() / day) * day - 120 * day + day / 2
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const organization = await make.organization()
const environment = await make.environment(organization)
const token = await make.accessToken(environment)
await aViewFactory(clickhouse, environment)(
  { view_end: longAgo, browser: 'Chrome', playback_failure: true, viewer_id: 'ann' },
  { view_end: longAgo, browser: 'Firefox', video_startup_time: 3000, viewer_id: 'bob' },
  { view_end: longAgo + day, browser: 'Chrome', viewer_id: 'ann' },
)
for (const time of [longAgo, longAgo + day])
  await rollUp(clickhouse, { environmentId: environment.id, day: dayOf(time) }, new Date())

const between = `timeframe[]=${longAgo / 1000 - 86_400}&timeframe[]=${longAgo / 1000 + 2 * 86_400}`
const ask = async (path: string) => call(`/data/v1/${path}&${between}`, { token })

test('TIME-008 TIME-033 ranges older than 100 days answer by whole days in UTC', async () => {
  const { status, body } = await ask('metrics/views/timeseries?group_by=hour')
  expect(status).toBe(200)
  expect(body.meta.granularity).toBe('day')
  expect(body.data).toEqual([
    [`${dayOf(longAgo - day)}T00:00:00Z`, null, 0],
    [`${dayOf(longAgo)}T00:00:00Z`, 2, 2],
    [`${dayOf(longAgo + day)}T00:00:00Z`, 1, 1],
    [`${dayOf(longAgo + 2 * day)}T00:00:00Z`, null, 0],
  ])
  expect(body.timeframe[0] % 86_400).toBe(0)
})

test('TIME-033 METR-049 METR-060 they are narrowed and broken down by basic dimensions', async () => {
  const { body } = await ask('metrics/playback_failure_percentage/breakdown?group_by=browser')
  expect(body.data).toMatchObject([
    { field: 'Chrome', value: 0.5, views: 2 },
    { field: 'Firefox', value: 0, views: 1 },
  ])
  const narrowed = await ask('metrics/unique_viewers/overall?filters[]=browser:Chrome')
  expect(narrowed.body.data.value).toBe(1)
  const { data } = (await ask('dimensions/browser?order_by=views')).body
  expect(data).toEqual([
    { value: 'Chrome', total_count: 2 },
    { value: 'Firefox', total_count: 1 },
  ])
  expect(
    (await ask('metrics/comparison?dimension=browser&value=Firefox')).body.data[0],
  ).toMatchObject({ view_count: 1, unique_viewers: 1 })
})

test('a percentile of them says how large its error may be, and no other value does', async () => {
  const approximate = 0.0055
  const metaOf = async (path: string) => (await ask(path)).body.meta
  const startup = 'metrics/video_startup_time'
  const median = { aggregation: 'median', approximate }
  expect(await metaOf(`${startup}/overall?measurement=median`)).toEqual(median)
  expect(await metaOf(`${startup}/breakdown?measurement=median`)).toEqual(median)
  expect(await metaOf(`${startup}/timeseries?measurement=median`)).toMatchObject(median)
  expect(await metaOf(`${startup}/breakdown-timeseries?measurement=median`)).toMatchObject(median)
  expect(await metaOf('metrics/comparison?')).toEqual({ approximate })
  expect(await metaOf(`${startup}/overall?measurement=avg`)).toEqual({ aggregation: 'avg' })
})

test('METR-060 METR-081 other dimensions and metric filters are refused for them', async () => {
  const refused = [
    'metrics/views/overall?filters[]=country:DE',
    'metrics/views/breakdown?group_by=country',
    'metrics/comparison?dimension=country&value=DE',
    'dimensions/country?limit=5',
  ]
  for (const path of refused) {
    const { status, body } = await ask(path)
    expect({ path, status }).toEqual({ path, status: 400 })
    expect(body.error.messages[0]).toContain('Dimension not available for the selected time range')
  }
  const { body } = await ask('metrics/views/overall?metric_filters[]=playing_time>1')
  expect(body.error.messages).toEqual([
    "Metrics filtering isn't available for the selected time range",
  ])
})
