import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listenToAll } from '@playhead/postgres/listen.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { countWaiting } from '@playhead/testing/rows/locks.sql.ts'
import { readChanges, readRows } from '@playhead/testing/rows/rows.ts'
import {
  findByStreamKey,
  insertLiveEvent,
  liveChannel,
  type LiveState,
  lockLiveStreamEvenDeleted,
  openTargets,
  setLiveStatus,
  setTargetStatus,
  settleCommand,
} from '../index.ts'
import { address, startLiveApi } from '../testing-live-api.ts'

const { app, call, database, makeStream, listEvents, listEventTypes } = await startLiveApi()

/** What a broadcast sets while it is played. */
const running = {
  status: 'active',
  active_asset_id: randomUUID(),
  ingest_protocol: 'rtmp',
  is_connected: true,
  is_recording: true,
} satisfies LiveState
const over = {
  status: 'idle',
  active_asset_id: null,
  ingest_protocol: null,
  is_connected: false,
  is_recording: false,
} satisfies LiveState

/** How a broadcast ends. */
const end = async (tenant: Environment, id: string) => {
  await setLiveStatus(tenant, id, over)
  await insertLiveEvent(tenant, 'idle', id)
  await settleCommand(tenant, id)
}

describe('actions', () => {
  test('LIVE-006 LIVE-008 without a broadcast, disable and enable take effect at once', async () => {
    const { send, read, id, stream } = await makeStream()
    for (const repeated of [1, 2]) {
      expect(await send('PUT', '/disable'), `${repeated}`).toMatchObject({ status: 200 })
      expect((await read()).status).toBe('disabled')
    }
    expect(await findByStreamKey(database, stream.stream_key)).toMatchObject({ status: 'disabled' })
    for (const repeated of [1, 2]) {
      expect(await send('PUT', '/enable'), `${repeated}`).toMatchObject({ status: 200 })
      expect((await read()).status).toBe('idle')
    }
    expect(await listEventTypes(id)).toEqual(['created', 'disabled', 'enabled'])
  })

  test('LIVE-007 complete is only for an active live stream', async () => {
    const { send, read, tenant, id } = await makeStream()
    const early = await send('PUT', '/complete')
    expect(early).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['The live stream is not active.'] } },
    })
    // Connected, but without a segment that viewers could watch.
    await setLiveStatus(tenant, id, { ...running, status: 'idle' })
    expect((await send('PUT', '/complete')).status).toBe(400)
    await setLiveStatus(tenant, id, running)
    expect(await send('PUT', '/complete')).toMatchObject({ status: 200, body: { data: {} } })
    expect((await send('PUT', '/complete')).status).toBe(200)
    expect(await readRows(database, 'live_streams', { id })).toMatchObject([
      { command: 'complete', status: 'active' },
    ])
    await end(tenant, id)
    expect((await read()).status).toBe('idle')
    expect((await send('PUT', '/complete')).status).toBe(400)
    expect(await listEventTypes(id)).toEqual(['created', 'idle'])
  })

  test('disable ends the broadcast first and refuses encoders meanwhile', async () => {
    const { send, read, tenant, id, stream } = await makeStream()
    await setLiveStatus(tenant, id, running)
    expect((await send('PUT', '/disable')).status).toBe(200)
    // A weaker command does not undo it.
    expect((await send('PUT', '/complete')).status).toBe(200)
    expect(await findByStreamKey(database, stream.stream_key)).toMatchObject({ command: 'disable' })
    expect(await read()).toMatchObject({
      status: 'active',
      active_asset_id: running.active_asset_id,
      active_ingest_protocol: 'rtmp',
      recent_asset_ids: [running.active_asset_id],
    })
    await end(tenant, id)
    expect((await read()).status).toBe('disabled')
    expect(await readRows(database, 'live_streams', { id })).toMatchObject([{ command: null }])
    expect(await listEventTypes(id)).toEqual(['created', 'idle', 'disabled'])
    const [, , last] = await listEvents(id)
    expect(last?.['data']).toMatchObject({ status: 'disabled', connected: false, recording: false })
  })

  test('enable before that end leaves the live stream enabled', async () => {
    const { send, read, tenant, id } = await makeStream()
    await setLiveStatus(tenant, id, running)
    await send('PUT', '/disable')
    await send('PUT', '/enable')
    await end(tenant, id)
    expect((await read()).status).toBe('idle')
    expect(await listEventTypes(id)).toEqual(['created', 'idle'])
  })

  test('what is asked in the moment of the end takes effect after it', async () => {
    const { send, read, tenant, id } = await makeStream()
    await setLiveStatus(tenant, id, running)
    const asked: ReturnType<typeof send>[] = []
    await database.transaction(async (transaction) => {
      const there = within(tenant, transaction)
      await lockLiveStreamEvenDeleted(there, id)
      asked.push(send('PUT', '/disable'))
      await expect.poll(() => countWaiting(database)).toBe(1)
      await end(there, id)
    })
    expect((await asked[0])?.status).toBe(200)
    expect((await read()).status).toBe('disabled')
    expect(await readRows(database, 'live_streams', { id })).toMatchObject([{ command: null }])
    expect(await listEventTypes(id)).toEqual(['created', 'idle', 'disabled'])
  })

  test('another key opens from then on, and the old one is worth nothing', async () => {
    const { send, id, stream, organization } = await makeStream({ meta: { title: 'Concert' } })
    const answer = await send('POST', '/reset-stream-key')
    expect(answer.status).toBe(201)
    const { stream_key: key, ...rest } = answer.body.data
    const { stream_key: old, ...same } = stream
    expect(rest).toEqual(same)
    expect(key).not.toBe(old)
    expect(await findByStreamKey(database, old)).toBeUndefined()
    expect(await findByStreamKey(database, key)).toMatchObject({ id })
    expect(await listEventTypes(id)).toEqual(['created', 'updated'])
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'live_stream.key_reset',
      subject_name: 'Concert',
    })
  })

  test('each wakes the broadcast with the id, when it is committed', async () => {
    const { send, id, tenant } = await makeStream()
    await setLiveStatus(tenant, id, running)
    const heard: string[] = []
    const listening = listenToAll(database, { [liveChannel]: (payload) => heard.push(payload) })
    onTestFinished(() => listening.close())
    // The first call comes with the connection.
    await expect.poll(() => heard).toEqual([''])
    for (const [method, path] of [
      ['PUT', '/complete'],
      ['POST', '/reset-stream-key'],
      ['DELETE', ''],
    ] as const)
      await send(method, path)
    await expect.poll(() => heard).toEqual(['', id, id, id])
  })
})

