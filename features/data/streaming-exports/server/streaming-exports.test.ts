import { describe, expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { deleteEnvironmentRow } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { streamingExportLimits } from '../contract.ts'
import { streamingExportsServer } from './index.ts'

const { call, clock, database } = await startTestApp([streamingExportsServer])
const make = aFactory(database)
const path = '/ui/v1/streaming-exports'
const address = 'https://warehouse.example.com/views'
const bucket = {
  endpoint: 'https://s3.example.com',
  region: 'eu-central-1',
  bucket: 'northlight-views',
  prefix: 'raw/views',
  access_key_id: 'AKIA1',
}
const secretKey = 'a-secret-access-key'

const setUp = async () => {
  const world = await make.world()
  const { organization, environment } = world
  const flags = JSON.stringify({ streamingExportsViewstream: true })
  await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
  const place = { organization, environment }
  const caller = { as: world.admin, ...place }
  const create = (settings: object) =>
    call(path, { ...caller, body: { streaming_export: settings } })
  const change = (id: string, changes: object) =>
    call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { streaming_export: changes } })
  return { ...world, place, caller, create, change }
}

describe('what an admin does', () => {
  test('ACCT-081 an export to an address is created, listed, changed, paused and deleted', async () => {
    const { caller, create, change, organization } = await setUp()
    const created = await create({ http: { address } })
    expect(created.status).toBe(201)
    const { signing_secret: secret, ...shown } = created.body.data
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      kind: 'viewstream',
      destination: 'http',
      http: { address },
      s3: null,
      status: 'running',
      enabled: true,
      rows_sent: 0,
      sent_until: expect.any(String),
      last_sent_at: null,
      refused_since: null,
      last_error: null,
      created_at: expect.any(String),
    })
    expect((await call(path, caller)).body).toEqual({
      data: [shown],
      total_row_count: 1,
      page: 1,
      limit: 25,
    })
    const moved = await change(shown.id, { http: { address: `${address}/2` } })
    expect(moved.body.data).toEqual({ ...shown, http: { address: `${address}/2` } })
    const paused = await change(shown.id, { enabled: false })
    expect(paused.body.data).toMatchObject({ status: 'paused', enabled: false })
    expect((await change(shown.id, { enabled: true })).body.data.status).toBe('running')
    const one = `${path}/${shown.id}`
    expect((await call(one, { ...caller, method: 'DELETE' })).status).toBe(204)
    expect((await call(one, caller)).status).toBe(404)
    const changes = await readChanges(database, organization.id)
    expect(changes.map(({ action }) => action)).toEqual([
      'streaming_export.created',
      'streaming_export.updated',
      'streaming_export.updated',
      'streaming_export.updated',
      'streaming_export.deleted',
    ])
    expect(JSON.stringify(changes)).not.toContain(secret)
  })

  test('the secret key of a bucket never comes back, is kept sealed, and stays when it is not given', async () => {
    const { create, change, organization } = await setUp()
    const created = await create({ s3: { ...bucket, secret_access_key: secretKey } })
    expect(created.body.data).toMatchObject({ s3: bucket, http: null, signing_secret: null })
    const { id } = created.body.data
    const changed = await change(id, { s3: { ...bucket, bucket: 'other-views' } })
    expect(changed.body.data.s3).toEqual({ ...bucket, bucket: 'other-views' })
    const [row] = await readRows(database, 'streaming_exports', { id })
    const changes = await readChanges(database, organization.id)
    for (const one of [created.body, changed.body, row, changes])
      expect(JSON.stringify(one)).not.toContain(secretKey)
    expect(JSON.stringify(row)).not.toContain('northlight')
  })

  test('the trail names the address without its query, which may hold a token', async () => {
    const { create, organization } = await setUp()
    await create({ http: { address: `${address}?token=hush` } })
    const [change] = await readChanges(database, organization.id)
    expect(change?.subject_name).toBe(address)
  })

  test('everything is sent again from a moment on', async () => {
    const { caller, create, organization } = await setUp()
    const { id } = (await create({ http: { address } })).body.data
    const from = new Date(clock.now().getTime() - 86_400_000).toISOString()
    const answer = await call(`${path}/${id}/restart`, { ...caller, body: { from } })
    expect(answer.body.data).toMatchObject({ sent_until: from, status: 'delayed' })
    const changes = await readChanges(database, organization.id)
    expect(changes.at(-1)).toMatchObject({ action: 'streaming_export.restarted', detail: { from } })
  })
})

