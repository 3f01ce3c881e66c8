import { describe, expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationLimits } from '../contract.ts'
import { notificationsServer } from './index.ts'

const { app, call, database } = await startTestApp([notificationsServer])
const make = aFactory(database)
const path = '/ui/v1/notification-channels'
const older = '/ui/v1/notification-methods'

const slack = { service: 'slack', value: 'https://hooks.slack.example/services/T0/B0/hush' }
const email = { service: 'email', value: 'ada@example.com' }

const setUp = async () => {
  const world = await make.world()
  const { organization, environment } = world
  const place = { organization, environment }
  const caller = { as: world.admin, ...place }
  const create = (channel: object) =>
    call(path, { ...caller, body: { notification_channel: channel } })
  const change = (id: string, changes: object) =>
    call(`${path}/${id}`, {
      ...caller,
      method: 'PATCH',
      body: { notification_channel: changes },
    })
  return { ...world, place, caller, create, change }
}

describe('200 and 201', () => {
  test('ALRT-029 ALRT-034 a channel is created, listed, changed, switched off and deleted', async () => {
    const { caller, create, change, organization } = await setUp()
    const created = await create(email)
    expect(created.status).toBe(201)
    const { signing_secret: secret, ...shown } = created.body.data
    expect(secret).toBeNull()
    expect(shown).toEqual({
      id: expect.any(String),
      ...email,
      value_hint: 'a…@example.com',
      alert_types: ['threshold', 'anomaly'],
      enabled: true,
      stays_in_outbox: true,
      switched_off_at: null,
      last_sent_at: null,
      last_error: null,
      created_at: expect.any(String),
    })
    const tested = await call(`${path}/${shown.id}/test`, { ...caller, method: 'POST' })
    expect(tested.body.data).toMatchObject({
      delivered: true,
      answer: 'This server has no mail server: the mail is in its outbox, which staff can read.',
    })
    shown.last_sent_at = expect.any(String)
    expect((await call(path, caller)).body).toEqual({
      data: [shown],
      total_row_count: 1,
      page: 1,
      limit: 25,
    })
    const moved = await change(shown.id, { ...slack, alert_types: ['anomaly'] })
    expect(moved.body.data).toEqual({
      ...shown,
      signing_secret: null,
      ...slack,
      stays_in_outbox: false,
      value_hint: 'hooks.slack.example/…',
      alert_types: ['anomaly'],
    })
    expect((await change(shown.id, { enabled: false })).body.data).toMatchObject({
      ...slack,
      enabled: false,
    })
    const one = `${path}/${shown.id}`
    expect((await call(one, { ...caller, method: 'DELETE' })).status).toBe(204)
    expect((await call(one, caller)).status).toBe(404)
    const changes = await readChanges(database, organization.id)
    expect(changes).toMatchObject([
      { action: 'notification_channel.created', detail: { before: null } },
      {
        action: 'notification_channel.updated',
        detail: {
          before: { service: 'email', value_hint: 'a…@example.com' },
          after: { service: 'slack', alert_types: ['anomaly'], enabled: true },
        },
      },
      { action: 'notification_channel.updated', detail: { after: { enabled: false } } },
      { action: 'notification_channel.deleted', detail: { after: null } },
    ])
    expect(JSON.stringify(changes)).not.toContain('hush')
  })

  test.each([
    ['email', 'ada@example.com', 'https://example.com/hook'],
    ['slack', 'https://hooks.slack.example/services/T0/B0/hush', 'ada@example.com'],
    ['pagerduty', 'R0UT1NGKEY0123', ''],
    ['webhook', 'https://example.com/hook', 'R0UT1NGKEY0123'],
  ])(
    'ALRT-029 ALRT-031 a channel of %s has its kind of value, which is required',
    async (service, value, other) => {
      const { create } = await setUp()
      const made = await create({ service, value, alert_types: ['anomaly'] })
      expect(made.body.data).toMatchObject({ service, value, alert_types: ['anomaly'] })
      for (const wrong of [other, '', '   ', undefined, null, 7])
        expect((await create({ service, value: wrong })).status, String(wrong)).toBe(400)
      const empty = await create({ service, value: '' })
      expect(JSON.stringify(empty.body.error)).toContain('A value is required')
      expect((await create({ service, value, alert_types: ['other'] })).status).toBe(400)
      expect((await create({ service: 'sms', value })).status).toBe(400)
    },
  )

  test('ALRT-030 a new channel takes both types of alerts, with anomaly only without alertingV2', async () => {
    const { create, organization } = await setUp()
    expect((await create(email)).body.data.alert_types).toEqual(['threshold', 'anomaly'])
    const flags = JSON.stringify({ alertingV2: false })
    await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
    expect((await create(email)).body.data.alert_types).toEqual(['anomaly'])
  })

  test('ACCT-084 older methods belong to one environment', async () => {
    const { caller, create } = await setUp()
    const { id } = (await create(email)).body.data
    const other = await setUp()
    expect((await call(older, other.caller)).body).toMatchObject({ data: [], total_row_count: 0 })
    const body = { notification_method: { settings: { value: 'eve@example.com' } } }
    const from = other.caller
    expect((await call(`${older}/${id}`, from)).status).toBe(404)
    expect((await call(`${older}/${id}`, { ...from, method: 'PATCH', body })).status).toBe(404)
    expect((await call(`${older}/${id}`, { ...from, method: 'DELETE' })).status).toBe(404)
    expect((await call(`${older}/${id}`, caller)).body.data.settings).toMatchObject(email)
  })

  test('ACCT-084 older notification methods are the same channels as id and settings', async () => {
    const { caller, create } = await setUp()
    const { id } = (await create(slack)).body.data
    const listed = await call(older, caller)
    expect(listed.body.data).toEqual([
      {
        id,
        settings: {
          ...slack,
          value_hint: 'hooks.slack.example/…',
          alert_types: ['threshold', 'anomaly'],
        },
      },
    ])
    const body = { notification_method: { settings: { ...email, alert_types: ['anomaly'] } } }
    const made = await call(older, { ...caller, body })
    expect(made.status).toBe(201)
    const one = `${older}/${made.body.data.id}`
    const changed = await call(one, {
      ...caller,
      method: 'PATCH',
      body: { notification_method: { settings: { value: 'bob@example.com' } } },
    })
    expect(changed.body.data.settings).toEqual({
      service: 'email',
      value: 'bob@example.com',
      value_hint: 'b…@example.com',
      alert_types: ['anomaly'],
    })
    expect((await call(one, caller)).body).toEqual(changed.body)
    expect((await call(one, { ...caller, method: 'DELETE' })).status).toBe(204)
    expect((await call(path, caller)).body.data).toMatchObject([{ id }])
  })

  test('members see the hint of a value, tokens that may write the value itself', async () => {
    const { place, member, environment, create } = await setUp()
    const { id } = (await create({ service: 'pagerduty', value: 'R0UT1NGKEY0123' })).body.data
    const hidden = { value: null, value_hint: '…0123' }
    for (const caller of [
      { as: member, ...place },
      { token: await make.accessToken(environment, ['data:read']) },
    ]) {
      expect((await call(path, caller)).body.data).toMatchObject([hidden])
      expect((await call(`${path}/${id}`, caller)).body.data).toMatchObject(hidden)
      expect((await call(older, caller)).body.data).toMatchObject([{ settings: hidden }])
    }
    const token = await make.accessToken(environment, ['data:write'])
    expect((await call(path, { token })).body.data[0].value).toBe('R0UT1NGKEY0123')
  })

  test('a value is kept sealed', async () => {
    const { create } = await setUp()
    const { id } = (await create(slack)).body.data
    const [row] = await readRows(database, 'notification_channels', { id })
    expect(JSON.stringify(row)).not.toContain('hush')
  })

  test('the secret of a webhook is told once, and stays when its address changes', async () => {
    const { caller, create, change } = await setUp()
    const created = await create({ service: 'webhook', value: 'https://example.com/hook' })
    const { id, signing_secret: secret } = created.body.data
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    const changed = await change(id, { value: 'https://example.com/other' })
    expect(changed.body.data.value).toBe('https://example.com/other')
    expect(JSON.stringify([changed.body, (await call(path, caller)).body])).not.toContain(secret)
    const [row] = await readRows(database, 'notification_channels', { id })
    expect(JSON.parse(app.vault.open(String(row!['value_sealed'])))).toEqual({
      value: 'https://example.com/other',
      signing_secret: secret,
    })
  })
})

