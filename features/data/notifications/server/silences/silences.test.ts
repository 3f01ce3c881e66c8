import { describe, expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer } from '../index.ts'

const { call, clock, database } = await startTestApp([alertsServer, notificationsServer])
const make = aFactory(database)
const path = '/ui/v1/silences'
const hourMs = 3_600_000

const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hourMs).toISOString()

const setUp = async () => {
  const world = await make.world()
  const place = { organization: world.organization, environment: world.environment }
  const caller = { as: world.admin, ...place }
  const create = (given: object = {}) =>
    call(path, {
      ...caller,
      body: { silence: { starts_at: inHours(-1), ends_at: inHours(1), ...given } },
    })
  const change = (id: string, silence: object, method = 'PATCH') =>
    call(`${path}/${id}`, { ...caller, method, body: { silence } })
  return { ...world, place, caller, create, change }
}

describe('what an admin does', () => {
  test('a silence is created with proposals for what is left out, listed, changed and deleted', async () => {
    const { organization, admin, caller, create, change } = await setUp()
    const { status, body } = await create({ note: ' Maintenance ' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      note: 'Maintenance',
      repeats: null,
      time_zone: null,
      rule_ids: null,
      matches: [],
      is_active: true,
      incidents: 0,
      created_by: admin.email,
    })
    const later = (await create({ starts_at: inHours(2), ends_at: inHours(3) })).body.data
    expect(later.is_active).toBe(false)
    const listed = await call(path, caller)
    expect(listed.body).toMatchObject({
      data: [{ id: later.id }, { id: body.data.id }],
      total_row_count: 2,
    })
    const { id } = body.data
    const changed = await change(id, { matches: [{ name: 'cdn', value: 'a' }] })
    expect(changed.body.data).toMatchObject({
      note: 'Maintenance',
      matches: [{ name: 'cdn', value: 'a' }],
    })
    expect((await call(`${path}/${id}`, caller)).body.data).toEqual(changed.body.data)
    expect((await call(`${path}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(204)
    expect((await call(`${path}/${id}`, caller)).status).toBe(404)
    const changes = await readChanges(database, organization.id)
    expect(changes.map(({ action }) => action)).toEqual([
      'silence.created',
      'silence.created',
      'silence.updated',
      'silence.deleted',
    ])
    expect(changes[2]!['detail']).toMatchObject({
      silence: { from: { matches: [] }, to: { matches: [{ name: 'cdn', value: 'a' }] } },
    })
  })
})

describe('400', () => {
  test.each([
    ['an end before its start', { ends_at: inHours(-2) }, 'ends_at'],
    ['more than 30 days', { ends_at: inHours(30 * 24) }, 'ends_at'],
    [
      'a day that repeats daily before it ends',
      { ends_at: inHours(24), repeats: 'daily', time_zone: 'UTC' },
      'ends_at',
    ],
    ['a repetition without a time zone', { repeats: 'daily' }, 'time_zone'],
    ['a time zone that is none', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    [
      'a rule that is not there',
      { rule_ids: ['7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'] },
      'rule_ids',
    ],
    [
      'eight values',
      { matches: Array.from({ length: 8 }, () => ({ name: 'cdn', value: 'a' })) },
      'matches',
    ],
    ['a dimension that is none', { matches: [{ name: 'cnd', value: 'a' }] }, 'matches'],
    ['a note of 501 characters', { note: 'n'.repeat(501) }, 'note'],
  ])('%s', async (_, wrong, field) => {
    const { create, change } = await setUp()
    const { id } = (await create()).body.data
    for (const { status, body } of [await create(wrong), await change(id, wrong)]) {
      expect(status).toBe(400)
      expect(JSON.stringify(Object.keys(body.error.fields))).toContain(field)
    }
  })

  test('a new silence that is over already; one that repeats may have begun in the past', async () => {
    const { create } = await setUp()
    const over = { starts_at: inHours(-3), ends_at: inHours(-2) }
    const { status, body } = await create(over)
    expect(status).toBe(400)
    expect(JSON.stringify(body.error.fields)).toContain('A silence must end in the future.')
    expect((await create({ ...over, repeats: 'daily', time_zone: 'UTC' })).status).toBe(201)
  })

  test('rules of another environment, and more than 100 silences', async () => {
    const { create, caller } = await setUp()
    const stranger = await setUp()
    const rule = await call('/ui/v1/alert-rules', {
      ...stranger.caller,
      body: {
        metric: 'current-concurrent-viewers',
        threshold_alert: { value: 1, area: 'below' },
        window_duration: 60,
      },
    })
    expect((await create({ rule_ids: [rule.body.data.id] })).status).toBe(400)
    expect((await stranger.create({ rule_ids: [rule.body.data.id] })).status).toBe(201)
    for (let made = 0; made < 99; made += 1) await create()
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect((await call(path, caller)).body.total_row_count).toBe(100)
  })
})

test('401 without credentials, 403 for members and tokens that may not write, 404 for silences of others', async () => {
  const { environment, member, place, create } = await setUp()
  const { id } = (await create()).body.data
  expect((await call(path)).status).toBe(401)
  const token = await make.accessToken(environment, ['data:read'])
  for (const caller of [{ as: member, ...place }, { token }]) {
    expect((await call(path, caller)).body.total_row_count).toBe(1)
    const silence = { starts_at: inHours(1), ends_at: inHours(2) }
    expect((await call(path, { ...caller, body: { silence } })).status).toBe(403)
    expect((await call(`${path}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(403)
  }
  const stranger = await setUp()
  for (const method of ['GET', 'DELETE'])
    expect((await call(`${path}/${id}`, { ...stranger.caller, method })).status).toBe(404)
  expect((await stranger.change(id, {})).status).toBe(404)
})