describe('who may', () => {
  test('members read, and change nothing', async () => {
    const { place, member, create } = await setUp()
    const { id } = (await create({ http: { address } })).body.data
    const as = { as: member, ...place }
    expect((await call(path, as)).body.data).toMatchObject([{ id }])
    expect((await call(`${path}/${id}/test`, { ...as, method: 'POST' })).status).toBe(403)
    expect((await call(`${path}/${id}`, { ...as, method: 'DELETE' })).status).toBe(403)
  })

  test('a token needs its permission', async () => {
    const { environment } = await setUp()
    const reader = await make.accessToken(environment, ['data:read'])
    expect((await call(path, { token: reader })).status).toBe(403)
    const all = await make.accessToken(environment, [...scopes])
    expect((await call(path, { token: all })).status).toBe(200)
  })

  test('without the feature nothing is listed or made, and what there is can be deleted', async () => {
    const { caller, create, organization } = await setUp()
    const { id } = (await create({ http: { address } })).body.data
    await setColumn(database, 'organizations', 'feature_overrides', '{}', { id: organization.id })
    expect((await call(path, caller)).body).toMatchObject({ data: [], total_row_count: 0 })
    const answers = [
      await create({ http: { address } }),
      await call(`${path}/${id}`, caller),
      await call(`${path}/${id}/test`, { ...caller, method: 'POST' }),
    ]
    for (const { status, body } of answers)
      expect([status, body.error]).toMatchObject([
        403,
        { type: 'upgrade_required', name: 'streamingExportsViewstream' },
      ])
    expect((await call(`${path}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(204)
  })
})

describe('what is refused', () => {
  test('an environment has at most five', async () => {
    const { create } = await setUp()
    const some = Array.from({ length: streamingExportLimits.perEnvironmentMax + 2 }, (_, number) =>
      create({ http: { address: `${address}/${number}` } }),
    )
    const answers = await Promise.all(some)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201, 201, 201, 201, 201, 400, 400,
    ])
    expect(answers.find(({ status }) => status === 400)?.body.error.messages).toEqual([
      'An environment can have 5 streaming exports.',
    ])
  })

  test.each([
    ['no destination', {}],
    ['two destinations', { http: { address }, s3: { ...bucket, secret_access_key: secretKey } }],
    ['a bucket without a secret', { s3: bucket }],
    ['a kind that is not there', { kind: 'other', http: { address } }],
  ])('%s', async (_, settings) => {
    expect((await (await setUp()).create(settings)).status).toBe(400)
  })

  test.each([
    ['address', 'ftp://example.com'],
    ['address', 'http://10.0.0.1/views'],
    ['address', 'https://name:word@example.com'],
  ])('%s %s', async (field, value) => {
    const answer = await (await setUp()).create({ http: { address: value } })
    expect([answer.status, answer.body.error.fields]).toMatchObject([
      400,
      { [field]: [expect.any(String)] },
    ])
  })

  test.each([
    ['endpoint', 'http://169.254.169.254'],
    ['endpoint', 'https://s3.example.com/path'],
    ['bucket', 'No Bucket'],
    ['bucket', 'a?b'],
    ['prefix', '../up'],
    ['prefix', 'a//b'],
    ['prefix', '/a'],
    ['prefix', 'a#b'],
    ['region', 'eu central'],
    ['access_key_id', ' '],
    ['secret_access_key', 'line\nbreak'],
  ])('%s %s', async (field, value) => {
    const s3 = { ...bucket, secret_access_key: secretKey, [field]: value }
    const answer = await (await setUp()).create({ s3 })
    expect([answer.status, answer.body.error.fields]).toMatchObject([
      400,
      { [field]: [expect.any(String)] },
    ])
  })

  test('the destination of an export stays', async () => {
    const { create, change } = await setUp()
    const { id } = (await create({ http: { address } })).body.data
    const answer = await change(id, { s3: { ...bucket, secret_access_key: secretKey } })
    expect(answer.status).toBe(400)
    expect((await change(id, {})).status).toBe(400)
  })

  test.each([
    ['in the future', 1, {}],
    ['before views are kept', -101, {}],
    ['before the plan keeps views', -36, { retentionDays: 35 }],
    ['before views are kept without a limit of the plan', -101, { retentionDays: 0 }],
  ])('a restart %s', async (_, days, limits) => {
    const { caller, create, organization } = await setUp()
    const flags = JSON.stringify({ streamingExportsViewstream: true, ...limits })
    await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
    const { id } = (await create({ http: { address } })).body.data
    const from = new Date(clock.now().getTime() + days * 86_400_000).toISOString()
    const answer = await call(`${path}/${id}/restart`, { ...caller, body: { from } })
    expect([answer.status, answer.body.error.fields]).toMatchObject([
      400,
      { from: [expect.any(String)] },
    ])
  })
})

test('a restart goes back within a hundred days where the plan sets no limit', async () => {
  const { caller, create, organization } = await setUp()
  const { id } = (await create({ http: { address } })).body.data
  const flags = JSON.stringify({ streamingExportsViewstream: true, retentionDays: 0 })
  await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
  const from = new Date(clock.now().getTime() - 99 * 86_400_000).toISOString()
  expect((await call(`${path}/${id}/restart`, { ...caller, body: { from } })).status).toBe(200)
})

test('settings that another server has sealed are said to be lost, and can be entered again', async () => {
  const { caller, create, change } = await setUp()
  const { id } = (await create({ s3: { ...bucket, secret_access_key: secretKey } })).body.data
  await setColumn(database, 'streaming_exports', 'settings_sealed', 'elsewhere', { id })
  expect((await call(`${path}/${id}`, caller)).body.data).toMatchObject({
    s3: null,
    last_error: 'The settings of this export were encrypted by another server. Enter them again.',
  })
  const again = await change(id, { s3: bucket })
  expect(again.body.error.fields).toEqual({
    secret_access_key: ['Enter the secret access key again.'],
  })
  const whole = await change(id, { s3: { ...bucket, secret_access_key: secretKey } })
  expect(whole.body.data).toMatchObject({ s3: bucket, last_error: null })
})

test('exports go with their environment', async () => {
  const { create, environment } = await setUp()
  await create({ http: { address } })
  await deleteEnvironmentRow(database, environment.id)
  expect(await countRows(database, 'streaming_exports', { environment_id: environment.id })).toBe(0)
})
