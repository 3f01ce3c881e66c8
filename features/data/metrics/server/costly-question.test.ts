import { connect } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { afterAll, expect, test } from 'vitest'
import { metricsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const narrow = connect(clickhouse.url, { maximumQueryBytes: 100_000 })
afterAll(() => narrow.close())
const { call, database, logLines } = await startTestApp([metricsServer], { clickhouse: narrow })
const make = aFactory(database)

test('a question over the memory limit is refused for good and logged', async () => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment)
  await aViewFactory(clickhouse, environment)({}, {})
  const { status, body, headers } = await call('/data/v1/metrics/views/overall', { token })
  expect([status, body.error.type]).toEqual([422, 'query_too_costly'])
  expect(body.error.messages).toEqual([
    'This query needs too much memory. Choose a shorter timeframe, fewer views or fewer values.',
  ])
  const logged = logLines.find((line) => line.includes(headers.get('x-request-id')!))
  expect(logged).toContain('memory limit exceeded')
})