describe('delete', () => {
  test('LIVE-009 the live stream, its playback ids and its key are gone', async () => {
    const { caller, send, id, stream, organization } = await makeStream({
      playback_policies: ['public'],
    })
    expect((await send('DELETE')).status).toBe(204)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', ''],
      ['PUT', '/complete'],
      ['PUT', '/disable'],
      ['PUT', '/enable'],
      ['GET', '/events'],
      ['GET', '/logs'],
      ['POST', '/reset-stream-key'],
    ] as const)
      expect((await send(method, path, method === 'PATCH' ? {} : undefined)).status, path).toBe(404)
    expect((await call(address, caller)).body.total_row_count).toBe(0)
    const playbackId = stream.playback_ids[0].id
    expect((await call(`/video/v1/playback-ids/${playbackId}`, caller)).status).toBe(404)
    expect(await findByStreamKey(database, stream.stream_key)).toBeUndefined()
    expect(await listEventTypes(id)).toEqual(['created', 'deleted'])
    const [, last] = await listEvents(id)
    expect(last?.['data']).toMatchObject({ playback_ids: stream.playback_ids })
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'live_stream.deleted',
      subject_id: id,
    })
  })

  test('a running broadcast is finished before the event, and recordings stay', async () => {
    const { send, id, tenant, stream } = await makeStream()
    await setLiveStatus(tenant, id, running)
    expect((await send('DELETE')).status).toBe(204)
    expect((await send('GET')).status).toBe(404)
    expect(await findByStreamKey(database, stream.stream_key)).toBeUndefined()
    expect(await listEventTypes(id)).toEqual(['created'])
    await end(tenant, id)
    expect(await listEventTypes(id)).toEqual(['created', 'idle', 'deleted'])
  })
})

