import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readEvents, readRows } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { clearUploadFiles, endOverdueUploads } from './clear-uploads.ts'
import { uploadsServer } from './index.ts'

const { app, call, clock, database } = await startTestApp([uploadsServer], {
  settings: { PLAYHEAD_PUBLIC_URL: 'https://video.example.com' },
})
const make = aFactory(database)
const address = '/video/v1/uploads'

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  return { ...world, token, caller: { token } satisfies TestCall }
}

const create = (caller: TestCall, body: Record<string, unknown> = {}) =>
  call(address, { ...caller, body: { cors_origin: 'https://app.example.com', ...body } })

const cancel = (caller: TestCall, id: string) =>
  call(`${address}/${id}/cancel`, { ...caller, method: 'PUT' })

const eventsOf = async (environment: { id: string }) =>
  (await readEvents(database, { environment_id: environment.id }))
    .toSorted((one, other) => Number(one['sequence']) - Number(other['sequence']))
    .map((row) => ({ type: row['type'], data: row['data'] as Record<string, unknown> }))

describe('200 and 201', () => {
  test('UPLD-059 a new upload has an unguessable address, and shows it while it waits', async () => {
    const { caller, environment } = await setUp()
    const settings = { playback_policies: ['public'], meta: { title: 'Trailer' }, later: true }
    const created = await create(caller, { new_asset_settings: settings })
    expect(created.status).toBe(201)
    const { id, url } = created.body.data
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'waiting',
      url: expect.stringMatching(/^https:\/\/video\.example\.com\/uploads\/[\w-]{43}$/),
      cors_origin: 'https://app.example.com',
      timeout: 3600,
      new_asset_settings: { playback_policies: ['public'], meta: { title: 'Trailer' } },
    })
    expect((await call(`${address}/${id}`, caller)).body.data.url).toBe(url)
    const secret = url.split('/').at(-1)
    const [stored] = await readRows(database, 'uploads', { id })
    expect(JSON.stringify(stored)).not.toContain(secret)
    const events = await eventsOf(environment)
    expect(events).toMatchObject([
      { type: 'video.upload.created', data: { id, status: 'waiting' } },
    ])
    expect(JSON.stringify(events)).not.toContain(secret)
  })

  test('the dashboard creates uploads as its members', async () => {
    const { member, organization, environment } = await setUp()
    const created = await create({ as: member, organization, environment })
    expect(created.status).toBe(201)
  })

  test('a test upload says so', async () => {
    const { caller } = await setUp()
    expect((await create(caller, { test: true })).body.data.test).toBe(true)
  })

  test('lists newest first, and an empty page past the end', async () => {
    const { caller } = await setUp()
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift((await create(caller)).body.data.id)
    const listed = await call(`${address}?limit=2`, caller)
    expect(listed.body).toMatchObject({ total_row_count: 3, page: 1, limit: 2 })
    expect(listed.body.data.map((upload: { id: string }) => upload.id)).toEqual(ids.slice(0, 2))
    const past = await call(`${address}?limit=2&page=3`, caller)
    expect(past).toMatchObject({ status: 200, body: { data: [], total_row_count: 3 } })
  })

  test('UPLD-054 UPLD-060 an upload that waits can be cancelled, and its address is gone', async () => {
    const { caller, environment } = await setUp()
    const { id } = (await create(caller)).body.data
    const cancelled = await cancel(caller, id)
    expect(cancelled).toMatchObject({ status: 200, body: { data: { id, status: 'cancelled' } } })
    expect(cancelled.body.data).not.toHaveProperty('url')
    expect((await eventsOf(environment)).map(({ type }) => type)).toEqual([
      'video.upload.created',
      'video.upload.cancelled',
    ])
  })

  test('UPLD-060 an upload whose file does not come in time has timed out', async () => {
    const { caller } = await setUp()
    const short = (await create(caller, { timeout: 60 })).body.data.id
    const long = (await create(caller, { timeout: 604_800 })).body.data.id
    clock.advance(61)
    await endOverdueUploads(app)
    await clearUploadFiles(app)
    expect((await call(`${address}/${short}`, caller)).body.data).toMatchObject({
      status: 'timed_out',
      timeout: 60,
    })
    expect((await call(`${address}/${short}`, caller)).body.data).not.toHaveProperty('url')
    expect((await call(`${address}/${long}`, caller)).body.data.status).toBe('waiting')
  })

  test('an upload that another server sealed is shown without its address', async () => {
    const { caller } = await setUp()
    const { id } = (await create(caller)).body.data
    app.vault.replaceSecret(Buffer.alloc(32, 7))
    const seen = await call(`${address}/${id}`, caller)
    expect(seen.status).toBe(200)
    expect(seen.body.data).not.toHaveProperty('url')
  })
})

describe('refused', () => {
  test.each([
    ['no origin', { cors_origin: undefined }],
    ['an empty origin', { cors_origin: ' ' }],
    ['a time of less than a minute', { timeout: 59 }],
    ['a time of more than a week', { timeout: 604_801 }],
    ['a time that is no whole number', { timeout: 60.5 }],
    ['a title that is too long', { new_asset_settings: { meta: { title: 'a'.repeat(513) } } }],
    [
      'an address for the file itself',
      { new_asset_settings: { inputs: [{ url: 'https://example.com/a.mp4' }] } },
    ],
  ])('400 for %s', async (_, wrong) => {
    const { caller, environment } = await setUp()
    const answer = await create(caller, wrong)
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_parameters' } } })
    expect(await countRows(database, 'uploads', { environment_id: environment.id })).toBe(0)
  })

  test('403 to cancel an upload that no longer waits', async () => {
    const { caller } = await setUp()
    const { id } = (await create(caller)).body.data
    await cancel(caller, id)
    expect(await cancel(caller, id)).toMatchObject({
      status: 403,
      body: { error: { type: 'forbidden' } },
    })
  })

  test('401 without credentials, 403 without the scope', async () => {
    expect((await call(address)).status).toBe(401)
    const { environment } = await setUp()
    const reading = await make.accessToken(environment, ['video:read'])
    expect((await create({ token: reading })).status).toBe(403)
    expect((await call(address, { token: reading })).status).toBe(200)
  })

  test('404 for uploads of another environment', async () => {
    const { caller } = await setUp()
    const stranger = await setUp()
    const { id } = (await create(stranger.caller)).body.data
    expect((await call(`${address}/${id}`, caller)).status).toBe(404)
    expect((await cancel(caller, id)).status).toBe(404)
    expect((await call(`${address}/${id}`, stranger.caller)).body.data.status).toBe('waiting')
  })
})
