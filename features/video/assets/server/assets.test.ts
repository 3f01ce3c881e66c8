import { describe, expect, test } from 'vitest'
import { eventsServer } from '@playhead/features/activity/events/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { shotsServer } from '@playhead/features/video/shots/server'
import { staticRenditionsServer } from '@playhead/features/video/static-renditions/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeReady } from '@playhead/testing/media/make-ready.ts'
import {
  countRows,
  readChanges,
  readEvents,
  readJobs,
  readRows,
  setColumn,
} from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { assetsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const features = [
  assetsServer,
  eventsServer,
  playbackIdsServer,
  processingServer,
  shotsServer,
  staticRenditionsServer,
  tracksServer,
]
const { app, call, database } = await startTestApp(features, { clickhouse })
const make = aFactory(database)

const address = '/video/v1/assets'
const film = 'https://example.com/films/one.mp4'

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  return { ...world, caller: { token } satisfies TestCall }
}

const create = (caller: TestCall, body: Record<string, unknown> = { inputs: [{ url: film }] }) =>
  call(address, { ...caller, body })

const created = async (caller: TestCall, body?: Record<string, unknown>) => {
  const answer = await create(caller, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.data
}

const eventTypes = async (assetId: string) =>
  (await readEvents(database, { object_id: assetId }))
    .toSorted((one, other) => Number(one['sequence']) - Number(other['sequence']))
    .map((row) => row['type'])

const jobsOf = async (environment: { id: string }) =>
  (await readJobs(database, { environment_id: environment.id })).map((row) => ({
    kind: row['kind'],
    payload: row['payload'],
    status: row['status'],
  }))

describe('create', () => {
  test('ASST-009 an asset of one address is preparing, with its event and its job', async () => {
    const { caller, environment } = await setUp()
    const asset = await created(caller, {
      inputs: [{ url: film }],
      playback_policies: ['public', 'signed'],
      meta: { title: 'One', creator_id: 'ann', external_id: 'x-1' },
      passthrough: 'mine',
    })
    expect(asset).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{10}$/),
      status: 'preparing',
      progress: { state: 'ingesting', progress: 0 },
      video_quality: 'plus',
      encoding_tier: 'smart',
      max_resolution_tier: '1080p',
      master_access: 'none',
      normalize_audio: false,
      ingest_type: 'on_demand_url',
      meta: { title: 'One', creator_id: 'ann', external_id: 'x-1' },
      passthrough: 'mine',
      playback_ids: [
        { id: expect.stringMatching(/^[A-Za-z0-9]{32,64}$/), policy: 'public' },
        { id: expect.stringMatching(/^[A-Za-z0-9]{32,64}$/), policy: 'signed' },
      ],
    })
    expect((await call(`${address}/${asset.id}`, caller)).body.data).toEqual(asset)
    const [event] = await readEvents(database, { object_id: asset.id })
    expect(event).toMatchObject({
      type: 'video.asset.created',
      object_type: 'asset',
      data: { ...asset, created_at: Number(asset.created_at) },
    })
    expect(await jobsOf(environment)).toEqual([
      { kind: 'asset.ingest', payload: { assetId: asset.id }, status: 'queued' },
    ])
  })

  test.each([
    ['input as a list', { input: [{ url: film }] }],
    ['input as one address', { input: film }],
  ])('UPLD-063 the older form: %s', async (_, given) => {
    const { caller } = await setUp()
    const { id } = await created(caller, given)
    expect((await call(`${address}/${id}/input-info`, caller)).body.data).toEqual([
      { settings: { url: film } },
    ])
  })

  test.each([
    ['playback_policy as a list', { playback_policy: ['public'] }, ['public']],
    ['playback_policy as one word', { playback_policy: 'signed' }, ['signed']],
    [
      'advanced policies in place of the plain ones',
      { playback_policies: ['public'], advanced_playback_policies: [{ policy: 'signed' }] },
      ['signed'],
    ],
  ])('UPLD-063 %s', async (_, given, policies) => {
    const { caller } = await setUp()
    const asset = await created(caller, { input: film, ...given })
    expect(asset.playback_ids.map(({ policy }: { policy: string }) => policy)).toEqual(policies)
  })

  test('without a policy an asset has no playback ids', async () => {
    const { caller } = await setUp()
    expect(await created(caller)).not.toHaveProperty('playback_ids')
  })

  test('further inputs become tracks, generated captions too, each with its event', async () => {
    const { caller } = await setUp()
    const asset = await created(caller, {
      inputs: [
        { url: film, generated_subtitles: [{ language_code: 'de', name: 'Gehört' }] },
        { url: 'https://example.com/en.vtt', type: 'text', language_code: 'en' },
        { url: 'https://example.com/fr.mp3', type: 'audio', language_code: 'fr', name: 'Version' },
        { url: 'https://example.com/logo.png', overlay_settings: { width: '10%' } },
      ],
    })
    expect(asset.tracks).toMatchObject([
      { type: 'text', name: 'Gehört', language_code: 'de', text_source: 'generated_vod' },
      { type: 'text', name: 'English', language_code: 'en', text_source: 'uploaded' },
      { type: 'audio', name: 'Version', language_code: 'fr', status: 'preparing' },
    ])
    expect(await eventTypes(asset.id)).toEqual([
      'video.asset.created',
      ...Array.from({ length: 3 }, () => 'video.asset.track.created'),
    ])
  })

  test('static renditions are asked for with the asset, the older mp4_support too', async () => {
    const { caller } = await setUp()
    const names = (asset: { static_renditions: { files: { name: string }[] } }) =>
      asset.static_renditions.files.map(({ name }) => name)
    const modern = await created(caller, {
      input: film,
      static_renditions: [{ resolution: 'highest' }, { resolution: 'audio-only' }],
    })
    expect(names(modern)).toEqual(['highest.mp4', 'audio.m4a'])
    const older = await created(caller, { input: film, mp4_support: 'standard' })
    expect(names(older)).toEqual(['low.mp4', 'medium.mp4', 'high.mp4', 'audio.m4a'])
    expect(older.mp4_support).toBe('standard')
    expect(await eventTypes(older.id)).toEqual([
      'video.asset.created',
      'video.asset.static_renditions.preparing',
    ])
  })

  test('a clip remembers the asset it was cut from', async () => {
    const { caller } = await setUp()
    const source = await created(caller)
    const clip = { url: `mux://assets/${source.id}`, start_time: 1, end_time: 5 }
    const early = await create(caller, { inputs: [clip] })
    expect(early.body.error.messages).toEqual(['url: only an asset that is ready can be clipped'])
    await makeReady(database, source.id)
    expect(await created(caller, { inputs: [clip] })).toMatchObject({
      ingest_type: 'on_demand_clip',
      source_asset_id: source.id,
    })
    const stranger = await setUp()
    expect((await create(stranger.caller, { inputs: [clip] })).status).toBe(400)
  })

  test('UPLD-033 UPLD-034 quality and tier are those of the organization when nothing is said', async () => {
    const { caller, organization } = await setUp()
    const overrides = JSON.stringify({ '4KBilling': true, defaultVideoQualityVod: 'premium' })
    await setColumn(database, 'organizations', 'feature_overrides', overrides, {
      id: organization.id,
    })
    expect(await created(caller)).toMatchObject({
      video_quality: 'premium',
      encoding_tier: 'premium',
      max_resolution_tier: '2160p',
    })
    expect(await created(caller, { input: film, encoding_tier: 'baseline' })).toMatchObject({
      video_quality: 'basic',
      max_resolution_tier: '1080p',
    })
    expect(
      await created(caller, { input: film, video_quality: 'plus', max_resolution_tier: '1440p' }),
    ).toMatchObject({ video_quality: 'plus', max_resolution_tier: '1440p' })
  })

  test('UPLD-035 premium is refused where it was not rolled out', async () => {
    const { caller, organization } = await setUp()
    const overrides = JSON.stringify({ premiumQualityRolloutEnabled: false })
    await setColumn(database, 'organizations', 'feature_overrides', overrides, {
      id: organization.id,
    })
    const answer = await create(caller, { input: film, video_quality: 'premium' })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty('video_quality')
  })

  test('BILL-013 on a plan for tests only every asset is a test asset', async () => {
    const { caller, organization } = await setUp()
    await setColumn(
      database,
      'organizations',
      'feature_overrides',
      JSON.stringify({ testVideoOnly: true }),
      { id: organization.id },
    )
    expect((await created(caller)).test).toBe(true)
    expect((await created(caller, { input: film, test: false })).test).toBe(true)
  })

  test('limits count characters, not their parts', async () => {
    const { caller } = await setUp()
    const asset = await created(caller, {
      input: film,
      passthrough: 'p'.repeat(255),
      meta: {
        title: '🎬'.repeat(512),
        creator_id: 'ü'.repeat(128),
        external_id: '🎞'.repeat(128),
      },
    })
    expect(asset.meta.title).toBe('🎬'.repeat(512))
  })

  test.each([
    ['no inputs', {}, 'inputs'],
    ['an empty first input', { inputs: [{}] }, 'inputs'],
    ['an address of files', { input: 'file:///etc/passwd' }, 'url'],
    ['an address that is none', { input: 'one.mp4' }, 'url'],
    ['a clip of nothing', { input: 'mux://assets/nothing' }, 'url'],
    ['start and end of a file', { inputs: [{ url: film, start_time: 1 }] }, 'start_time'],
    [
      'a clip that ends before it starts',
      {
        inputs: [
          {
            url: 'mux://assets/7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f',
            start_time: 5,
            end_time: 5,
          },
        ],
      },
      'end_time',
    ],
    ['a text track first', { inputs: [{ url: film, type: 'text' }] }, 'type'],
    ['a second film', { inputs: [{ url: film }, { url: film }] }, 'type'],
    [
      'a track without a language',
      { inputs: [{ url: film }, { url: film, type: 'audio' }] },
      'language_code',
    ],
    [
      'two tracks of one name',
      {
        inputs: [
          { url: film },
          { url: film, type: 'text', language_code: 'en' },
          { url: film, type: 'text', language_code: 'en' },
        ],
      },
      'name',
    ],
    ['DRM', { input: film, playback_policy: 'drm' }, 'playback_policies'],
    [
      'mp4_support with static renditions',
      { input: film, mp4_support: 'standard', static_renditions: [{ resolution: 'highest' }] },
      'static_renditions',
    ],
    [
      'one rendition twice',
      { input: film, static_renditions: [{ resolution: 'highest' }, { resolution: 'highest' }] },
      'static_renditions',
    ],
    [
      'UPLD-022 a title of 513 characters',
      { input: film, meta: { title: 't'.repeat(513) } },
      'title',
    ],
    [
      'UPLD-024 a creator ID of 129 characters',
      { input: film, meta: { creator_id: 'c'.repeat(129) } },
      'creator_id',
    ],
    [
      'UPLD-024 an external ID of 129 characters',
      { input: film, meta: { external_id: 'c'.repeat(129) } },
      'external_id',
    ],
    [
      'a passthrough of 256 characters',
      { input: film, passthrough: 'p'.repeat(256) },
      'passthrough',
    ],
  ])('400 for %s', async (_, body, field) => {
    const { caller, environment } = await setUp()
    const answer = await create(caller, body)
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_parameters' } } })
    expect(answer.body.error.fields).toHaveProperty(field)
    expect(await countRows(database, 'assets', { environment_id: environment.id })).toBe(0)
    expect(await jobsOf(environment)).toEqual([])
  })
})

