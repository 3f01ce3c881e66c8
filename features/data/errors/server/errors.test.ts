import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { errorsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([errorsServer], { clickhouse })
const make = aFactory(database)

const hour = 3_600_000
const now = Date.now()
const iso = (time: number) => new Date(time).toISOString()

const setUp = async () => {
  const organization = await make.organization()
  const environment = await make.environment(organization)
  const token = await make.accessToken(environment, ['data:write'])
  const reader = await make.accessToken(environment, ['data:read'])
  return {
    environment,
    token,
    reader,
    addViews: aViewFactory(clickhouse, environment),
    list: (query = '') => call(`/data/v1/errors${query}`, { token }),
    read: (id: number | string, query = '') => call(`/data/v1/errors/${id}${query}`, { token }),
    write: (id: number | string, notes: unknown, as = token) =>
      call(`/data/v1/errors/${id}`, { token: as, method: 'PATCH', body: { notes } }),
  }
}

const network = {
  error_type_id: 9_007_199_254_740_000,
  player_error_code: '2',
  player_error_message: 'The network went away',
}
const custom = {
  error_type_id: 4711,
  player_error_code: 'drm-42',
  player_error_message: null,
}

describe('200: the list', () => {
  test('VIEW-016 counts views by error, the most frequent first, with percent and last time', async () => {
    const { addViews, list } = await setUp()
    await addViews(
      { ...network, view_end: now - 2 * hour },
      { ...network, view_end: now - 3 * hour, player_error_message: 'An older text' },
      { ...network, view_end: now - 4 * hour, player_error_message: null },
      { ...custom, view_end: now - hour },
      {},
      {},
      {},
      {},
      { ...custom, view_end: now - 30 * hour },
    )
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: network.error_type_id,
          code: 2,
          count: 3,
          description: 'A network error stopped the player from fetching the media.',
          last_seen: iso(now - 2 * hour),
          message: 'The network went away',
          notes: null,
          percentage: 37.5,
          player_error_code: '2',
        },
        {
          id: 4711,
          code: null,
          count: 1,
          description: null,
          last_seen: iso(now - hour),
          message: null,
          notes: null,
          percentage: 12.5,
          player_error_code: 'drm-42',
        },
      ],
      total_row_count: 2,
      timeframe: [expect.any(Number), expect.any(Number)],
      page: 1,
      limit: 1000,
    })
  })

  test('VIEW-016 is filtered, also by the code of the error itself, and the share is of what is left', async () => {
    const { addViews, list } = await setUp()
    await addViews({ ...network, country: 'DE' }, { ...network }, { country: 'DE' }, custom)
    const shares = async (query: string) =>
      (await list(query)).body.data.map((row: { id: number; percentage: number }) => [
        row.id,
        row.percentage,
      ])
    expect(await shares('?filters[]=country:DE')).toEqual([[network.error_type_id, 50]])
    expect(await shares('?filters[]=player_error_code:drm-42')).toEqual([[4711, 100]])
    expect(await shares('?filters[]=country:FR')).toEqual([])
    expect(await shares('?metric_filters[]=playing_time>=1')).toHaveLength(2)
  })

  test('VIEW-016 is paged and ordered', async () => {
    const { addViews, list } = await setUp()
    await addViews(
      ...[1, 2, 3].flatMap((id) =>
        Array.from({ length: id }, () => ({ error_type_id: id, view_end: now - id * hour })),
      ),
    )
    const ids = async (query: string) =>
      (await list(query)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('?limit=2')).toEqual([3, 2])
    expect(await ids('?limit=2&page=2')).toEqual([1])
    expect((await list('?limit=2&page=3')).body).toMatchObject({ data: [], total_row_count: 3 })
    expect(await ids('?order_by=last_seen')).toEqual([1, 2, 3])
    expect(await ids('?order_direction=asc')).toEqual([1, 2, 3])
  })

  test('an environment without views or without errors has an empty list', async () => {
    const { addViews, list } = await setUp()
    expect((await list()).body).toMatchObject({ data: [], total_row_count: 0 })
    await addViews({}, {})
    expect((await list()).body).toMatchObject({ data: [], total_row_count: 0 })
  })
})

