import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readEvents } from '@playhead/testing/rows/rows.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { processingServer } from '../index.ts'

const { api, app, call, database } = await startTestApp([
  assetsServer,
  uploadsServer,
  processingServer,
])
const { environment } = await aFactory(database).world()
const token = await aFactory(database).accessToken(environment, ['video:read', 'video:write'])

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

test('UPLD-061 an upload of a file that is not a video is errored, and webhooks report it', async () => {
  const created = await call('/video/v1/uploads', { token, body: { cors_origin: '*' } })
  const { id, url } = created.body.data
  const sent = await fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, {
    method: 'PUT',
    body: 'This is a letter and not a film. '.repeat(100),
  })
  expect(sent.status).toBe(200)
  await runJobs(app, [processingServer])

  const upload = (await call(`/video/v1/uploads/${id}`, { token })).body.data
  const asset = (await call(`/video/v1/assets/${upload.asset_id}`, { token })).body.data
  expect(asset.status).toBe('errored')
  expect(upload).toMatchObject({
    status: 'errored',
    error: { type: 'invalid_input', message: asset.errors.messages[0] },
  })
  const [event] = await readEvents(database, { type: 'video.upload.errored' })
  expect(event).toMatchObject({ object_type: 'upload', object_id: id, data: upload })
})