describe('list', () => {
  const titles = (body: { data: { meta?: { title: string } }[] }) =>
    body.data.map(({ meta }) => meta?.title)

  const three = async () => {
    const world = await setUp()
    const made = []
    for (const title of ['One', 'Two 50%', 'Three'])
      made.push(await created(world.caller, { input: film, meta: { title } }))
    const list = async (query = '') => {
      const answer = await call(`${address}?${query}`, world.caller)
      expect(answer.status).toBe(200)
      return answer.body
    }
    return { ...world, made, list }
  }

  test('ASST-002 newest first, 25 by default, with how many there are', async () => {
    const { list } = await three()
    const body = await list()
    expect(titles(body)).toEqual(['Three', 'Two 50%', 'One'])
    expect(body).toMatchObject({ total_row_count: 3, page: 1, limit: 25 })
    expect(body).not.toHaveProperty('next_cursor')
  })

  test('continued by page until an empty one, and by cursor although something new came in', async () => {
    const { list, caller } = await three()
    const first = await list('limit=2')
    expect(titles(await list('limit=2&page=2'))).toEqual(['One'])
    expect(titles(await list('limit=2&page=3'))).toEqual([])
    await created(caller, { input: film, meta: { title: 'New' } })
    const second = await list(`limit=2&cursor=${first.next_cursor}`)
    expect(titles(second)).toEqual(['One'])
    expect(second).not.toHaveProperty('next_cursor')
    expect((await call(`${address}?cursor=nonsense`, caller)).status).toBe(400)
  })

  test('oldest first, by title, and by cursor in that order too', async () => {
    const { list } = await three()
    const oldest = await list('order_direction=asc&limit=1')
    expect(titles(oldest)).toEqual(['One'])
    expect(titles(await list(`order_direction=asc&limit=1&cursor=${oldest.next_cursor}`))).toEqual([
      'Two 50%',
    ])
    expect(titles(await list('order_by=title&order_direction=asc'))).toEqual([
      'One',
      'Three',
      'Two 50%',
    ])
  })

  test('found by parts of the title as they are written, by id and by status', async () => {
    const { list, made } = await three()
    expect(titles(await list('q=t'))).toEqual(['Three', 'Two 50%'])
    expect(titles(await list('q=0%25'))).toEqual(['Two 50%'])
    expect(titles(await list('q=_'))).toEqual([])
    expect(titles(await list(`q=${made[0].id}`))).toEqual(['One'])
    await makeReady(database, made[1].id)
    expect(titles(await list('status=ready'))).toEqual(['Two 50%'])
  })

  test('by upload and live stream; of what is no id there is nothing', async () => {
    const { list, made } = await three()
    const uploadId = '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'
    await setColumn(database, 'assets', 'upload_id', uploadId, { id: made[2].id })
    expect(titles(await list(`upload_id=${uploadId}`))).toEqual(['Three'])
    expect(await list('upload_id=abcd1234')).toMatchObject({ data: [], total_row_count: 0 })
    expect(await list(`live_stream_id=${uploadId}`)).toMatchObject({ data: [] })
  })
})