describe('simulcast targets', () => {
  const target = { url: 'rtmp://live.example.com/app?token=hush', stream_key: 'theirs' }

  test('are made, read and deleted, at most six', async () => {
    const { send, read, id, tenant } = await makeStream()
    const made = await send('POST', '/simulcast-targets', { ...target, passthrough: 'one' })
    expect(made).toMatchObject({
      status: 201,
      body: { data: { ...target, status: 'idle', passthrough: 'one' } },
    })
    const at = `/simulcast-targets/${made.body.data.id}`
    expect((await send('GET', at)).body).toEqual(made.body)
    expect((await read()).simulcast_targets).toEqual([made.body.data])
    expect(await openTargets(app, tenant, id)).toEqual([
      { id: made.body.data.id, url: target.url, streamKey: 'theirs' },
    ])
    for (let count = 1; count < 6; count += 1) await send('POST', '/simulcast-targets', target)
    expect((await send('POST', '/simulcast-targets', target)).status).toBe(400)
    expect((await send('DELETE', at)).status).toBe(204)
    expect((await send('GET', at)).status).toBe(404)
    expect((await send('DELETE', at)).status).toBe(404)
    const types = await listEventTypes(id)
    expect(types.at(-1)).toBe('simulcast_target.deleted')
    expect(types.filter((type) => type === 'simulcast_target.created')).toHaveLength(6)
  })

  test('the status is changed by its broadcast, with one event each', async () => {
    const { send, id, tenant, caller, read } = await makeStream({ simulcast_targets: [target] })
    const [{ id: targetId }] = (await read()).simulcast_targets
    await setTargetStatus(tenant, targetId, { status: 'starting' })
    await setTargetStatus(tenant, targetId, { status: 'errored', severity: 'fatal', error: 'No.' })
    expect((await send('GET', `/simulcast-targets/${targetId}`)).body.data).toMatchObject({
      status: 'errored',
      error_severity: 'fatal',
      error_message: 'No.',
    })
    const readTries = async () =>
      (await call(`/ui/v1/live-streams/${id}/simulcast-tries`, caller)).body.data
    await setTargetStatus(tenant, targetId, { status: 'errored', failures: 3, retrySeconds: 8 })
    const [tries] = await readTries()
    expect(tries).toMatchObject({ id: targetId, failures: 3 })
    expect(tries.retry_in_seconds).toBeGreaterThan(0)
    expect(tries.retry_in_seconds).toBeLessThanOrEqual(8)
    await setTargetStatus(tenant, targetId, { status: 'idle' })
    expect(await readTries()).toEqual([{ id: targetId, failures: 0, retry_in_seconds: null }])
    for (const field of ['error_severity', 'error_message'])
      expect((await read()).simulcast_targets[0]).not.toHaveProperty(field)
    const events = (await listEvents(id)).slice(2)
    expect(events.map((row) => row['type'])).toEqual(
      ['starting', 'errored', 'errored', 'idle'].map(
        (type) => `video.live_stream.simulcast_target.${type}`,
      ),
    )
    expect(events[1]?.['data']).toEqual({
      id: targetId,
      live_stream_id: id,
      status: 'errored',
      error_severity: 'fatal',
      error_message: 'No.',
      url: 'rtmp://live.example.com/app',
    })
  })
})

test('during a broadcast, captions, files and targets stay as they are', async () => {
  const { send, read, tenant, id } = await makeStream({
    simulcast_targets: [{ url: 'rtmp://live.example.com/app' }],
  })
  const [{ id: targetId }] = (await read()).simulcast_targets
  // From the first moment: an encoder is connected, but nothing is recorded yet.
  await setLiveStatus(tenant, id, { is_connected: true })
  const before = await read()
  for (const [method, path, body] of [
    ['PUT', '/embedded-subtitles', { embedded_subtitles: [{}] }],
    ['PUT', '/generated-subtitles', { generated_subtitles: [{}] }],
    ['PUT', '/new-asset-settings/static-renditions', { static_renditions: [] }],
    ['DELETE', '/new-asset-settings/static-renditions', undefined],
    ['POST', '/simulcast-targets', { url: 'rtmp://live.example.com/app' }],
    ['DELETE', `/simulcast-targets/${targetId}`, undefined],
  ] as const)
    expect((await send(method, path, body)).status, path).toBe(400)
  expect(await read()).toEqual(before)
  expect((await send('PATCH', '', { passthrough: 'still' })).status).toBe(200)
  expect((await send('POST', '/playback-ids', {})).status).toBe(201)
})
