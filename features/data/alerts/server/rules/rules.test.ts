import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertLimits } from '../../contract.ts'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { alertsServer } from '../index.ts'

const { call, database } = await startTestApp([alertsServer, notificationsServer])
const make = aFactory(database)
const path = '/ui/v1/alert-rules'

const minimal = {
  metric: 'current-rebuffering-percentage',
  threshold_alert: { value: 2.5, area: 'above' },
  window_duration: 300,
}

const setUp = async () => {
  const world = await make.world()
  const place = { organization: world.organization, environment: world.environment }
  const caller = { as: world.admin, ...place }
  const create = (given: object = {}) => call(path, { ...caller, body: { ...minimal, ...given } })
  const change = (id: string, body: object, method = 'PATCH') =>
    call(`${path}/${id}`, { ...caller, method, body })
  return { ...world, place, caller, create, change }
}

describe('what an admin does', () => {
  test('ALRT-020 ALRT-021 ALRT-024 a rule is created with proposals for what is left out, and read', async () => {
    const { environment, caller, create } = await setUp()
    const { status, body } = await create()
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      environment_id: environment.id,
      name: null,
      display_name: 'Current rebuffering percentage is above 2.5% for 5 minutes',
      metric: 'current-rebuffering-percentage',
      threshold_alert: { value: 2.5, area: 'above', close_value: null, close_after: 120 },
      window_duration: 300,
      window_min_views: 25,
      filters: [],
      group_by: [],
      groups_max: 20,
      on_no_data: 'keep',
      severity: 'alert',
      channel_ids: null,
      is_enabled: true,
    })
    const read = await call(`${path}/${body.data.id}`, caller)
    expect(read).toMatchObject({ status: 200, body: { data: body.data } })
  })

  test('ALRT-021 ALRT-022 a name is made from the rule until it has one', async () => {
    const { create, change } = await setUp()
    const minute = await create({
      metric: 'current-average-bitrate',
      threshold_alert: { value: 1.25, area: 'below' },
      window_duration: 60,
    })
    const { id, display_name: name } = minute.body.data
    expect(name).toBe('Current average bitrate is below 1.25 Mbps for 1 minute')
    expect((await change(id, { name: ' Low bitrate ' })).body.data).toMatchObject({
      name: 'Low bitrate',
      display_name: 'Low bitrate',
    })
    expect((await change(id, { name: '' })).body.data).toMatchObject({
      name: null,
      display_name: name,
    })
  })

  test('ALRT-018 rules are listed by page from 0 on, 20 a page, newest first', async () => {
    const { caller, create } = await setUp()
    expect((await call(path, caller)).body).toEqual({ data: [], total_row_count: 0 })
    const names = Array.from({ length: 21 }, (_, number) => `Rule ${number}`)
    for (const name of names) await create({ name })
    const namesOf = async (query: string) =>
      (await call(`${path}${query}`, caller)).body.data.map((rule: { name: string }) => rule.name)
    expect(await namesOf('')).toEqual(names.slice(1).toReversed())
    expect(await namesOf('?page=1')).toEqual(names.slice(0, 1))
    expect(await namesOf('?page=2')).toEqual([])
    expect((await call(`${path}?page=1`, caller)).body.total_row_count).toBe(21)
  })

  test('ALRT-024 a change keeps what it leaves out, a replacement does not', async () => {
    const { change, create } = await setUp()
    const filters = [{ dimension: 'country', value: 'DE', display_value: 'Germany', exclude: true }]
    const { id } = (await create({ filters, group_by: ['cdn'], name: 'Mine' })).body.data
    const changed = await change(id, { window_min_views: 0 })
    expect(changed.body.data).toMatchObject({ filters, group_by: ['cdn'], window_min_views: 0 })
    const replaced = await change(id, minimal, 'PUT')
    expect(replaced.body.data).toMatchObject({ filters: [], group_by: [], window_min_views: 25 })
  })

  test('a change of the value alone keeps where and when incidents close', async () => {
    const { change, create } = await setUp()
    const threshold = { value: 5, area: 'above', close_value: 3, close_after: 600 }
    const { id } = (await create({ threshold_alert: threshold })).body.data
    const thresholdAfter = async (part: object) =>
      (await change(id, { threshold_alert: part })).body.data?.threshold_alert
    expect(await thresholdAfter({ value: 9 })).toEqual({ ...threshold, value: 9 })
    expect(await thresholdAfter({ close_value: null })).toEqual({
      ...threshold,
      value: 9,
      close_value: null,
    })
  })

  test('only metric, filters and grouping begin another series', async () => {
    const { change, create } = await setUp()
    const { id } = (await create()).body.data
    const series = async () => (await readRows(database, 'alert_rules', { id }))[0]!
    const before = await series()
    await change(id, { name: 'Another', threshold_alert: { value: 9, area: 'above' } })
    const after = await series()
    expect(after['series_id']).toBe(before['series_id'])
    expect(after['version']).toBe(2)
    await change(id, { filters: [{ dimension: 'cdn', value: null }] })
    expect((await series())['series_id']).not.toBe(before['series_id'])
  })

  test('ALRT-024 a deleted rule is gone; the audit trail has each change with before and after', async () => {
    const { organization, caller, change, create } = await setUp()
    const { id } = (await create()).body.data
    await change(id, { severity: 'warning' })
    await change(id, { severity: 'warning' })
    const removed = await call(`${path}/${id}`, { ...caller, method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect((await call(`${path}/${id}`, caller)).status).toBe(404)
    const changes = await readChanges(database, organization.id)
    expect(changes.map(({ action }) => action)).toEqual([
      'alert_rule.created',
      'alert_rule.updated',
      'alert_rule.deleted',
    ])
    expect(changes[1]!['detail']).toMatchObject({
      alert_rule: { from: { severity: 'alert' }, to: { severity: 'warning' } },
    })
  })
})

