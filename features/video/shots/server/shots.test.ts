import { expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeReady } from '@playhead/testing/media/make-ready.ts'
import { readEvents, readJobs, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { shotsServer } from './index.ts'

const { call, database } = await startTestApp([assetsServer, playbackIdsServer, shotsServer])
const make = aFactory(database)

const setUp = async (given: Record<string, unknown> = {}) => {
  const { environment } = await make.world()
  const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }
  const body = { input: 'https://example.com/one.mp4', playback_policy: 'public', ...given }
  const asset = (await call('/video/v1/assets', { ...caller, body })).body.data
  const address = `/video/v1/assets/${asset.id}/shots`
  return { environment, caller, asset, address }
}

test('shots are asked for, found and deleted', async () => {
  const { address, asset, caller, environment } = await setUp()
  expect((await call(address, caller)).status).toBe(404)
  const find = () => call(address, { ...caller, method: 'POST' })
  expect((await find()).status).toBe(400)
  await makeReady(database, asset.id)
  expect(await find()).toMatchObject({ status: 201, body: { data: { status: 'pending' } } })
  expect((await find()).status).toBe(201)
  await setColumn(database, 'assets', 'shots_status', 'completed', { id: asset.id })
  const [{ id: playbackId }] = asset.playback_ids
  expect((await call(address, caller)).body.data).toEqual({
    status: 'completed',
    shots_manifest_url: expect.stringMatching(new RegExp(`/${playbackId}/shots\\.json$`)),
  })
  const remove = () => call(address, { ...caller, method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await call(address, caller)).body.data).toEqual({ status: 'deleted' })
  const jobs = await readJobs(database, { environment_id: environment.id })
  expect(jobs.map(({ kind, status }) => `${String(kind)} ${String(status)}`)).toEqual([
    'shots.make cancelled',
    'media.remove queued',
  ])
  const events = await readEvents(database, { object_id: asset.id })
  expect(events.map(({ type }) => type).slice(1)).toEqual([
    'video.asset.shots.created',
    'video.asset.shots.deleted',
  ])
})

test('shots can be ordered with the asset, and report why there are none', async () => {
  const { address, asset, caller } = await setUp({ generate_shots: true })
  expect(asset).toMatchObject({ generate_shots: true, shots: { status: 'pending' } })
  await setColumn(database, 'assets', 'shots_status', 'errored', { id: asset.id })
  await setColumn(database, 'assets', 'shots_error', 'There is no picture.', { id: asset.id })
  expect((await call(address, caller)).body.data).toEqual({
    status: 'errored',
    errors: { type: 'shots_failed', messages: ['There is no picture.'] },
  })
})
