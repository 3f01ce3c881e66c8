import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { errorsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([errorsServer], { clickhouse })
const make = aFactory(database)

const start = Date.UTC(2026, 9, 5, 10)
const minute = 60_000
const range = `timeframe[]=${start / 1_000}&timeframe[]=${(start + 30 * minute) / 1_000}`
const drm = { error_type_id: 4711, player_error_code: 'drm-42' }

const setUp = async () => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment, ['data:read'])
  return {
    addViews: aViewFactory(clickhouse, environment),
    ask: (id: string, query = range) => call(`/ui/v1/errors/${id}/timeseries?${query}`, { token }),
  }
}

test('VIEW-017 an error over time is counted step by step, with its share of the views that ended then', async () => {
  const { addViews, ask } = await setUp()
  const other = await setUp()
  await addViews(
    { ...drm, view_end: start + 2 * minute },
    { ...drm, view_end: start + 2 * minute + 5_000 },
    { view_end: start + 2 * minute + 9_000 },
    { error_type_id: 7, player_error_code: '7', view_end: start + 2 * minute + 9_500 },
    { view_end: start + 4 * minute },
    { ...drm, view_end: start - minute },
  )
  await other.addViews({ ...drm, view_end: start + 2 * minute })
  const { status, body } = await ask('4711')
  expect(status).toBe(200)
  expect(body.total_row_count).toBe(30)
  const seen = body.data.filter(({ views }: { views: number }) => views > 0)
  expect(seen).toEqual([
    { date: '2026-10-05T10:02:00.000Z', count: 2, views: 4, percentage: 50 },
    { date: '2026-10-05T10:04:00.000Z', count: 0, views: 1, percentage: 0 },
  ])
  expect(body.data[0]).toMatchObject({ count: 0, views: 0, percentage: null })
})

test('an empty first step comes with the time of the first view of all, before which nothing is zero', async () => {
  const { addViews, ask } = await setUp()
  await addViews(
    { view_end: start + 3 * minute },
    { ...drm, view_end: start + 5 * minute },
    { view_end: start + 5 * minute, country: 'US' },
  )
  const first = (start + 3 * minute) / 1_000
  expect((await ask('4711')).body.meta).toEqual({ first_view_at: first })
  expect((await ask('4711', `${range}&filters[]=country:US`)).body.meta).toEqual({
    first_view_at: first,
  })
  const later = `timeframe[]=${first}&timeframe[]=${first + 20 * 60}`
  expect((await ask('4711', later)).body.meta).toEqual({})
})

test('filters hold for the error and for the views it is compared with', async () => {
  const { addViews, ask } = await setUp()
  await addViews(
    { ...drm, view_end: start + minute, country: 'DE' },
    { view_end: start + minute, country: 'DE' },
    { ...drm, view_end: start + minute, country: 'US' },
  )
  const { body } = await ask('4711', `${range}&filters[]=country:DE`)
  expect(body.data[1]).toMatchObject({ count: 1, views: 2, percentage: 50 })
})

test('an unknown error is not found, and historical ranges have no single errors', async () => {
  const { ask } = await setUp()
  expect((await ask('drm-42')).status).toBe(404)
  expect((await ask('4711', 'timeframe[]=6:months')).body.error.type).toBe('invalid_timeframe')
})
