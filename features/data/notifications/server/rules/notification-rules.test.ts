import { describe, expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer } from '../index.ts'

const { call, database } = await startTestApp([alertsServer, incidentsServer, notificationsServer])
const make = aFactory(database)
const path = '/ui/v1/incident-notification-rules'
const ofCdn = [{ name: 'cdn', value: 'a' }]

const setUp = async () => {
  const world = await make.world()
  const { organization, environment, member } = world
  const caller = { as: member, organization, environment }
  const create = (given: object = {}) =>
    call(path, { ...caller, body: { incident_notification_rule: { rules: ofCdn, ...given } } })
  const send = (id: string, what: string) =>
    call(`${path}/${id}/${what}`, { ...caller, method: 'POST' })
  return { ...world, caller, create, send }
}

const remove = (caller: object, id: string) =>
  call(`${path}/${id}`, { ...caller, method: 'DELETE' })

describe('what a member does', () => {
  test('ALRT-040 ALRT-041 ALRT-042 ALRT-043 values are muted, unmuted and muted again', async () => {
    const { organization, member, caller, create, send } = await setUp()
    const { status, body } = await create()
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      rules: ofCdn,
      status: 'active',
      action: 'reject',
      created_by: member.email,
    })
    const { id } = body.data
    expect((await send(id, 'unmute')).body.data).toMatchObject({ id, action: 'allow' })
    expect((await send(id, 'unmute')).body.data).toMatchObject({ id, action: 'allow' })
    expect((await send(id, 'mute')).body.data).toMatchObject({ id, action: 'reject' })
    expect((await call(`${path}/${id}`, caller)).body.data.action).toBe('reject')
    expect((await call(path, caller)).body).toMatchObject({ data: [{ id }], total_row_count: 1 })
    const changes = await readChanges(database, organization.id)
    expect(changes.map(({ action }) => action)).toEqual([
      'incident_notification_rule.created',
      'incident_notification_rule.unmuted',
      'incident_notification_rule.muted',
    ])
    expect(changes[0]!['subject_name']).toBe('cdn: a')
  })

  test('ALRT-041 values that are muted again have one rule, whatever their order', async () => {
    const { organization, caller, create, send } = await setUp()
    const both = [...ofCdn, { name: 'country', value: 'DE' }]
    const { id } = (await create({ rules: both })).body.data
    const again = await create({ rules: [...both.toReversed(), ofCdn[0]] })
    expect(again).toMatchObject({ status: 201, body: { data: { id, action: 'reject' } } })
    expect((await create({ rules: both, action: 'allow' })).body.data).toMatchObject({
      id,
      action: 'allow',
    })
    expect((await create({ rules: both })).body.data).toMatchObject({ id, action: 'reject' })
    const other = (await create({ rules: [...ofCdn, ...ofCdn] })).body.data
    expect(other.rules).toEqual(ofCdn)
    expect((await send(id, 'unmute')).body.data.action).toBe('allow')
    expect((await call(path, caller)).body.total_row_count).toBe(2)
    const changes = await readChanges(database, organization.id)
    expect(changes.map(({ action }) => action)).toEqual([
      'incident_notification_rule.created',
      'incident_notification_rule.unmuted',
      'incident_notification_rule.muted',
      'incident_notification_rule.created',
      'incident_notification_rule.unmuted',
    ])
  })

  test('all values of an incident can be muted and silenced: five filters and two groups', async () => {
    const { admin, caller, create } = await setUp()
    const values = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ name: 'cdn', value }))
    const all = [...values, { name: 'country', value: 'DE' }, { name: 'asn', value: '1' }]
    expect((await create({ rules: all })).body.data.rules).toEqual(all)
    const silence = {
      starts_at: '2099-01-01T00:00:00.000Z',
      ends_at: '2099-01-02T00:00:00.000Z',
      matches: all,
    }
    const made = await call('/ui/v1/silences', { ...caller, as: admin, body: { silence } })
    expect(made.body.data.matches).toEqual(all)
  })

  test('values that are muted at the same time have one rule', async () => {
    const { caller, create } = await setUp()
    const answers = await Promise.all([create(), create(), create(), create()])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await call(path, caller)).body.total_row_count).toBe(1)
  })

  test('a rule is deleted, with an entry in the audit trail', async () => {
    const { organization, caller, create } = await setUp()
    const { id } = (await create()).body.data
    const removed = await Promise.all([remove(caller, id), remove(caller, id)])
    expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect((await call(`${path}/${id}`, caller)).status).toBe(404)
    expect((await call(path, caller)).body.total_row_count).toBe(0)
    const [, deleted, ...others] = await readChanges(database, organization.id)
    expect(deleted).toMatchObject({
      action: 'incident_notification_rule.deleted',
      subject_name: 'cdn: a',
      detail: { incident_notification_rule: { id, rules: ofCdn, action: 'reject' } },
    })
    expect(others).toEqual([])
  })

  test('an environment that is full of rules has room again when one is deleted', async () => {
    const { caller, create } = await setUp()
    const ofNumber = (value: number) => ({ rules: [{ name: 'cdn', value: `${value}` }] })
    const { id } = (await create()).body.data
    for (let made = 1; made < 200; made += 1) await create(ofNumber(made))
    const refused = await create(ofNumber(200))
    expect(refused.status).toBe(400)
    expect(refused.body.error.messages[0]).toContain('can have 200 notification rules. Delete one')
    expect((await create(ofNumber(7))).status).toBe(201)
    await remove(caller, id)
    expect((await create(ofNumber(200))).status).toBe(201)
  })

  test('ALRT-036 an incident lists the rules that mean it', async () => {
    const { environment, caller, create } = await setUp()
    const { id } = (await create()).body.data
    await create({ rules: [...ofCdn, { name: 'country', value: 'DE' }] })
    const incident = await insertIncident(database, environment, {
      breakdowns: [{ id: 'cdn', name: 'cdn', value: 'a' }],
    })
    const { body } = await call(`/data/v1/incidents/${incident}`, caller)
    expect(body.data.notification_rules).toEqual([
      {
        id,
        action: 'reject',
        property_id: environment.id,
        status: 'active',
        rules: [{ id: 'cdn', name: 'cdn', value: 'a' }],
      },
    ])
  })
})

test.each([
  ['no values', { rules: [] }],
  ['eight values', { rules: Array.from({ length: 8 }, () => ofCdn[0]) }],
  ['an action that is none', { action: 'delay' }],
  ['a dimension that is none', { rules: [{ name: 'cnd', value: 'a' }] }],
])('400 for %s', async (_, wrong) => {
  const { create } = await setUp()
  expect((await create(wrong)).status).toBe(400)
})

test('401 without credentials, 403 for tokens that only read, 404 for rules of others', async () => {
  const { environment, create } = await setUp()
  const { id } = (await create()).body.data
  expect((await call(path)).status).toBe(401)
  const token = await make.accessToken(environment, ['data:read'])
  expect((await call(path, { token })).body.total_row_count).toBe(1)
  expect((await call(`${path}/${id}/unmute`, { token, method: 'POST' })).status).toBe(403)
  expect((await remove({ token }, id)).status).toBe(403)
  const stranger = await setUp()
  for (const what of ['mute', 'unmute']) expect((await stranger.send(id, what)).status).toBe(404)
  expect((await call(`${path}/${id}`, stranger.caller)).status).toBe(404)
  expect((await remove(stranger.caller, id)).status).toBe(404)
})
