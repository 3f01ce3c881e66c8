import { describe, expect, test } from 'vitest'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { findByStreamKey, insertLiveWarning } from './index.ts'
import { address, startLiveApi } from './testing-live-api.ts'

const { app, call, database, makeStream, listEvents, listEventTypes } = await startLiveApi()

describe('create', () => {
  test('LIVE-005 a live stream is idle, and its key opens it', async () => {
    const { stream, id, environment, organization } = await makeStream()
    expect(stream).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{10}$/),
      status: 'idle',
      stream_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      srt_passphrase: expect.stringMatching(/^[0-9a-f]{32}$/),
      latency_mode: 'standard',
      low_latency: false,
      reduced_latency: false,
      reconnect_window: 60,
      use_slate_for_standard_latency: false,
      max_continuous_duration: 43_200,
    })
    expect(await findByStreamKey(database, stream.stream_key)).toMatchObject({
      id,
      environment_id: environment.id,
      organization_id: organization.id,
      is_test: false,
    })
    for (const wrong of [stream.stream_key.slice(1), `${stream.stream_key}0`, '', "' or 1=1"])
      expect(await findByStreamKey(database, wrong)).toBeUndefined()
    const [row] = await readRows(database, 'live_streams', { id })
    expect(JSON.stringify(row)).not.toContain(stream.stream_key)
    expect(row?.['key_hash']).toEqual(hashToken(stream.stream_key))
  })

  test('LIVE-004 the request of the dashboard gives it and its recordings public playback ids', async () => {
    const { stream, tenant, id } = await makeStream({
      playback_policy: ['public'],
      new_asset_settings: { playback_policy: ['public'] },
    })
    expect(stream).toMatchObject({
      playback_ids: [{ id: expect.stringMatching(/^[A-Za-z0-9]{40}$/), policy: 'public' }],
      new_asset_settings: { playback_policy: ['public'] },
    })
    expect(await listEventTypes(id)).toEqual(['created'])
    const [event] = await listEvents(id)
    expect(event).toMatchObject({ object_type: 'live_stream', environment_id: tenant.id })
  })

  test('everything that can be given is kept', async () => {
    const given = {
      latency_mode: 'low',
      reconnect_window: 30,
      use_slate_for_standard_latency: true,
      reconnect_slate_url: 'https://example.com/slate.png',
      max_continuous_duration: 600,
      audio_only: true,
      meta: { title: 'Concert' },
      passthrough: 'mine',
      test: true,
      new_asset_settings: { meta: { title: 'Recording' }, video_quality: 'basic' },
    }
    const { stream, read } = await makeStream({
      ...given,
      playback_policies: ['signed', 'public'],
      embedded_subtitles: [
        {},
        { language_channel: 'cc2', language_code: 'de', name: 'Untertitel' },
      ],
      generated_subtitles: [{ language_code: 'fr' }],
      simulcast_targets: [
        { url: 'rtmp://live.example.com/app', stream_key: 'theirs', passthrough: 'one' },
        { url: 'rtmps://live.example.org/app?room=1' },
      ],
    })
    expect(stream).toMatchObject({
      ...given,
      low_latency: true,
      playback_ids: [{ policy: 'signed' }, { policy: 'public' }],
      embedded_subtitles: [
        { language_channel: 'cc1', language_code: 'en', name: 'English' },
        { language_channel: 'cc2', language_code: 'de', name: 'Untertitel' },
      ],
      generated_subtitles: [{ language_code: 'fr', name: 'French' }],
      simulcast_targets: [
        { status: 'idle', stream_key: 'theirs', passthrough: 'one' },
        { status: 'idle', url: 'rtmps://live.example.org/app?room=1' },
      ],
    })
    expect(await read()).toEqual(stream)
    expect(await listEventTypes(stream.id)).toEqual([
      'created',
      'simulcast_target.created',
      'simulcast_target.created',
    ])
  })

  test.each([
    [{ low_latency: true }, { latency_mode: 'low', reconnect_window: 0 }],
    [{ reduced_latency: true }, { latency_mode: 'reduced', reconnect_window: 0 }],
    [{ low_latency: false, reduced_latency: false }, { latency_mode: 'standard' }],
    [
      { latency_mode: 'low', low_latency: true, reconnect_window: 5 },
      { latency_mode: 'low', reconnect_window: 5 },
    ],
  ])('older names and defaults: %j', async (body, expected) => {
    const { stream } = await makeStream(body)
    expect(stream).toMatchObject(expected)
  })

  test.each([
    ['latency_mode', { latency_mode: 'standard', low_latency: true }],
    ['reconnect_window', { reconnect_window: 1801 }],
    ['max_continuous_duration', { max_continuous_duration: 59 }],
    ['max_continuous_duration', { max_continuous_duration: 43_201 }],
    ['reconnect_slate_url', { reconnect_slate_url: 'file:///etc/passwd' }],
    ['reconnect_slate_url', { reconnect_slate_url: 'http://169.254.169.254/slate.png' }],
    ['playback_policies', { playback_policies: ['drm'] }],
    [
      'static_renditions',
      {
        new_asset_settings: {
          static_renditions: [{ resolution: '720p' }],
          mp4_support: 'standard',
        },
      },
    ],
    [
      'overlay_settings',
      {
        new_asset_settings: {
          inputs: [{}, { url: 'https://example.com/a.png', overlay_settings: {} }],
        },
      },
    ],
    ['generated_subtitles', { generated_subtitles: [{}, { language_code: 'de' }] }],
    ['language_channel', { embedded_subtitles: [{ name: 'One' }, { name: 'Two' }] }],
    ['name', { embedded_subtitles: [{}, { language_channel: 'cc2' }] }],
    [
      'simulcast_targets',
      { simulcast_targets: Array.from({ length: 7 }, () => ({ url: 'rtmp://a.example/app' })) },
    ],
    ['url', { simulcast_targets: [{ url: 'http://live.example.com/app' }] }],
    ['url', { simulcast_targets: [{ url: 'rtmp://127.0.0.1/app' }] }],
    ['url', { simulcast_targets: [{ url: 'rtmp://0x7f.1/app' }] }],
    ['url', { simulcast_targets: [{ url: 'rtmp://[::1]:1935/app' }] }],
    ['url', { simulcast_targets: [{ url: 'rtmp://user:hush@live.example.com/app' }] }],
    ['url', { simulcast_targets: [{ url: 'rtmps://live.example.com' }] }],
  ])('400 that names %s: %j', async (field, body) => {
    const { caller, tenant } = await makeStream()
    const answer = await call(address, { ...caller, body })
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_parameters' } } })
    expect(answer.body.error.fields).toHaveProperty(field)
    expect(await readRows(database, 'live_streams', { environment_id: tenant.id })).toHaveLength(1)
  })

  test('a vocabulary must be of the same environment', async () => {
    const { caller } = await makeStream()
    const other = await makeStream()
    const add = await call('/video/v1/transcription-vocabularies', {
      ...other.caller,
      body: { phrases: ['Playhead'] },
    })
    const { id } = add.body.data
    const body = { generated_subtitles: [{ transcription_vocabulary_ids: [id] }] }
    expect((await call(address, { ...caller, body })).status).toBe(404)
    const own = await call(address, { ...other.caller, body })
    expect(own.body.data.generated_subtitles).toEqual([
      { language_code: 'en', name: 'English', transcription_vocabulary_ids: [id] },
    ])
  })
})

