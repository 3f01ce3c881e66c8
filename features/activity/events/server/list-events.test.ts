import { describe, expect, test } from 'vitest'
import { within } from '@playhead/server-kit/tenant.ts'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { eventsServer } from './index.ts'

const { app, call, clock, database } = await startTestApp([eventsServer])
const make = aFactory(database)

const setUp = async () => {
  const { environment, ...world } = await make.world()
  const token = await make.accessToken(environment, ['video:read'])
  const tenant: Environment = {
    id: environment.id,
    organizationId: environment.organizationId,
    postgres: database,
    clickhouse: app.clickhouse,
  }
  const happen = async (
    objectId: string,
    {
      type = 'video.asset.created',
      secondsAgo,
      requestId,
    }: { type?: string; secondsAgo?: number; requestId?: string } = {},
  ) => {
    const id = await recordEvent(
      { ...tenant, ...(requestId && { requestId }) },
      { type, objectType: type.split('.')[1]!, objectId, data: { id: objectId, status: 'ready' } },
    )
    if (secondsAgo !== undefined) {
      const at = new Date(clock.now().getTime() - secondsAgo * 1000)
      await setColumn(database, 'events', 'created_at', at, { id })
    }
    return id
  }
  const list = async (query = '') => {
    const { status, body } = await call(`/ui/v1/events?${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { data: { id: string; object: { id: string } }[]; total_row_count: number }
  }
  const objects = async (query: string) => (await list(query)).data.map(({ object }) => object.id)
  return { ...world, environment, token, tenant, happen, list, objects }
}

describe('the list of events', () => {
  test('ACTV-003 ACTV-004 is newest first, with type, id, object, environment and data', async () => {
    const { happen, list, environment } = await setUp()
    await happen('one')
    const id = await happen('two')
    const { data, total_row_count } = await list()
    expect(total_row_count).toBe(2)
    expect(data.map(({ object }) => object.id)).toEqual(['two', 'one'])
    expect(data[0]).toEqual({
      id,
      type: 'video.asset.created',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      object: { type: 'asset', id: 'two' },
      environment: { id: environment.id, name: environment.name },
      data: { id: 'two', status: 'ready' },
      delivery: { delivered: 0, pending: 0, failed: 0 },
    })
  })

  test('ACTV-003 finds the same events as a plain model, for every filter and page', async () => {
    const { happen, objects, list } = await setUp()
    const types = ['video.asset.created', 'video.asset.ready', 'video.upload.created']
    const count = howMany('activity-rows', { usual: 60, long: 1000, release: 1000 })
    const rows: { id: string; name: string; type: string; secondsAgo: number }[] = []
    for (let index = 0; index < count; index += 1) {
      const type = types[(index * 7) % types.length]!
      const name = `object-${(index * 5) % 11}`
      // Each at its own time, and none near an edge of a timeframe.
      const secondsAgo = ((index * 7919) % count) * 1543 + 1801
      rows.push({ id: await happen(name, { type, secondsAgo }), name, type, secondsAgo })
    }
    const newestFirst = rows.toSorted((one, other) => one.secondsAgo - other.secondsAgo)
    const expected = (keep: (row: (typeof rows)[number]) => boolean) =>
      newestFirst.filter(keep).map(({ name }) => name)
    const [some] = rows
    const filters: [query: string, keep: (row: (typeof rows)[number]) => boolean][] = [
      ['', () => true],
      ['types[]=video.asset.ready', ({ type }) => type === 'video.asset.ready'],
      ['types[]=video.asset.*', ({ type }) => type.startsWith('video.asset.')],
      ['types[]=*.created', ({ type }) => type.endsWith('.created')],
      ['types[]=video_asset.*', () => false],
      ['object_id=object-3', ({ name }) => name === 'object-3'],
      ['q=object-3', ({ name }) => name === 'object-3'],
      [`q=${some!.id.toUpperCase()}`, ({ id }) => id === some!.id],
      ['timeframe[]=6:hours', ({ secondsAgo }) => secondsAgo < 6 * 3600],
      [
        'timeframe[]=6:hours&types[]=video.asset.ready&q=object-3',
        (row) =>
          row.secondsAgo < 6 * 3600 && row.type === 'video.asset.ready' && row.name === 'object-3',
      ],
    ]
    for (const [query, keep] of filters) {
      const all = expected(keep)
      expect((await list(query)).total_row_count, query).toBe(all.length)
      const found: string[] = []
      for (let page = 1; page <= all.length / 25 + 1; page += 1)
        found.push(...(await objects(`${query}&page=${page}`)))
      expect(found, query).toEqual(all)
    }
  })

  test('ACTV-003 has the events of its environment only, and of the call that is asked for', async () => {
    const { happen, objects } = await setUp()
    const stranger = await setUp()
    const requestId = crypto.randomUUID()
    await stranger.happen('foreign', { requestId })
    await happen('caused', { requestId })
    await happen('other')
    expect(await objects('')).toEqual(['other', 'caused'])
    expect(await objects(`request_id=${requestId}`)).toEqual(['caused'])
    expect(await objects('request_id=none')).toEqual([])
  })

  test('pages no further than 10,000, and refuses a timeframe that is none', async () => {
    const { token } = await setUp()
    const far = await call('/ui/v1/events?page=402&limit=25', { token })
    expect(far.status).toBe(400)
    expect(far.body.error.messages[0]).toMatch(/Narrow the timeframe/)
    const wrong = await call('/ui/v1/events?timeframe[]=soon', { token })
    expect(wrong).toMatchObject({ status: 400, body: { error: { type: 'invalid_timeframe' } } })
  })

  test('its former use as a feed still answers a place', async () => {
    const { happen, token } = await setUp()
    const { next } = (await call('/ui/v1/events/feed', { token })).body
    await happen('one')
    const read = (await call(`/ui/v1/events?after=${next}`, { token })).body
    expect(read).toMatchObject({ data: [{ object: { id: 'one' } }], gap: false })
    expect((await call(`/ui/v1/events?after=${read.next}`, { token })).body.data).toEqual([])
    clock.advance(3601)
    expect((await call(`/ui/v1/events?after=${next}`, { token })).body.gap).toBe(true)
  })
})

describe('one event', () => {
  test('ACTV-002 ACTV-003 is read by id, with the call that caused it', async () => {
    const { happen, token, tenant } = await setUp()
    const requestId = crypto.randomUUID()
    const id = await happen('one', { requestId })
    expect((await call(`/ui/v1/events/${id}`, { token })).body.data).toMatchObject({
      id,
      object: { type: 'asset', id: 'one' },
      request_id: requestId,
      delivery: { delivered: 0, pending: 0, failed: 0 },
    })
    // A transaction of the call is still a part of the call.
    const inside = await database.transaction((transaction) =>
      recordEvent(within({ ...tenant, requestId }, transaction), {
        type: 'video.asset.ready',
        objectType: 'asset',
        objectId: 'one',
        data: {},
      }),
    )
    expect((await call(`/ui/v1/events/${inside}`, { token })).body.data.request_id).toBe(requestId)
    const own = (await call(`/ui/v1/events/${await happen('job')}`, { token })).body.data
    expect(own).not.toHaveProperty('request_id')
  })

  test('ACTV-002 404 for a foreign, an unknown and a malformed id', async () => {
    const { token } = await setUp()
    const foreign = await (await setUp()).happen('foreign')
    for (const id of [foreign, crypto.randomUUID(), 'feeds'])
      expect((await call(`/ui/v1/events/${id}`, { token })).status).toBe(404)
  })
})

test('401 without credentials, 403 without the permission', async () => {
  const { environment } = await setUp()
  const token = await make.accessToken(environment, ['system:read'])
  for (const path of ['/ui/v1/events', `/ui/v1/events/${crypto.randomUUID()}`]) {
    expect((await call(path)).status).toBe(401)
    expect((await call(path, { token })).status).toBe(403)
  }
})