describe('200: one error and its notes', () => {
  test('VIEW-017 an error is read by its id, counted over the timeframe', async () => {
    const { addViews, read } = await setUp()
    await addViews(network, { ...network, view_end: now - 30 * hour }, {}, custom)
    const { status, body } = await read(network.error_type_id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: network.error_type_id, count: 1, notes: null })
    const week = await read(network.error_type_id, '?timeframe[]=7:days')
    expect(week.body.data).toMatchObject({ count: 2, percentage: 50 })
  })

  test('notes are written, changed and taken away, and stay with their environment', async () => {
    const one = await setUp()
    const other = await setUp()
    await one.addViews({ ...network, view_end: now - 30 * hour }, network)
    await other.addViews(network)
    const written = await one.write(network.error_type_id, '  Ask the CDN  ')
    expect(written.status).toBe(200)
    expect(written.body.data).toMatchObject({ id: network.error_type_id, notes: 'Ask the CDN' })
    expect((await one.list()).body.data[0].notes).toBe('Ask the CDN')
    expect((await one.read(network.error_type_id)).body.data.notes).toBe('Ask the CDN')
    expect((await other.list()).body.data[0].notes).toBeNull()

    await one.write(network.error_type_id, 'Solved')
    expect((await one.list()).body.data[0].notes).toBe('Solved')
    await one.write(network.error_type_id, '')
    expect((await one.list()).body.data[0].notes).toBeNull()
    const { id } = one.environment
    expect(await readRows(database, 'error_notes', { environment_id: id })).toEqual([])
  })
})

describe('400', () => {
  test('notes are a text of at most 2000 characters', async () => {
    const { addViews, write } = await setUp()
    await addViews(network)
    for (const notes of [7, undefined, 'x'.repeat(2001)]) {
      const { status, body } = await write(network.error_type_id, notes)
      expect(status).toBe(400)
      expect(body.error.fields).toHaveProperty('notes')
    }
    expect((await write(network.error_type_id, 'x'.repeat(2000))).status).toBe(200)
  })

  const refused = ['limit=1001', 'page=0', 'order_by=shoe_size', 'filters[]=nothing:1']
  test.each(refused)('VIEW-016 the list refuses %s', async (query) => {
    const { list } = await setUp()
    expect((await list(`?${query}`)).status).toBe(400)
  })

  test('METR-011 historical ranges have no single errors', async () => {
    const { list, read } = await setUp()
    expect((await list('?timeframe[]=6:months')).body.error.type).toBe('invalid_timeframe')
    expect((await read(1, '?timeframe[]=6:months')).body.error.type).toBe('invalid_timeframe')
  })
})

describe('401, 403 and 404', () => {
  test('reading needs data:read, writing notes data:write', async () => {
    const { environment, addViews, reader, write } = await setUp()
    await addViews(network)
    const video = await make.accessToken(environment, ['video:write'])
    expect((await call('/data/v1/errors')).status).toBe(401)
    expect((await call('/data/v1/errors', { token: video })).status).toBe(403)
    expect((await call('/data/v1/errors', { token: reader })).status).toBe(200)
    expect((await write(network.error_type_id, 'Mine', reader)).status).toBe(403)
  })

  test('unknown, malformed and foreign errors are the same', async () => {
    const one = await setUp()
    const other = await setUp()
    await other.addViews(custom)
    for (const id of ['4711', '5', 'abc', '99999999999999999999', '-1']) {
      expect((await one.read(id)).status).toBe(404)
      expect((await one.write(id, 'Mine')).status).toBe(404)
    }
    expect(await readRows(database, 'error_notes', { environment_id: one.environment.id })).toEqual(
      [],
    )
  })
})