test('LIVE-001 the list has the newest first, 25 to a page, by status and by key', async () => {
  const { caller, stream, id, send } = await makeStream()
  const ids = [id]
  for (let count = 1; count < 27; count += 1)
    ids.unshift((await call(address, { ...caller, body: {} })).body.data.id)
  const list = async (query = '') => (await call(`${address}${query}`, caller)).body
  const first = await list()
  expect(first).toMatchObject({ total_row_count: 27, page: 1, limit: 25 })
  expect(first.data.map((one: { id: string }) => one.id)).toEqual(ids.slice(0, 25))
  expect((await list('?page=2')).data.map((one: { id: string }) => one.id)).toEqual(ids.slice(25))
  expect((await list('?page=3')).data).toEqual([])
  await send('PUT', '/disable')
  expect(await list('?status=disabled')).toMatchObject({ total_row_count: 1, data: [{ id }] })
  expect(await list('?status=active')).toMatchObject({ total_row_count: 0, data: [] })
  expect(await list(`?stream_key=${stream.stream_key}`)).toMatchObject({ data: [{ id }] })
  expect((await list('?stream_key=x')).data).toEqual([])
  const other = await makeStream()
  const foreign = await call(`${address}?stream_key=${stream.stream_key}`, other.caller)
  expect(foreign.body.data).toEqual([])
})

