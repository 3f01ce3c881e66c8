import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { annotationsServer } from './index.ts'

const { call, database, clock } = await startTestApp([annotationsServer])
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['data:read', 'data:write'])
  return { ...world, token, caller: { token } satisfies TestCall }
}

const address = '/data/v1/annotations'
const moment = (iso: string) => Date.parse(iso) / 1000
const add = (caller: TestCall, body: Record<string, unknown>) => call(address, { ...caller, body })
const release = { date: moment('2026-11-20T12:00:00Z'), note: 'Player 4.2 went out' }

describe('200, 201 and 204', () => {
  test('METR-091 a date goes in as epoch seconds and comes out as ISO text', async () => {
    const { caller, organization, environment, token } = await setUp()
    const created = await add(caller, { ...release, sub_property_id: 'sports' })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        date: '2026-11-20T12:00:00.000Z',
        note: 'Player 4.2 went out',
        sub_property_id: 'sports',
      },
    })
    const { id } = created.body.data
    expect((await call(`${address}/${id}`, caller)).body).toEqual(created.body)
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'annotation.created',
        actor_kind: 'token',
        subject_id: id,
        subject_name: 'Player 4.2 went out',
        environment_id: environment.id,
        detail: { date: '2026-11-20T12:00:00.000Z', access_token_id: token.id },
      },
    ])
  })

  test('METR-093 no sub-property, the empty one and null all mean unassigned', async () => {
    const { caller } = await setUp()
    for (const [at, given] of [{}, { sub_property_id: '' }, { sub_property_id: null }].entries()) {
      const created = await add(caller, { date: release.date + at, note: 'Release', ...given })
      expect(created.body.data.sub_property_id).toBeNull()
    }
  })

  test('METR-094 a note is trimmed and may have 200 characters', async () => {
    const { caller } = await setUp()
    const note = 'ä'.repeat(200)
    expect((await add(caller, { ...release, note: ` ${note} ` })).body.data.note).toBe(note)
  })

  test('METR-098 lists the annotations of a timeframe, newest first, with its ends included', async () => {
    const { caller } = await setUp()
    const now = Math.floor(clock.now().getTime() / 1000)
    const dates = [now - 3 * 86_400, now - 7200, now - 3600, now]
    for (const date of dates) await add(caller, { date, note: `At ${date}` })
    const listed = async (query: string) => {
      const { status, body } = await call(`${address}?${query}`, caller)
      expect(status).toBe(200)
      return { ...body, data: body.data.map((row: { note: string }) => Number(row.note.slice(3))) }
    }
    expect(await listed('')).toEqual({
      data: dates.toReversed(),
      total_row_count: 4,
      timeframe: [dates[0], dates[3]],
      page: 1,
      limit: 25,
    })
    expect((await listed('timeframe[]=24:hours')).data).toEqual([now, now - 3600, now - 7200])
    const exact = await listed(`timeframe[]=${now - 7200}&timeframe[]=${now - 3600}`)
    expect(exact).toMatchObject({
      data: [now - 3600, now - 7200],
      total_row_count: 2,
      timeframe: [now - 7200, now - 3600],
    })
    expect((await listed('order_direction=asc&limit=3')).data).toEqual(dates.slice(0, 3))
    expect((await listed('limit=3&page=2')).data).toEqual([dates[0]])
    expect(await listed('limit=3&page=3')).toMatchObject({ data: [], total_row_count: 4 })
  })

  test('METR-098 an environment without annotations answers an empty page', async () => {
    const { caller } = await setUp()
    expect((await call(address, caller)).body).toMatchObject({ data: [], total_row_count: 0 })
  })

  test('METR-095 an update changes the fields it has and leaves the rest', async () => {
    const { admin, organization, environment } = await setUp()
    const caller = { as: admin, organization, environment }
    const { id } = (await add(caller, { ...release, sub_property_id: 'sports' })).body.data
    const change = (body: Record<string, unknown>) =>
      call(`${address}/${id}`, { ...caller, method: 'PATCH', body })
    expect(await change({ note: 'Player 4.3 went out' })).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          note: 'Player 4.3 went out',
          date: '2026-11-20T12:00:00.000Z',
          sub_property_id: 'sports',
        },
      },
    })
    await change({ date: release.date + 60, sub_property_id: null })
    const same = await change({})
    expect(same.body.data).toEqual({
      id,
      note: 'Player 4.3 went out',
      date: '2026-11-20T12:01:00.000Z',
      sub_property_id: null,
    })
    const changes = await readChanges(database, organization.id)
    expect(changes.map((entry) => [entry['action'], entry['detail']]).slice(1)).toEqual([
      ['annotation.updated', { note: { from: release.note, to: 'Player 4.3 went out' } }],
      [
        'annotation.updated',
        {
          date: { from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:01:00.000Z' },
          sub_property_id: { from: 'sports', to: null },
        },
      ],
    ])
  })

  test('METR-097 a deleted annotation is gone', async () => {
    const { caller, organization } = await setUp()
    const { id } = (await add(caller, release)).body.data
    const remove = () => call(`${address}/${id}`, { ...caller, method: 'DELETE' })
    expect(await remove()).toMatchObject({ status: 204, body: undefined })
    expect((await call(`${address}/${id}`, caller)).status).toBe(404)
    expect((await remove()).status).toBe(404)
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'annotation.deleted',
      subject_name: release.note,
    })
  })
})

