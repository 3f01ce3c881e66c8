import { expect, test } from 'vitest'
import {
  assetsServer,
  becomeReady,
  findAsset,
  type FoundMedia,
} from '@playhead/features/video/assets/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeReady } from '@playhead/testing/media/make-ready.ts'
import { readEvents, readJobs, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { staticRenditionsServer } from './index.ts'

const { app, call, database } = await startTestApp([assetsServer, staticRenditionsServer])
const make = aFactory(database)

const setUp = async (given: Record<string, unknown> = {}) => {
  const { environment } = await make.world()
  const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }
  const body = { input: 'https://example.com/one.mp4', ...given }
  const { id } = (await call('/video/v1/assets', { ...caller, body })).body.data as { id: string }
  const address = `/video/v1/assets/${id}/static-renditions`
  const add = (rendition: Record<string, unknown>) => call(address, { ...caller, body: rendition })
  const jobs = async () =>
    (await readJobs(database, { environment_id: environment.id }))
      .filter(({ kind }) => kind !== 'asset.ingest')
      .map(({ kind, status, payload }) => ({ kind, status, payload }))
  const files = async () =>
    (await call(`/video/v1/assets/${id}`, caller)).body.data.static_renditions
  return { environment, caller, id, address, add, jobs, files }
}

test('a file is preparing, once for each resolution, with its event and its job', async () => {
  const { add, id, jobs, files } = await setUp()
  await makeReady(database, id)
  const answer = await add({ resolution: '720p', passthrough: 'mine' })
  const rendition = {
    id: expect.any(String),
    name: '720p.mp4',
    ext: 'mp4',
    status: 'preparing',
    type: 'advanced',
    resolution: '720p',
    passthrough: 'mine',
  }
  expect(answer).toMatchObject({ status: 201, body: { data: rendition } })
  expect((await add({ resolution: '720p' })).body.error.fields).toHaveProperty('resolution')
  expect((await add({ resolution: '999p' })).status).toBe(400)
  expect(await files()).toEqual({ status: 'preparing', files: [rendition] })
  expect(await jobs()).toEqual([
    {
      kind: 'rendition.make',
      status: 'queued',
      payload: { staticRenditionId: answer.body.data.id },
    },
  ])
  const events = await readEvents(database, { object_id: id })
  expect(events.at(-1)).toMatchObject({
    type: 'video.asset.static_rendition.created',
    data: { ...rendition, asset_id: id },
  })
})

test('a file ordered before the asset is ready starts when it is', async () => {
  const { add, id, jobs, environment } = await setUp()
  await add({ resolution: 'highest' })
  expect(await jobs()).toEqual([])
  await makeReady(database, id)
  const tenant = { ...environment, postgres: database, clickhouse: app.clickhouse }
  const asset = (await findAsset(tenant, id))!
  const found: FoundMedia = { map: { version: 1, duration: 1, audio: [] }, hasTexts: false }
  const ready = () => becomeReady(app, tenant, asset, { ...found, mark: async () => {} })
  await ready()
  await ready()
  expect((await jobs()).map(({ kind }) => kind)).toEqual(['rendition.make'])
})

test('a finished file has its size as text; the asset has the state of all its files', async () => {
  const { add, files } = await setUp()
  const first = (await add({ resolution: 'highest' })).body.data.id
  const second = (await add({ resolution: '2160p' })).body.data.id
  const set = (id: string, column: string, value: string | number) =>
    setColumn(database, 'static_renditions', column, value, { id })
  await set(first, 'status', 'ready')
  for (const [column, value] of Object.entries({ width: 1280, height: 720, bytes: 5_000_000_000 }))
    await set(first, column, value)
  expect((await files()).status).toBe('preparing')
  await set(second, 'status', 'skipped')
  expect(await files()).toMatchObject({
    status: 'ready',
    files: [
      { width: 1280, height: 720, filesize: '5000000000', resolution_tier: '720p' },
      { status: 'skipped' },
    ],
  })
  await set(first, 'status', 'errored')
  await set(first, 'error_message', 'The disk is full.')
  expect(await files()).toMatchObject({
    status: 'errored',
    files: [{ error: { messages: ['The disk is full.'] } }, {}],
  })
})

test('a deleted file is gone, and may be asked for again', async () => {
  const { add, address, caller, files, id, jobs, environment } = await setUp()
  await makeReady(database, id)
  const rendition = (await add({ resolution: 'audio-only' })).body.data
  expect(rendition).toMatchObject({ name: 'audio.m4a', ext: 'm4a', type: 'standard' })
  const key = `${environment.id}/${id}/static/audio.m4a`
  await setColumn(database, 'static_renditions', 'storage_key', key, { id: rendition.id })
  const remove = () => call(`${address}/${rendition.id}`, { ...caller, method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect(await files()).toBeUndefined()
  expect(await jobs()).toMatchObject([
    { kind: 'rendition.make', status: 'cancelled' },
    { kind: 'media.remove', payload: { prefix: key } },
  ])
  expect((await add({ resolution: 'audio-only' })).status).toBe(201)
})

test('400 beside mp4_support and for an asset that failed; 404 for the file of another asset', async () => {
  const legacy = await setUp({ mp4_support: 'audio-only' })
  expect((await legacy.add({ resolution: 'highest' })).status).toBe(400)
  const own = await setUp()
  const foreign = (await (await setUp()).add({ resolution: 'highest' })).body.data.id
  const remove = { ...own.caller, method: 'DELETE' }
  expect((await call(`${own.address}/${foreign}`, remove)).status).toBe(404)
  await setColumn(database, 'assets', 'status', 'errored', { id: own.id })
  expect((await own.add({ resolution: 'highest' })).status).toBe(400)
})
