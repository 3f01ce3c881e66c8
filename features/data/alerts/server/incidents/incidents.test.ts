import { describe, expect, test } from 'vitest'
import { feature } from '@playhead/server-kit/feature.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertsServer, incidentListener } from '../index.ts'

const told: string[] = []
const listening = feature('listening', {
  parts: [
    incidentListener({
      order: 1,
      changed: async (_, { id }, change) => void told.push(`${change} ${id}`),
    }),
  ],
})
const { call, clock, database } = await startTestApp([alertsServer, listening])
const make = aFactory(database)
const path = '/ui/v1/alert-incidents'

const setUp = async () => {
  const world = await make.world()
  const caller = {
    as: world.member,
    organization: world.organization,
    environment: world.environment,
  }
  const add = (given: Parameters<typeof insertIncident>[2] = {}) =>
    insertIncident(database, world.environment, given)
  const listed = async (query = '') => {
    const { status, body } = await call(`${path}${query}`, caller)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const send = (id: string, what: string, body?: object) =>
    call(`${path}/${id}/${what}`, { ...caller, method: 'POST', ...(body && { body }) })
  return { ...world, caller, add, listed, send }
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)
const at = (hour: string) => `2026-11-20T${hour}:00:00.000000Z`

describe('200', () => {
  test('ALRT-003 ALRT-004 ALRT-013 incidents are listed 50 a page, newest first, by status and type', async () => {
    const { add, listed } = await setUp()
    const open = await add({ started_at: at('10') })
    const closed = await add({ started_at: at('11'), resolved_at: at('12') })
    const anomaly = await add({ started_at: at('12'), type: 'anomaly' })
    expect(await listed()).toMatchObject({ total_row_count: 3, page: 1, limit: 50 })
    expect(idsOf(await listed())).toEqual([anomaly, closed, open])
    expect(idsOf(await listed('?status=open'))).toEqual([anomaly, open])
    expect(idsOf(await listed('?status=closed'))).toEqual([closed])
    expect(idsOf(await listed('?type=threshold'))).toEqual([closed, open])
    expect(idsOf(await listed('?type=anomaly&status=closed'))).toEqual([])
    expect(idsOf(await listed('?limit=1&page=2'))).toEqual([closed])
  })

  test('ALRT-005 ALRT-016 one incident, its times as epoch seconds', async () => {
    const { add, caller } = await setUp()
    const id = await add({
      measurement: 'playback-failure-percentage',
      measured_value: 0.12,
      started_at: at('10'),
    })
    const { body } = await call(`${path}/${id}`, caller)
    expect(body.data).toMatchObject({
      id,
      status: 'open',
      start_time: Date.parse(at('10')) / 1000,
      end_time: null,
      metric_now: 12,
      alert_rule: null,
      time_series_data_on_start: [],
      snoozed_until: null,
    })
  })
})

describe('what members do with an open incident', () => {
  test('it is acknowledged, by the first who does, and that is announced and recorded once', async () => {
    const { admin, member, caller, organization, add, send } = await setUp()
    const id = await add()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(id, 'acknowledge')))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body.data).toMatchObject({ status: 'open', acknowledged_by: member.email })
    }
    await call(`${path}/${id}/acknowledge`, { ...caller, as: admin, method: 'POST' })
    const { body } = await call(`${path}/${id}`, caller)
    expect(body.data.acknowledged_by).toBe(member.email)
    expect(told.filter((one) => one === `acknowledged ${id}`)).toHaveLength(1)
    const changes = await readChanges(database, organization.id)
    expect(changes.filter(({ action }) => action === 'incident.acknowledged')).toMatchObject([
      { subject_id: id },
    ])
  })

  test('it is resolved; programs read it as closed', async () => {
    const { environment, member, add, listed, send } = await setUp()
    const id = await add()
    const second = () => Math.floor(clock.now().getTime() / 1000)
    const before = second()
    const { body } = await send(id, 'resolve')
    expect(body.data).toMatchObject({
      status: 'resolved',
      resolved_by: member.email,
      resolution_reason: null,
    })
    expect(body.data.end_time).toBeGreaterThanOrEqual(before)
    expect(body.data.end_time).toBeLessThanOrEqual(second())
    expect(idsOf(await listed('?status=resolved'))).toEqual([id])
    expect(told).toContain(`ended ${id}`)
    expect(environment).toBeDefined()
  })

  test('it is snoozed until a time and woken again', async () => {
    const { add, send } = await setUp()
    const id = await add()
    const until = new Date(clock.now().getTime() + 3_600_000).toISOString()
    expect((await send(id, 'snooze', { until })).body.data.snoozed_until).toBe(until)
    expect((await send(id, 'snooze', { until: null })).body.data.snoozed_until).toBeNull()
  })
})

test('400 for statuses that do not exist, snoozes that are over or too long, and ended incidents', async () => {
  const { add, caller, send } = await setUp()
  expect((await call(`${path}?status=forgotten`, caller)).status).toBe(400)
  const id = await add()
  const later = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
  for (const until of [later(-1), later(31), 'tomorrow'])
    expect((await send(id, 'snooze', { until })).status).toBe(400)
  const ended = await add({ resolved_at: at('14') })
  for (const what of ['acknowledge', 'resolve'])
    expect(await send(ended, what)).toMatchObject({
      status: 400,
      body: { error: { messages: ['This incident has ended.'] } },
    })
})

test('401 without credentials and 403 for a token that may only read', async () => {
  const { environment, add } = await setUp()
  const id = await add()
  expect((await call(path)).status).toBe(401)
  const token = await make.accessToken(environment, ['data:read'])
  expect((await call(path, { token })).status).toBe(200)
  for (const what of ['acknowledge', 'resolve'])
    expect((await call(`${path}/${id}/${what}`, { token, method: 'POST' })).status).toBe(403)
})

test('404 for incidents of another environment, unknown and malformed ids', async () => {
  const { listed, send, caller } = await setUp()
  const stranger = await setUp()
  const foreign = await stranger.add()
  for (const id of [foreign, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense']) {
    expect((await call(`${path}/${id}`, caller)).status).toBe(404)
    for (const what of ['acknowledge', 'resolve']) expect((await send(id, what)).status).toBe(404)
    expect((await send(id, 'snooze', { until: null })).status).toBe(404)
  }
  expect((await listed()).data).toEqual([])
})
