import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { annotationsServer } from '@playhead/features/data/annotations/server'
import { subPropertiesServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([annotationsServer, subPropertiesServer], {
  clickhouse,
})
const make = aFactory(database)
const address = '/ui/v1/sub-properties'

test('METR-063 METR-093 lists what views and annotations of the environment carry, by name', async () => {
  const { environment, organization, member } = await make.world()
  const other = await make.environment(organization)
  const newest = Date.now() - 60_000
  await aViewFactory(clickhouse, environment)(
    { sub_property_id: 'sports', view_end: newest - 3_600_000 },
    { sub_property_id: 'sports', view_end: newest },
    { sub_property_id: 'News' },
    { sub_property_id: null },
    { sub_property_id: '' },
  )
  await aViewFactory(clickhouse, other)({ sub_property_id: 'kids' })
  const token = await make.accessToken(environment, ['data:read', 'data:write'])
  await call('/data/v1/annotations', {
    token,
    body: { date: 1_795_000_000, note: 'Launch', sub_property_id: 'drama' },
  })
  const { status, body } = await call(address, { as: member, organization, environment })
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      { id: 'drama', name: 'drama', last_seen_at: null },
      { id: 'News', name: 'News', last_seen_at: expect.any(String) },
      { id: 'sports', name: 'sports', last_seen_at: new Date(newest).toISOString() },
    ],
    total_row_count: 3,
  })
  const searched = await call(`${address}?query=NEW`, { token })
  expect(searched.body.data.map((row: { id: string }) => row.id)).toEqual(['News'])
})

test('401: METR-063 sub-properties are not for strangers', async () => {
  const { environment, organization } = await make.world()
  expect((await call(address, { organization, environment })).status).toBe(401)
})