describe('update', () => {
  test('what is left out stays, and an empty text clears', async () => {
    const { send, read, id } = await makeStream({
      meta: { title: 'One' },
      passthrough: 'mine',
      reconnect_slate_url: 'https://example.com/a.png',
      new_asset_settings: {
        playback_policies: ['signed'],
        meta: { title: 'Film', creator_id: 'a' },
      },
    })
    const body = {
      latency_mode: 'low',
      max_continuous_duration: 300,
      use_slate_for_standard_latency: true,
      new_asset_settings: { video_quality: 'basic', meta: { title: 'Other' } },
      passthrough: '',
      reconnect_slate_url: '',
    }
    const answer = await send('PATCH', '', body)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      latency_mode: 'low',
      // It follows the latency mode until it is set.
      reconnect_window: 0,
      max_continuous_duration: 300,
      use_slate_for_standard_latency: true,
      meta: { title: 'One' },
      new_asset_settings: {
        playback_policies: ['signed'],
        video_quality: 'basic',
        meta: { title: 'Other', creator_id: 'a' },
      },
    })
    expect(answer.body.data).not.toHaveProperty('passthrough')
    expect(answer.body.data).not.toHaveProperty('reconnect_slate_url')
    expect(await read()).toEqual(answer.body.data)
    await send('PATCH', '', { reconnect_window: 20 })
    expect(await read()).toMatchObject({ reconnect_window: 20, latency_mode: 'low' })
    await send('PATCH', '', { latency_mode: 'standard' })
    expect(await read()).toMatchObject({ reconnect_window: 20 })
    expect(await listEventTypes(id)).toEqual(['created', 'updated', 'updated', 'updated'])
  })

  test('what cannot be recorded is refused and changes nothing', async () => {
    const { send, read, stream } = await makeStream({
      new_asset_settings: { static_renditions: [{ resolution: '720p' }] },
    })
    const answer = await send('PATCH', '', { new_asset_settings: { mp4_support: 'standard' } })
    expect(answer.status).toBe(400)
    expect((await send('PATCH', '', { reconnect_slate_url: 'ftp://a' })).status).toBe(400)
    expect(await read()).toEqual(stream)
  })

  test('captions and files of recordings are replaced as a whole', async () => {
    const { send, read, id } = await makeStream()
    const embedded = [{ language_channel: 'cc3', language_code: 'es', name: 'Spanisch' }]
    const put = (path: string, body: unknown) => send('PUT', path, body)
    const renditions = '/new-asset-settings/static-renditions'
    expect((await put('/embedded-subtitles', { embedded_subtitles: embedded })).status).toBe(200)
    await put('/generated-subtitles', { generated_subtitles: [{ name: 'Heard' }] })
    const answer = await put(renditions, { static_renditions: [{ resolution: 'highest' }] })
    expect(answer.body.data).toMatchObject({
      embedded_subtitles: embedded,
      generated_subtitles: [{ language_code: 'en', name: 'Heard' }],
      new_asset_settings: { static_renditions: [{ resolution: 'highest' }] },
    })
    const twice = [{ resolution: '720p' }, { resolution: '720p' }]
    expect((await put(renditions, { static_renditions: twice })).status).toBe(400)
    expect(await read()).toEqual(answer.body.data)
    await put('/embedded-subtitles', {})
    await put('/generated-subtitles', { generated_subtitles: [] })
    expect((await send('DELETE', renditions)).status).toBe(204)
    const cleared = await read()
    expect(cleared.new_asset_settings).toEqual({})
    expect(cleared).not.toHaveProperty('embedded_subtitles')
    expect(cleared).not.toHaveProperty('generated_subtitles')
    expect(await listEventTypes(id)).toEqual([
      'created',
      ...Array.from({ length: 6 }, () => 'updated'),
    ])
    expect((await send('DELETE', renditions)).status).toBe(204)
    expect(await listEventTypes(id)).toHaveLength(7)
  })
})