describe('the signing secret of a webhook is rotated', () => {
  const webhook = { service: 'webhook', value: 'https://example.com/hook' }
  const rotation = (id: string) => `${path}/${id}/rotate-signing-secret`
  const readSettings = async (id: string) => {
    const [row] = await readRows(database, 'notification_channels', { id })
    return JSON.parse(app.vault.open(String(row!['value_sealed']))) as unknown
  }

  test('the new one is sealed and in this answer only; the trail says so without it', async () => {
    const { caller, create, organization } = await setUp()
    const { id, signing_secret: former } = (await create(webhook)).body.data
    const rotated = await call(rotation(id), { ...caller, method: 'POST' })
    expect(rotated.status).toBe(200)
    const { signing_secret: secret, ...shown } = rotated.body.data
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(secret).not.toBe(former)
    expect((await call(`${path}/${id}`, caller)).body.data).toEqual(shown)
    expect(await readSettings(id)).toEqual({ value: webhook.value, signing_secret: secret })
    const changes = await readChanges(database, organization.id)
    expect(changes.at(-1)).toMatchObject({ action: 'notification_channel.secret_rotated' })
    expect(JSON.stringify(changes)).not.toContain(secret)
  })

  test('a webhook that was made in the older form or from another channel has one to be seen', async () => {
    const { caller, create, change } = await setUp()
    const body = { notification_method: { settings: webhook } }
    const made = await call(older, { ...caller, body })
    const rotated = await call(rotation(made.body.data.id), { ...caller, method: 'POST' })
    expect(rotated.body.data.signing_secret).toMatch(/^[0-9a-f]{64}$/)
    const { id } = (await create(email)).body.data
    const secret = (await change(id, webhook)).body.data.signing_secret
    expect(await readSettings(id)).toEqual({ value: webhook.value, signing_secret: secret })
    expect((await change(id, { enabled: false })).body.data.signing_secret).toBeNull()
  })

  test('one without a secret gets one; one that another server has sealed is entered again', async () => {
    const { caller, create, change } = await setUp()
    const { id } = (await create(webhook)).body.data
    const without = app.vault.seal(JSON.stringify({ value: webhook.value }))
    await setColumn(database, 'notification_channels', 'value_sealed', without, { id })
    const rotated = await call(rotation(id), { ...caller, method: 'POST' })
    expect(await readSettings(id)).toEqual({
      value: webhook.value,
      signing_secret: rotated.body.data.signing_secret,
    })
    await setColumn(database, 'notification_channels', 'value_sealed', 'of another', { id })
    expect((await call(rotation(id), { ...caller, method: 'POST' })).status).toBe(400)
    const entered = (await change(id, { value: webhook.value })).body.data.signing_secret
    expect(await readSettings(id)).toEqual({ value: webhook.value, signing_secret: entered })
  })

  test('400 of other channels, 403 for members, 404 for those of another environment', async () => {
    const { caller, create, place, member } = await setUp()
    const { id: mail } = (await create(email)).body.data
    const refused = await call(rotation(mail), { ...caller, method: 'POST' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.messages).toEqual(['Only a webhook has a signing secret.'])
    const { id, signing_secret: secret } = (await create(webhook)).body.data
    const as = { as: member, ...place, method: 'POST' }
    expect((await call(rotation(id), as)).status).toBe(403)
    const other = await setUp()
    expect((await call(rotation(id), { ...other.caller, method: 'POST' })).status).toBe(404)
    expect(await readSettings(id)).toEqual({ value: webhook.value, signing_secret: secret })
  })
})

describe('400', () => {
  test.each([
    ['ALRT-031 without a value', { service: 'email', value: ' ' }],
    ['a mail address that is none', { service: 'email', value: 'ada' }],
    ['two mail addresses', { service: 'email', value: 'a@example.com,b@example.com' }],
    ['a Slack address that is none', { service: 'slack', value: 'hooks' }],
    ['an address with a password', { service: 'slack', value: 'https://a:b@example.com/' }],
    ['a private address', { service: 'webhook', value: 'http://127.0.0.1/hook' }],
    ['a key with a space', { service: 'pagerduty', value: 'a b' }],
    ['another service', { service: 'pigeon', value: 'coo' }],
    ['no alert type', { ...email, alert_types: [] }],
    ['another alert type', { ...email, alert_types: ['burn_rate'] }],
  ])('%s', async (_, channel) => {
    const { create, caller } = await setUp()
    expect((await create(channel)).status).toBe(400)
    expect((await call(path, caller)).body.data).toEqual([])
  })

  test('another service needs another value, and a change changes something', async () => {
    const { create, change } = await setUp()
    const { id } = (await create(email)).body.data
    expect((await change(id, { service: 'slack' })).status).toBe(400)
    expect((await change(id, { value: 'nobody' })).status).toBe(400)
    expect((await change(id, {})).status).toBe(400)
  })

  test('an environment can have 50', async () => {
    const { create } = await setUp()
    for (let number = 0; number < notificationLimits.perEnvironmentMax; number += 1)
      expect((await create(email)).status).toBe(201)
    const refused = await create(email)
    expect(refused.status).toBe(400)
    expect(refused.body.error.messages).toEqual([
      'An environment can have 50 notification channels.',
    ])
  })
})

test('403 for members who change, 401 for strangers, 404 for those of another environment', async () => {
  const { place, member, create, caller } = await setUp()
  const { id } = (await create(email)).body.data
  const as = { as: member, ...place }
  const body = { notification_channel: { enabled: false } }
  expect((await call(path, { ...as, body: { notification_channel: email } })).status).toBe(403)
  expect((await call(`${path}/${id}`, { ...as, method: 'PATCH', body })).status).toBe(403)
  expect((await call(`${path}/${id}`, { ...as, method: 'DELETE' })).status).toBe(403)
  expect((await call(`${path}/${id}/test`, { ...as, method: 'POST' })).status).toBe(403)
  expect((await call(path)).status).toBe(401)
  const other = await setUp()
  const token = await make.accessToken(other.environment, [...scopes])
  for (const from of [other.caller, { token }]) {
    expect((await call(`${path}/${id}`, from)).status).toBe(404)
    expect((await call(`${path}/${id}`, { ...from, method: 'PATCH', body })).status).toBe(404)
    expect((await call(`${older}/${id}/test`, { ...from, method: 'POST' })).status).toBe(404)
    expect((await call(`${path}/${id}`, { ...from, method: 'DELETE' })).status).toBe(404)
  }
  expect((await call(`${path}/${id}`, caller)).body.data.enabled).toBe(true)
})
