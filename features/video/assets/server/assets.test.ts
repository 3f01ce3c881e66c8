import { expect, test } from 'vitest'
import { factories } from '@playhead/testing/factories.ts'
import { testApp } from '@playhead/testing/test-app.ts'
import { eventsServer } from '@playhead/features/activity/events/server'
import { assetsServer } from './index.ts'

const { call, database } = await testApp([assetsServer, eventsServer])
const make = factories(database)
test('smoke', async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  const created = await call('/video/v1/assets', { token, body: { input: 'https://example.com/a.mp4', playback_policy: 'public', meta: { title: 'Ä' }, static_renditions: [{ resolution: 'highest' }] } })
  console.log(JSON.stringify(created.body, null, 1))
  expect(created.status).toBe(201)
  console.log(JSON.stringify((await call('/video/v1/assets?limit=1', { token })).body))
  console.log(JSON.stringify((await call(`/video/v1/assets/${created.body.data.id}/events`, { token })).body))
  console.log(JSON.stringify((await call(`/ui/v1/events?after=0-0`, { token })).body).slice(0, 600))
  console.log(JSON.stringify((await call(`/ui/v1/usage/assets-prepared?days=2`, { token })).body).slice(0, 300))
  console.log((await call(`/video/v1/assets/${created.body.data.id}`, { token, method: 'DELETE' })).status)
})
