import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { incidentsServer } from './index.ts'

const { call, database } = await startTestApp([incidentsServer])
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const add = (given: Parameters<typeof insertIncident>[2] = {}) =>
    insertIncident(database, world.environment, given)
  const listed = async (query = '') => {
    const { status, body } = await call(`/data/v1/incidents${query}`, { token })
    expect(status).toBe(200)
    return body
  }
  return { ...world, token, add, listed }
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)
const at = (hour: string) => `2026-11-20T${hour}:00:00.000000Z`

describe('200', () => {
  test('an environment without incidents answers an empty page', async () => {
    const { listed } = await setUp()
    expect(await listed()).toMatchObject({ data: [], total_row_count: 0, page: 1, limit: 25 })
  })

  test('an incident is answered in full, its times with microseconds', async () => {
    const { add, token, listed } = await setUp()
    const given = {
      breakdowns: [{ id: '1', name: 'cdn', value: 'fastly' }],
      notification_rules: [
        {
          id: 'r1',
          action: 'email',
          property_id: '7',
          status: 'active',
          rules: [{ id: '2', name: 'country', value: 'US' }],
        },
      ],
      notifications: [{ id: 12, queued_at: at('12'), attempted_at: at('13') }],
    }
    const id = await add({ ...given, incident_key: 'cdn-fastly', resolved_at: at('14') })
    const expected = {
      id,
      incident_key: 'cdn-fastly',
      type: 'threshold',
      status: 'closed',
      severity: 'alert',
      measurement: 'error_rate',
      measured_value: 0.12,
      measured_value_on_close: null,
      threshold: 0.05,
      sample_size: 1000,
      sample_size_unit: 'views',
      affected_views: 120,
      affected_views_per_hour: 240,
      affected_views_per_hour_on_open: 180,
      description: 'Many views fail',
      error_description: 'manifestLoadError',
      impact: 'One view in eight fails.',
      ...given,
      started_at: '2026-11-20T12:00:00.123456Z',
      resolved_at: '2026-11-20T14:00:00.000000Z',
    }
    const answer = await call(`/data/v1/incidents/${id}`, { token })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      data: expected,
      total_row_count: 1,
      timeframe: [Date.parse(at('12')) / 1000, Date.parse(at('14')) / 1000],
    })
    expect((await listed()).data).toEqual([expected])
  })

  test('ALRT-039 lists the newest first, by page, severity and status, and in the orders of the API', async () => {
    const { add, listed } = await setUp()
    const old = await add({ started_at: at('10'), affected_views: 900, severity: 'warning' })
    const middle = await add({
      started_at: at('11'),
      affected_views: 100,
      measured_value: 0.9,
      resolved_at: at('12'),
    })
    const fresh = await add({
      started_at: at('12'),
      affected_views: 500,
      affected_views_per_hour: 9000,
    })
    expect(await listed()).toMatchObject({ data: [{ id: fresh }, { id: middle }, { id: old }] })
    expect(idsOf(await listed('?order_direction=asc'))).toEqual([old, middle, fresh])
    expect(idsOf(await listed('?order_by=views'))).toEqual([old, fresh, middle])
    expect(idsOf(await listed('?order_by=value&limit=1'))).toEqual([middle])
    expect(idsOf(await listed('?order_by=negative_impact&limit=1'))).toEqual([fresh])
    expect(await listed('?severity=warning')).toMatchObject({
      total_row_count: 1,
      data: [{ id: old }],
    })
    expect(idsOf(await listed('?status=closed'))).toEqual([middle])
    expect(idsOf(await listed('?status=expired'))).toEqual([])
    expect(await listed('?limit=2&page=2')).toMatchObject({
      total_row_count: 3,
      data: [{ id: old }],
      page: 2,
      limit: 2,
    })
    expect(idsOf(await listed('?limit=2&page=3'))).toEqual([])
  })

  test('ALRT-004 people get 50 a page', async () => {
    const { admin, organization, environment } = await setUp()
    const answer = await call('/data/v1/incidents', { as: admin, organization, environment })
    expect(answer.body.limit).toBe(50)
  })

  test('ALRT-039 related are those of the same key, and those about the same value at the same time', async () => {
    const { add, token } = await setUp()
    const fastly = [{ id: '1', name: 'cdn', value: 'fastly' }]
    const id = await add({
      incident_key: 'k',
      breakdowns: fastly,
      started_at: at('10'),
      resolved_at: at('12'),
    })
    const again = await add({ incident_key: 'k', started_at: at('20') })
    const together = await add({
      breakdowns: [{ id: '9', name: 'country', value: 'US' }, ...fastly],
      started_at: at('11'),
    })
    await add({ breakdowns: fastly, started_at: at('13') })
    await add({
      breakdowns: [{ id: '1', name: 'cdn', value: 'akamai' }],
      started_at: at('11'),
    })
    const related = await call(`/data/v1/incidents/${id}/related`, { token })
    expect(related.body).toMatchObject({ total_row_count: 2 })
    expect(idsOf(related.body)).toEqual([again, together])
  })
})

test('400 for orders and states that do not exist', async () => {
  const { token } = await setUp()
  for (const query of ['order_by=colour', 'status=forgotten', 'severity=mild', 'limit=101'])
    expect((await call(`/data/v1/incidents?${query}`, { token })).status).toBe(400)
})

test('401 without credentials and 403 without the scope', async () => {
  const { environment } = await setUp()
  expect((await call('/data/v1/incidents')).status).toBe(401)
  const token = await make.accessToken(environment, ['video:read'])
  expect((await call('/data/v1/incidents', { token })).status).toBe(403)
})

test('404 for incidents of another environment, unknown and malformed ids', async () => {
  const { token, listed } = await setUp()
  const stranger = await setUp()
  const foreign = await stranger.add()
  for (const id of [foreign, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'abcd1234'])
    for (const path of ['', '/related'])
      expect((await call(`/data/v1/incidents/${id}${path}`, { token })).status).toBe(404)
  expect((await listed()).data).toEqual([])
})