test('playback ids play the live stream, and are looked up', async () => {
  const { caller, send, read, id } = await makeStream()
  const made = await send('POST', '/playback-ids', { policy: 'signed' })
  expect(made).toMatchObject({ status: 201, body: { data: { policy: 'signed' } } })
  const playbackId = made.body.data.id
  expect((await send('POST', '/playback-ids', {})).body.data.policy).toBe('public')
  expect((await send('POST', '/playback-ids', { policy: 'drm' })).status).toBe(400)
  expect((await send('GET', `/playback-ids/${playbackId}`)).body).toEqual(made.body)
  expect((await call(`/video/v1/playback-ids/${playbackId}`, caller)).body).toEqual({
    data: { id: playbackId, policy: 'signed', object: { id, type: 'live_stream' } },
  })
  const elsewhere = await call(address, { ...caller, body: {} })
  const wrong = `${address}/${elsewhere.body.data.id}/playback-ids/${playbackId}`
  expect((await call(wrong, caller)).status).toBe(404)
  expect((await call(wrong, { ...caller, method: 'DELETE' })).status).toBe(404)
  const other = await makeStream()
  const foreign = `${address}/${other.id}/playback-ids/${playbackId}`
  expect((await call(foreign, other.caller)).status).toBe(404)
  expect((await call(foreign, { ...other.caller, method: 'DELETE' })).status).toBe(404)
  expect((await send('DELETE', `/playback-ids/${playbackId}`)).status).toBe(204)
  expect((await call(`/video/v1/playback-ids/${playbackId}`, caller)).status).toBe(404)
  expect((await read()).playback_ids).toHaveLength(1)
  expect(await listEventTypes(id)).toEqual(['created', 'updated', 'updated', 'updated'])
})

test('LIVE-016 the newest ten events and calls of a live stream are listed', async () => {
  const { send, id, caller } = await makeStream()
  for (let count = 1; count <= 12; count += 1) await send('PATCH', '', { passthrough: `${count}` })
  const { data } = (await send('GET', '/events')).body
  expect(
    data.map((event: { type: string; data: { passthrough: string } }) => [
      event.type,
      event.data.passthrough,
    ]),
  ).toEqual(
    Array.from({ length: 10 }, (_, index) => ['video.live_stream.updated', `${12 - index}`]),
  )
  expect((await send('GET', '/events?limit=2')).body.data).toEqual(data.slice(0, 2))
  await app.requestLog.flush()
  const logs = (await send('GET', '/logs')).body.data
  expect(logs).toHaveLength(10)
  expect(logs[0]).toMatchObject({
    object: { type: 'live_stream', id },
    data: { method: 'PATCH', status: 200, route: '/video/v1/live-streams/:id' },
  })
  expect((await send('GET', '/events?limit=11')).status).toBe(400)
  const another = await call(address, { ...caller, body: {} })
  await app.requestLog.flush()
  const own = await call(`${address}/${another.body.data.id}/logs`, caller)
  expect(own.body.data).toMatchObject([{ data: { method: 'POST', status: 201 } }])
})

test('no key is in an event, a log of calls or a log line', async () => {
  const { send, stream, id, tenant } = await makeStream({
    simulcast_targets: [
      { url: 'rtmp://live.example.com/app?token=hush-one', stream_key: 'hush-two' },
    ],
  })
  await send('POST', '/reset-stream-key')
  await insertLiveWarning(tenant, id, {
    type: 'slate_unreadable',
    message: 'The slate is no picture.',
  })
  const events = await listEvents(id)
  expect(events.at(-1)).toMatchObject({
    type: 'video.live_stream.warning',
    data: { id, status: 'idle', warning: { type: 'slate_unreadable' } },
  })
  const text = JSON.stringify(events)
  for (const secret of [
    stream.stream_key,
    stream.srt_passphrase,
    'hush',
    'stream_key',
    'passphrase',
  ])
    expect(text).not.toContain(secret)
  await app.requestLog.flush()
  expect(JSON.stringify((await send('GET', '/logs')).body)).not.toContain(stream.stream_key)
})

test('recordings are listed with the newest last', async () => {
  const { caller, id, read } = await makeStream()
  const made: string[] = []
  for (const name of ['one', 'two', 'three']) {
    const body = { input: `https://example.com/${name}.mp4` }
    const asset = await call('/video/v1/assets', { ...caller, body })
    made.push(asset.body.data.id)
    await setColumn(database, 'assets', 'live_stream_id', id, { id: asset.body.data.id })
  }
  expect((await read()).recent_asset_ids).toEqual(made)
  await call(`/video/v1/assets/${made[1]}`, { ...caller, method: 'DELETE' })
  expect((await read()).recent_asset_ids).toEqual([made[0], made[2]])
  const listed = await call(`/video/v1/assets?live_stream_id=${id}`, caller)
  expect(listed.body.total_row_count).toBe(2)
})
