import { expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readEvents } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackIdsServer } from './index.ts'

const { call, database } = await startTestApp([assetsServer, playbackIdsServer])
const make = aFactory(database)

const setUp = async () => {
  const { environment } = await make.world()
  const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }
  const body = { input: 'https://example.com/one.mp4' }
  const { id } = (await call('/video/v1/assets', { ...caller, body })).body.data as { id: string }
  const address = `/video/v1/assets/${id}/playback-ids`
  const add = (given: Record<string, unknown>) => call(address, { ...caller, body: given })
  return { caller, id, address, add }
}

test('an asset gets playback ids that cannot be guessed, and loses them', async () => {
  const { caller, id, address, add } = await setUp()
  const created = await add({ policy: 'signed' })
  expect(created).toMatchObject({
    status: 201,
    body: { data: { id: expect.stringMatching(/^[A-Za-z0-9]{32,64}$/), policy: 'signed' } },
  })
  expect((await add({})).body.data.policy).toBe('public')
  const playbackId = created.body.data.id
  expect((await call(`${address}/${playbackId}`, caller)).body).toEqual(created.body)
  expect((await call(`/video/v1/playback-ids/${playbackId}`, caller)).body).toEqual({
    data: { id: playbackId, policy: 'signed', object: { id, type: 'asset' } },
  })
  const remove = () => call(`${address}/${playbackId}`, { ...caller, method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await call(`/video/v1/playback-ids/${playbackId}`, caller)).status).toBe(404)
  const events = await readEvents(database, { object_id: id, type: 'video.asset.updated' })
  expect(events).toHaveLength(3)
})

test('400 for DRM, which needs a configuration', async () => {
  const { add } = await setUp()
  for (const given of [{ policy: 'drm' }, { policy: 'public', drm_configuration_id: 'x' }])
    expect((await add(given)).body.error.fields).toHaveProperty('policy')
})

test('404 for the playback id of another asset or another environment', async () => {
  const own = await setUp()
  const stranger = await setUp()
  const foreign = (await stranger.add({})).body.data.id
  const again = { ...own.caller, body: { input: 'https://example.com/two.mp4' } }
  const other = (await call('/video/v1/assets', again)).body.data.id
  const mine = (await own.add({})).body.data.id
  for (const path of [
    `${own.address}/${foreign}`,
    `/video/v1/assets/${other}/playback-ids/${mine}`,
    `/video/v1/playback-ids/${foreign}`,
    `/video/v1/playback-ids/short`,
  ])
    expect((await call(path, own.caller)).status).toBe(404)
  const remove = { ...own.caller, method: 'DELETE' }
  expect((await call(`${own.address}/${foreign}`, remove)).status).toBe(404)
  expect((await call(`/video/v1/playback-ids/${foreign}`, stranger.caller)).status).toBe(200)
})