describe('400', () => {
  test('METR-099 METR-100 the same note at the same moment is refused in words that the toast goes on with', async () => {
    const { caller, environment } = await setUp()
    await add(caller, release)
    const other = (await add(caller, { ...release, sub_property_id: 'sports' })).body.data
    const created = await add(caller, { ...release, note: ` ${release.note}` })
    const updated = await call(`${address}/${other.id}`, {
      ...caller,
      method: 'PATCH',
      body: { sub_property_id: null },
    })
    for (const answer of [created, updated]) {
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({
        type: 'invalid_parameters',
        messages: [
          'Invalid annotation',
          'There is already an annotation with this note at this time.',
        ],
      })
    }
    expect(await countRows(database, 'annotations', { environment_id: environment.id })).toBe(2)
  })

  test('METR-099 only one of several equal notes sent at once is written', async () => {
    const { caller } = await setUp()
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(caller, release)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
  })

  test.each([
    ['METR-094 no note', { note: '' }, 'note'],
    ['METR-094 a note of blanks', { note: '   ' }, 'note'],
    ['METR-094 a note of 201 characters', { note: 'n'.repeat(201) }, 'note'],
    ['METR-091 a date as text', { date: '2026-11-20T12:00:00Z' }, 'date'],
    ['METR-091 a date in milliseconds', { date: 1_763_640_000_000 }, 'date'],
    ['METR-091 a date before 1970', { date: -1 }, 'date'],
    [
      'METR-093 a sub-property of 256 characters',
      { sub_property_id: 's'.repeat(256) },
      'sub_property_id',
    ],
  ])('%s', async (_, wrong, field) => {
    const { caller } = await setUp()
    const answer = await add(caller, { ...release, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty(field)
  })

  test('METR-098 a timeframe that is none', async () => {
    const { caller } = await setUp()
    const answer = await call(`${address}?timeframe[]=yesterday`, caller)
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_timeframe' } } })
  })
})

test('401 without credentials', async () => {
  expect((await call(address)).status).toBe(401)
})

test('403 to write with a token that may only read', async () => {
  const { environment } = await setUp()
  const token = await make.accessToken(environment, ['data:read'])
  expect((await add({ token }, release)).status).toBe(403)
  expect((await call(address, { token })).status).toBe(200)
})

test('404 for annotations of another environment, unknown and malformed ids', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const foreign = (await add(stranger.caller, release)).body.data.id
  for (const id of [foreign, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense'])
    for (const given of [{}, { method: 'PATCH', body: { note: 'Mine' } }, { method: 'DELETE' }])
      expect((await call(`${address}/${id}`, { ...caller, ...given })).status).toBe(404)
  expect((await call(address, caller)).body.data).toEqual([])
  expect((await call(`${address}/${foreign}`, stranger.caller)).body.data.note).toBe(release.note)
})