describe('update', () => {
  test('changes what it names, clears by an empty text and leaves the rest', async () => {
    const { caller } = await setUp()
    const { id } = await created(caller, {
      input: film,
      meta: { title: 'One', creator_id: 'ann' },
      passthrough: 'mine',
    })
    const change = (body: Record<string, unknown>) =>
      call(`${address}/${id}`, { ...caller, method: 'PATCH', body })
    expect(
      await change({ meta: { title: 'Two' }, passthrough: '', thumbnail_time: 3.5 }),
    ).toMatchObject({
      status: 200,
      body: { data: { meta: { title: 'Two', creator_id: 'ann' }, thumbnail_time: 3.5 } },
    })
    const read = async () => (await call(`${address}/${id}`, caller)).body.data
    expect(await read()).not.toHaveProperty('passthrough')
    expect(await eventTypes(id)).toEqual(['video.asset.created', 'video.asset.updated'])
    const forget = () => call(`${address}/${id}/thumbnail-time`, { ...caller, method: 'DELETE' })
    expect((await forget()).status).toBe(204)
    expect((await forget()).status).toBe(204)
    expect(await read()).not.toHaveProperty('thumbnail_time')
    expect(await eventTypes(id)).toHaveLength(3)
    await makeReady(database, id)
    expect((await change({ thumbnail_time: 61 })).status).toBe(400)
  })
})

