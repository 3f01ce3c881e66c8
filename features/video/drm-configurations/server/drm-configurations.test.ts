import { expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { drmConfigurationsServer } from './index.ts'

const { call, database } = await startTestApp([drmConfigurationsServer])
const make = aFactory(database)

test('there are no DRM configurations, and none of any id', async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read'])
  const address = '/video/v1/drm-configurations'
  expect(await call(address, { token })).toMatchObject({
    status: 200,
    body: { data: [], total_row_count: 0, page: 1, limit: 25 },
  })
  expect(await call(`${address}/any`, { token })).toMatchObject({
    status: 404,
    body: { error: { messages: ['There is no such DRM configuration.'] } },
  })
  expect((await call(address)).status).toBe(401)
})
