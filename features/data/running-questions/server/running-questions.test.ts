import { cachedRowsFrom } from '@playhead/analytics/cache/query-cache.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runningQuestionsServer } from './index.ts'
import { endless } from './testing-endless.sql.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([runningQuestionsServer], { clickhouse })
const make = aFactory(database)
const path = '/ui/v1/running-questions'

test('a running question is seen with its share by its environment alone, until it is stopped', async () => {
  const organization = await make.organization()
  const environment = await make.environment(organization)
  const token = await make.accessToken(environment)
  const foreign = await make.accessToken(await make.environment(organization))
  const progress = async (of: typeof token) => (await call(path, { token: of })).body.data
  expect(await progress(token)).toEqual({ queries: 0, share: null })

  const stop = new AbortController()
  const tenant = { id: environment.id, clickhouse }
  const asked = cachedRowsFrom('raw', tenant, z.object({}), endless, stop.signal)
  await expect.poll(async () => (await progress(token)).share).toBeGreaterThan(0)
  expect((await progress(token)).queries).toBe(1)
  expect((await progress(token)).share).toBeLessThan(0.5)
  expect(await progress(foreign)).toEqual({ queries: 0, share: null })

  stop.abort(new Error('stopped'))
  await expect(asked).rejects.toThrow('stopped')
  await expect.poll(() => progress(token)).toEqual({ queries: 0, share: null })
})

test('401 without credentials, 403 for a token that may not read data', async () => {
  expect((await call(path)).status).toBe(401)
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment, ['video:read'])
  expect((await call(path, { token })).status).toBe(403)
})