describe('delete', () => {
  test('ASST-006 it is gone everywhere at once; its files go and its work ends', async () => {
    const { caller, environment, organization } = await setUp()
    const { id } = await created(caller, { input: film, playback_policy: 'public' })
    const remove = () => call(`${address}/${id}`, { ...caller, method: 'DELETE' })
    expect(await remove()).toMatchObject({ status: 204, body: undefined })
    expect((await remove()).status).toBe(404)
    for (const rest of ['', '/input-info', '/events', '/logs'])
      expect((await call(`${address}/${id}${rest}`, caller)).status).toBe(404)
    expect((await call(address, caller)).body).toMatchObject({ data: [], total_row_count: 0 })
    expect(await countRows(database, 'playback_ids', { asset_id: id })).toBe(0)
    expect(await jobsOf(environment)).toEqual([
      { kind: 'asset.ingest', payload: { assetId: id }, status: 'cancelled' },
      { kind: 'media.remove', payload: { prefix: `${environment.id}/${id}/` }, status: 'queued' },
    ])
    const events = await readEvents(database, {
      object_id: id,
      type: 'video.asset.deleted',
    })
    expect(events).toMatchObject([
      { data: { id, deleted_at: expect.any(Number), playback_ids: [{ policy: 'public' }] } },
    ])
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'asset.deleted',
      subject_id: id,
    })
  })
})