describe('400', () => {
  test.each([
    ['no metric', { metric: undefined }, 'metric'],
    ['a metric with a histogram', { metric: 'video-startup-time' }, 'metric'],
    ['an area that is none', { threshold_alert: { value: 1, area: 'near' } }, 'area'],
    ['a value below 0', { threshold_alert: { value: -1, area: 'above' } }, 'value'],
    ['a value as text', { threshold_alert: { value: '5', area: 'above' } }, 'value'],
    ['more than 100 %', { threshold_alert: { value: 101, area: 'above' } }, 'threshold_alert'],
    [
      'a value to close beyond the value',
      { threshold_alert: { value: 5, close_value: 6, area: 'above' } },
      'threshold_alert',
    ],
    [
      'a value to close below a lower limit',
      { threshold_alert: { value: 5, close_value: 4, area: 'below' } },
      'threshold_alert',
    ],
    ['a window of 30 s', { window_duration: 30 }, 'window_duration'],
    ['a window of 90 s', { window_duration: 90 }, 'window_duration'],
    ['a window of more than an hour', { window_duration: 3_660 }, 'window_duration'],
    ['a minimum below 0', { window_min_views: -1 }, 'window_min_views'],
    [
      'six filters',
      { filters: Array.from({ length: 6 }, () => ({ dimension: 'cdn', value: 'a' })) },
      'filters',
    ],
    ['a network that is no number', { filters: [{ dimension: 'asn', value: 'x' }] }, 'filters'],
    ['three dimensions to group by', { group_by: ['cdn', 'asn', 'country'] }, 'group_by'],
    ['a dimension twice', { group_by: ['cdn', 'cdn'] }, 'group_by'],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, 'name'],
  ])('%s', async (_, wrong, field) => {
    const { create } = await setUp()
    const { status, body } = await create(wrong)
    expect(status).toBe(400)
    expect(JSON.stringify(Object.keys(body.error.fields))).toContain(field)
  })

  test('beyond 200 rules, also when many are created at once', async () => {
    const { environment, create } = await setUp()
    const most = alertLimits.rulesPerEnvironment - 1
    for (let made = 0; made < most; made += 1) expect((await create()).status).toBe(201)
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)!.body.error.messages).toEqual([
      'An environment can have 200 alert rules.',
    ])
    expect(await countRows(database, 'alert_rules', { environment_id: environment.id })).toBe(200)
  })
})

test('channels of a rule are channels of its environment, also after a change', async () => {
  const { caller, create, change } = await setUp()
  const stranger = await setUp()
  const addChannel = async (as: typeof caller) => {
    const given = { service: 'email', value: 'a@example.com' }
    const { status, body } = await call('/ui/v1/notification-channels', {
      ...as,
      body: { notification_channel: given },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.id as string
  }
  const [own, foreign] = [await addChannel(caller), await addChannel(stranger.caller)]
  const { id } = (await create({ channel_ids: [own, own] })).body.data
  for (const wrong of [[foreign], [own, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f']])
    for (const answer of [
      await create({ channel_ids: wrong }),
      await change(id, { channel_ids: wrong }),
      await change(id, { ...minimal, channel_ids: wrong }, 'PUT'),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({
        type: 'invalid_parameters',
        fields: { channel_ids: ['There is no such notification channel.'] },
      })
    }
  // A channel that is deleted later is in the way of no other change.
  await call(`/ui/v1/notification-channels/${own}`, { ...caller, method: 'DELETE' })
  expect((await change(id, { name: 'Mine' })).status).toBe(200)
  expect((await change(id, { channel_ids: null })).status).toBe(200)
})

test('401 without credentials, 403 for members and tokens that may not write', async () => {
  const { environment, member, place, create } = await setUp()
  const { id } = (await create()).body.data
  expect((await call(path)).status).toBe(401)
  const token = await make.accessToken(environment, ['data:read'])
  for (const caller of [{ as: member, ...place }, { token }]) {
    expect((await call(path, caller)).body.total_row_count).toBe(1)
    const refused = [
      await call(path, { ...caller, body: minimal }),
      await call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { name: 'x' } }),
      await call(`${path}/${id}`, { ...caller, method: 'DELETE' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  }
})

test('404 for rules of another environment, unknown and malformed ids', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const foreign = (await stranger.create()).body.data.id
  for (const id of [foreign, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense'])
    for (const given of [{}, { method: 'PATCH', body: {} }, { method: 'DELETE' }])
      expect((await call(`${path}/${id}`, { ...caller, ...given })).status).toBe(404)
  expect((await call(`${path}/${foreign}`, stranger.caller)).status).toBe(200)
})