describe('mp4 support and master access', () => {
  const ready = async (body?: Record<string, unknown>) => {
    const world = await setUp()
    const asset = await created(world.caller, body)
    await makeReady(database, asset.id)
    const put = (rest: string, given: Record<string, unknown>) =>
      call(`${address}/${asset.id}/${rest}`, { ...world.caller, method: 'PUT', body: given })
    return { ...world, asset, put }
  }

  test('the older files are made, exchanged and removed', async () => {
    const { put, asset, environment } = await ready()
    const files = (answer: {
      body: { data: { static_renditions?: { files: { name: string }[] } } }
    }) => answer.body.data.static_renditions?.files.map(({ name }) => name)
    expect(files(await put('mp4-support', { mp4_support: 'audio-only,capped-1080p' }))).toEqual([
      'audio.m4a',
      'capped-1080p.mp4',
    ])
    expect(files(await put('mp4-support', { mp4_support: 'audio-only' }))).toEqual(['audio.m4a'])
    expect(files(await put('mp4-support', { mp4_support: 'none' }))).toBeUndefined()
    const made = (await jobsOf(environment)).filter(({ kind }) => kind === 'rendition.make')
    expect(made.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect((await eventTypes(asset.id)).slice(1)).toEqual([
      'video.asset.static_renditions.preparing',
      'video.asset.static_renditions.preparing',
      'video.asset.static_renditions.deleted',
    ])
  })

  test('mp4 support is refused beside static renditions', async () => {
    const { put } = await ready({ input: film, static_renditions: [{ resolution: 'highest' }] })
    expect((await put('mp4-support', { mp4_support: 'standard' })).status).toBe(400)
    expect((await put('mp4-support', { mp4_support: 'none' })).status).toBe(200)
  })

  test('the master is opened for 24 hours under an unguessable address', async () => {
    const { put, asset, environment, caller } = await ready()
    const opened = await put('master-access', { master_access: 'temporary' })
    expect(opened.body.data).toMatchObject({
      master_access: 'temporary',
      master: { status: 'preparing' },
    })
    expect(opened.body.data.master).not.toHaveProperty('url')
    const [row] = await readRows(database, 'assets', { id: asset.id })
    const hours = ((row!['master_until'] as Date).getTime() - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    expect(await jobsOf(environment)).toContainEqual({
      kind: 'master.make',
      payload: { assetId: asset.id, opening: expect.any(String) },
      status: 'queued',
    })
    await setColumn(database, 'assets', 'master_status', 'ready', { id: asset.id })
    const { url } = (await call(`${address}/${asset.id}`, caller)).body.data.master
    expect(url).toMatch(new RegExp(`^${app.settings.publicUrl}/master/[A-Za-z0-9_-]{43}\\.mp4$`))
    const closed = await put('master-access', { master_access: 'none' })
    expect(closed.body.data).not.toHaveProperty('master')
    expect((await eventTypes(asset.id)).slice(1)).toEqual([
      'video.asset.master.preparing',
      'video.asset.master.deleted',
    ])
  })
})

describe('events, logs and what was prepared', () => {
  test('ASST-011 ASST-012 the ten newest events of an asset, in the form of webhooks', async () => {
    const { caller, environment } = await setUp()
    const { id } = await created(caller)
    for (let at = 0; at < 11; at += 1)
      await call(`${address}/${id}`, { ...caller, method: 'PATCH', body: { passthrough: `${at}` } })
    const { data } = (await call(`${address}/${id}/events`, caller)).body
    expect(data).toHaveLength(10)
    expect(data[0]).toEqual({
      id: expect.any(String),
      type: 'video.asset.updated',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      object: { type: 'asset', id },
      environment: { id: environment.id, name: environment.name },
      data: expect.objectContaining({ passthrough: '10', created_at: expect.any(Number) }),
    })
    expect((await call(`${address}/${id}/events?limit=2`, caller)).body.data).toHaveLength(2)
    expect((await call(`${address}/${id}/events?limit=11`, caller)).status).toBe(400)
  })

  test('ASST-011 ASST-012 the calls on an asset by tokens and people, with what was refused', async () => {
    const { caller, admin, organization, environment } = await setUp()
    const { id } = await created(caller)
    const person = { as: admin, organization, environment }
    await call(`${address}/${id}`, { ...person, method: 'PATCH', body: { passthrough: 'x' } })
    const long = { passthrough: 'p'.repeat(256) }
    await call(`${address}/${id}`, { ...person, method: 'PATCH', body: long })
    await call(`${address}/${id}`, person)
    await app.requestLog.flush()
    const { data } = (await call(`${address}/${id}/logs`, caller)).body
    expect(data).toMatchObject([
      {
        type: `PATCH ${address}/${id}`,
        object: { type: 'asset', id },
        environment: { id: environment.id },
        data: {
          status: 400,
          caller: { kind: 'user', id: admin.id, name: 'Test Person' },
          error: { type: 'invalid_parameters' },
        },
      },
      { data: { status: 200, method: 'PATCH', path: `${address}/${id}` } },
      {
        type: `POST ${address}`,
        data: { status: 201, caller: { kind: 'token', id: caller.token.id, name: 'Test token' } },
      },
    ])
    expect(data).toHaveLength(3)
  })

  test('ASST-013 seconds of what became ready by day, what was deleted since included', async () => {
    const { caller } = await setUp()
    const [kept, deleted] = [await created(caller), await created(caller)]
    for (const { id } of [kept, deleted]) await makeReady(database, id)
    const dayBefore = new Date(Date.now() - 86_400_000)
    await setColumn(database, 'assets', 'ready_at', dayBefore, { id: deleted.id })
    await call(`${address}/${deleted.id}`, { ...caller, method: 'DELETE' })
    const { data } = (await call('/ui/v1/usage/assets-prepared?days=2', caller)).body
    expect(data.map(({ value }: { value: number }) => value)).toEqual([0, 60, 60])
    expect(data[2].date).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)
    expect((await call('/ui/v1/usage/assets-prepared', caller)).body.data).toHaveLength(31)
  })
})

test('401 without credentials, 403 to write with a token that may only read', async () => {
  const { environment } = await setUp()
  expect((await call(address)).status).toBe(401)
  const token = await make.accessToken(environment, ['video:read'])
  expect((await create({ token })).status).toBe(403)
  expect((await call(address, { token })).status).toBe(200)
})

test('404 for assets of another environment, unknown and malformed ids', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const foreign = (await created(stranger.caller)).id
  for (const id of [foreign, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense'])
    for (const given of [{}, { method: 'PATCH', body: {} }, { method: 'DELETE' }])
      expect((await call(`${address}/${id}`, { ...caller, ...given })).status).toBe(404)
  expect((await call(address, caller)).body.data).toEqual([])
})
