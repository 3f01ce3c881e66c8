import { describe, expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { createApi } from '@playhead/server-kit/http/api.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { readChanges, setColumn } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { logsServer } from './index.ts'
import { insertFormerLog } from './testing-former-logs.sql.ts'
import { callFeatures, type Product, products, thingId } from './testing-calls.ts'

const clickhouse = await makeTestClickHouse()
const features = [logsServer, ...callFeatures]
const { app, call, clock, database, logLines } = await startTestApp(features, { clickhouse })
const make = aFactory(database)

interface Listed {
  id: string
  type: string
  created_at: string
  object?: { type: string; id: string }
  data: Record<string, unknown> & { status: number; method: string; error?: { type: string } }
}

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, [...scopes])
  const asMember = (person: typeof world.admin): TestCall => ({
    as: person,
    organization: world.organization,
    environment: world.environment,
  })
  const read = async (path: string, caller: TestCall = asMember(world.member)) => {
    await app.requestLog.flush()
    const { status, body } = await call(path, caller)
    expect(status, `${JSON.stringify(body)} ${logLines.at(-1)}`).toBe(200)
    return body
  }
  const list = async (query = '', caller?: TestCall) =>
    (await read(`/ui/v1/logs?${query}`, caller)) as {
      data: Listed[]
      total_row_count: number
      facets: Record<string, { value: string; label: string; count: number }[]>
    }
  return { ...world, token, asMember, list, read }
}

const create = (product: Product, name: string, given: TestCall) =>
  call(`/${product}/v1/things`, { body: { name, key: 'the sent secret' }, ...given })

describe.each(products)('calls of /%s', (product) => {
  const outcomes: [status: number, type: string, name: string][] = [
    [201, '', 'fine'],
    [402, 'payment_required', 'conflict'],
    [500, 'internal', 'crash'],
    [503, 'unavailable', 'away'],
  ]
  test.each(outcomes)('ACTV-003 what ended as %s %s leaves one row', async (status, type, name) => {
    const { token, list } = await setUp()
    const answer = await create(product, name, { token })
    expect(answer.status).toBe(status)
    const { data } = await list()
    expect(data).toHaveLength(1)
    expect(data[0]!.data).toMatchObject({
      method: 'POST',
      path: `/${product}/v1/things`,
      status,
      request_id: answer.headers.get('x-request-id'),
      caller: { kind: 'token', id: token.id },
    })
    expect(data[0]!.data.error?.type ?? '').toBe(type)
  })

  test('ACTV-003 so does what was refused before its handler', async () => {
    const { environment, member, asMember, list } = await setUp()
    const reader = await make.accessToken(environment, [`${product}:read`])
    const revoked = await make.accessToken(environment, [`${product}:write`])
    await setColumn(database, 'access_tokens', 'expires_at', new Date(0), { id: revoked.id })
    const writer = await make.accessToken(environment, [`${product}:write`])
    const foreign = await make.world()
    const answers = [
      await call(`/${product}/v1/things`, { token: writer, body: { name: 7 } }),
      await call(`/${product}/v1/things`, { token: writer, body: '{' }),
      await create(product, 'fine', { token: revoked }),
      await create(product, 'fine', { token: { ...revoked, secret: 'guessed' } }),
      await create(product, 'fine', { token: reader }),
      await call(`/${product}/v1/things/${thingId}`, { method: 'PUT', ...asMember(member) }),
      await call(`/${product}/v1/things/nothing`, { method: 'PUT', token: writer }),
      await create(product, 'fine', { token: writer, environment: foreign.environment }),
      await call(`/${product}/v1/things/${thingId}`, { token: reader }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      400, 400, 401, 401, 403, 403, 404, 400, 404,
    ])
    const { data } = await list()
    // Guesses at a secret belong to no caller, so they are in nobody's log.
    const logged = answers.filter((_, index) => index !== 3)
    expect(data.map((row) => row.data['request_id']).toSorted()).toEqual(
      logged.map(({ headers }) => headers.get('x-request-id')).toSorted(),
    )
    for (const { status, headers, body } of logged) {
      const row = data.find((one) => one.data['request_id'] === headers.get('x-request-id'))!
      expect(row.data).toMatchObject({ status, error: body.error })
    }
    const refused = data.find((row) => row.data.status === 403 && row.data.method === 'PUT')!
    expect(refused).toMatchObject({
      object: { type: 'asset', id: thingId },
      data: { caller: { kind: 'user', id: member.id } },
    })
  })

  test('reads leave nothing, except failed ones of programs', async () => {
    const { token, asMember, admin, list } = await setUp()
    await call(`/${product}/v1/things`, { token })
    await call(`/${product}/v1/things`, asMember(admin))
    await call(`/${product}/v1/things/${thingId}`, asMember(admin))
    expect((await list()).data).toEqual([])
    await call(`/${product}/v1/things/${thingId}`, { token })
    expect((await list()).data).toMatchObject([{ data: { method: 'GET', status: 404 } }])
  })
})

test('what is refused for being too much is logged once a minute for each caller', async () => {
  const { token, list } = await setUp()
  const api = createApi(app, features, { burst: 2, perSecond: 0.0001 })
  const send = async () =>
    (
      await api.request('/video/v1/things', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`,
        },
        body: '{"name":"fine"}',
      })
    ).status
  const statuses = [await send(), await send(), await send(), await send()]
  clock.advance(61)
  statuses.push(await send())
  expect(statuses).toEqual([201, 201, 429, 429, 429])
  const { data } = await list()
  expect(data.map((row) => row.data.status)).toEqual([429, 429, 201, 201])
})

test('so is what was refused to a person, in the environment that the call names', async () => {
  const { environment, organization, member, admin, asMember, list } = await setUp()
  const stranger = await setUp()
  const api = createApi(app, features, { burst: 1, perSecond: 0.0001 })
  const send = async (person: typeof member, path = '/video/v1/things', method = 'POST') => {
    const { status } = await api.request(path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'playhead',
        'x-organization-id': organization.id,
        'x-environment-id': environment.id,
        cookie: person.cookie,
      },
      ...(method === 'POST' && { body: '{"name":"fine"}' }),
    })
    return status
  }
  for (const person of [member, admin, stranger.member])
    await send(person, '/video/v1/things', 'GET')
  expect(await send(member, '/video/v1/things', 'GET')).toBe(429)
  for (const person of [member, member, admin, stranger.member])
    expect(await send(person)).toBe(429)
  await app.afterResponse.settle(60)
  const logged = async () =>
    (await list()).data.map(({ data }) => [data.status, (data['caller'] as { id: string }).id])
  expect((await logged()).toSorted()).toEqual(
    [
      [429, admin.id],
      [429, member.id],
    ].toSorted(),
  )
  clock.advance(61)
  expect(await send(member)).toBe(429)
  await app.afterResponse.settle(60)
  expect(await logged()).toHaveLength(3)
  expect((await list('', stranger.asMember(stranger.member))).data).toEqual([])
  expect((await list('', asMember(admin))).data).toHaveLength(3)
})

test('ACTV-002 one call has what was sent and answered, without secrets', async () => {
  const { token, list, read, asMember, member } = await setUp()
  await create('video', 'Film', { token, headers: { 'user-agent': 'Uploader/2.1' } })
  const [row] = (await list()).data
  const { data } = await read(`/ui/v1/logs/${row!.id}`)
  expect(data).toMatchObject({ id: row!.id, type: 'POST /video/v1/things' })
  expect(data.object).toEqual({ type: 'thing', id: thingId })
  expect(JSON.parse(data.data.request_body)).toEqual({ name: 'Film', key: '•••' })
  expect(JSON.parse(data.data.response_body)).toEqual({
    data: { id: thingId, name: 'Film', key: '•••' },
  })
  expect(data.data).toMatchObject({ user_agent: 'Uploader/2.1', route: '/video/v1/things' })

  const foreign = await setUp()
  for (const id of [row!.id, crypto.randomUUID(), 'none'])
    expect((await call(`/ui/v1/logs/${id}`, foreign.asMember(foreign.member))).status).toBe(404)
  expect((await foreign.list()).data).toEqual([])
  expect((await call(`/ui/v1/logs/${crypto.randomUUID()}`, asMember(member))).status).toBe(404)
})

test('a call whose address holds a NUL and whose body is no text is logged as it came', async () => {
  const { token, list } = await setUp()
  const headers = { 'user-agent': 'Player/%00\\0' }
  const path = '/video/v1/things/a%00b'
  expect((await call(path, { token, method: 'PUT', headers })).status).toBe(400)
  const body = '{"name": "\\ud83d", "key": "\\u0000"}'
  expect((await call('/video/v1/things', { token, body })).status).toBe(400)
  const { data } = await list()
  expect(data.map((row) => row.data['path'])).toEqual(['/video/v1/things', path])
  expect(data[1]).not.toHaveProperty('object')
  expect(logLines.filter((line) => line.includes('logged'))).toEqual([])
})

test('ACTV-003 a token sees the calls of the products that it may read', async () => {
  const { environment, token, list } = await setUp()
  for (const product of products) await create(product, 'fine', { token })
  const reader = await make.accessToken(environment, ['data:read', 'system:read'])
  const seen = (await list('', { token: reader })).data
  expect(seen.map((row) => row.data['path'])).toEqual(['/system/v1/things', '/data/v1/things'])
  const { facets } = await list('', { token: reader })
  expect(facets['route']!.map(({ value }) => value).toSorted()).toEqual([
    '/data/v1/things',
    '/system/v1/things',
  ])
  const [video] = (await list('route=/video/v1/things')).data
  expect((await call(`/ui/v1/logs/${video!.id}`, { token: reader })).status).toBe(404)
  expect((await call('/ui/v1/logs')).status).toBe(401)
})

test('ACTV-003 finds the same calls as a plain model, for every filter, with their counts', async () => {
  const { environment, list } = await setUp()
  const count = howMany('activity-rows', { usual: 30, long: 300, release: 1000 })
  const now = clock.now().getTime()
  const callers: string[] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const rows = Array.from({ length: count }, (_, index) => {
    // Two calls of each kind, so that counts are more than one.
    const kind = Math.floor(index / 2)
    const status = [200, 201, 400, 403, 404, 500, 503][(kind * 5) % 7]!
    const caller = (kind * 2) % callers.length
    return {
      environment_id: environment.id,
      created_at: new Date(now - (((index * 7919) % count) * 1543 + 1801) * 1000).toISOString(),
      id: crypto.randomUUID(),
      method: ['POST', 'PUT', 'DELETE'][kind % 3]!,
      path: `/video/v1/things/${index % 4}`,
      route: ['/video/v1/things', '/data/v1/things/:id'][kind % 2]!,
      status,
      error_type: status < 400 ? '' : 'forbidden',
      request_id: crypto.randomUUID(),
      duration_ms: index,
      caller_kind: 'token' as const,
      caller_id: callers[caller]!,
      caller_name: `Caller ${caller}`,
      ip_prefix: '',
      user_agent: '',
      object_type: 'asset',
      object_id: `object-${index % 5}`,
      request_body: '',
      response_body: '',
      error: status < 400 ? '' : '{"type":"forbidden","messages":["No."]}',
    }
  })
  for (const row of rows) app.requestLog.add(row)
  const newest = rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  type Row = (typeof rows)[number]
  const filters: [query: string, keep: (row: Row) => boolean][] = [
    ['', () => true],
    ['status[]=4xx', ({ status }) => status >= 400 && status < 500],
    ['status[]=404&status[]=5xx', ({ status }) => status === 404 || status >= 500],
    ['method[]=PUT&method[]=DELETE', ({ method }) => method !== 'POST'],
    ['route=/data/v1/things/:id', ({ route }) => route === '/data/v1/things/:id'],
    [`caller_id=${callers[1]}`, ({ caller_id: id }) => id === callers[1]],
    ['caller_id=Caller', () => false],
    ['object_id=object-2', ({ object_id: id }) => id === 'object-2'],
    [`request_id=${rows[3]!.request_id}`, (row) => row === rows[3]],
    ['request_id=none', () => false],
    ['q=object-2', ({ object_id: id }) => id === 'object-2'],
    [`q=${rows[5]!.request_id.toUpperCase()}`, (row) => row === rows[5]],
    [`q=${rows[6]!.id}`, (row) => row === rows[6]],
    ['timeframe[]=6:hours', (row) => Date.parse(row.created_at) > now - 6 * 3_600_000],
    [
      `status[]=4xx&method[]=POST&caller_id=${callers[0]}`,
      (row) =>
        row.status >= 400 &&
        row.status < 500 &&
        row.method === 'POST' &&
        row.caller_id === callers[0],
    ],
  ]
  for (const [query, keep] of filters) {
    const expected = newest.filter(keep)
    const { facets } = await list(query)
    const found: string[] = []
    for (let page = 1; page <= expected.length / 25 + 1; page += 1) {
      const { data, total_row_count: total } = await list(`${query}&page=${page}`)
      expect(total, `${query}, page ${page}`).toBe(expected.length)
      found.push(...data.map(({ id }) => id))
    }
    expect(found, query).toEqual(expected.map(({ id }) => id))
    for (const { value, count: counted } of facets['status']!)
      expect(counted, query).toBe(expected.filter(({ status }) => status === Number(value)).length)
    for (const { value, label, count: counted } of facets['caller']!) {
      expect(label).toBe(`Caller ${callers.indexOf(value)}`)
      expect(counted, query).toBe(expected.filter((row) => row.caller_id === value).length)
    }
  }
  const far = await call('/ui/v1/logs?page=402', { token: (await setUp()).token })
  expect(far.body.error.messages[0]).toMatch(/Narrow the timeframe/)
})

test('the summary counts the last 24 hours by hour, and names who is refused most', async () => {
  const { environment, token, read } = await setUp()
  const reader = await make.accessToken(environment, ['video:read'])
  for (let time = 0; time < 3; time += 1) await create('video', 'fine', { token: reader })
  await create('video', 'fine', { token })
  await create('video', 'crash', { token })
  const { data } = await read('/ui/v1/logs/summary')
  expect(data.hours).toHaveLength(24)
  const sum = (of: string) =>
    (data.hours as Record<string, number>[]).reduce((all, hour) => all + hour[of]!, 0)
  expect({ ok: sum('succeeded'), refused: sum('refused'), failed: sum('failed') }).toEqual({
    ok: 1,
    refused: 3,
    failed: 1,
  })
  expect(data.refusals).toEqual([
    {
      caller: { id: reader.id, name: expect.any(String) },
      status: 403,
      message: 'This access token does not have the permission video:write.',
      count: 3,
    },
  ])
})

test('calls that an earlier version logged in Postgres are moved, each once', async () => {
  const { environment, list } = await setUp()
  const former = await insertFormerLog(database, environment.id)
  await logsServer.schedules[0]!.run(app)
  await logsServer.schedules[0]!.run(app)
  expect((await list()).data).toMatchObject([
    {
      id: former,
      type: 'DELETE /video/v1/assets/a',
      data: { status: 404, error: { type: 'not_found', messages: ['No.'] } },
    },
  ])
})

describe('what is logged of an environment', () => {
  const path = ({ id }: { id: string }) => `/ui/v1/environments/${id}/log-settings`
  const change = (log_settings: object, environment: { id: string }, given: TestCall) =>
    call(path(environment), { method: 'PUT', body: { log_settings }, ...given })
  const inHours = (hours: number) =>
    new Date(clock.now().getTime() + hours * 3_600_000).toISOString()

  test('every call can be logged for 24 hours, which ends by itself', async () => {
    const { environment, token, admin, asMember, list } = await setUp()
    const until = inHours(24)
    const { status, body } = await change({ every_call_until: until }, environment, asMember(admin))
    expect([status, body]).toEqual([200, { data: { bodies: true, every_call_until: until } }])
    const paths: string[] = []
    for (const caller of [{ token }, asMember(admin)]) {
      for (const product of products) {
        paths.push(`/${product}/v1/things`)
        expect((await call(paths.at(-1)!, caller)).status).toBe(200)
        clock.advance(1)
      }
    }
    const { data } = await list()
    expect(data.map((row) => row.type)).toEqual(paths.map((one) => `GET ${one}`).toReversed())
    clock.advance(24 * 3600)
    expect((await call(path(environment), asMember(admin))).body.data).toEqual({
      bodies: true,
      every_call_until: null,
    })
    await call('/video/v1/things', { token })
    expect((await list()).data).toHaveLength(6)
  })

  test('bodies can be switched off, and each change is in the audit trail', async () => {
    const { environment, organization, token, admin, asMember, list, read } = await setUp()
    await change({ bodies: false }, environment, asMember(admin))
    await change({ bodies: false }, environment, asMember(admin))
    await create('video', 'Film', { token })
    const [row] = (await list()).data
    const { data } = await read(`/ui/v1/logs/${row!.id}`)
    expect(data.data).toMatchObject({ request_body: null, response_body: null, status: 201 })
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'environment.log_settings_changed',
        subject_id: environment.id,
        detail: { bodies: { from: true, to: false } },
      },
    ])
  })

  test('400, 403 and 404: too long, by a member, and of another organization', async () => {
    const { environment, admin, member, asMember } = await setUp()
    const foreign = await setUp()
    for (const until of [inHours(25), inHours(-1), 'tomorrow'])
      expect((await change({ every_call_until: until }, environment, asMember(admin))).status).toBe(
        400,
      )
    expect((await change({ bodies: false }, environment, asMember(member))).status).toBe(403)
    expect((await call(path(environment), asMember(member))).status).toBe(403)
    expect((await change({ bodies: false }, foreign.environment, asMember(admin))).status).toBe(404)
    expect((await call(path(foreign.environment), asMember(admin))).status).toBe(404)
  })
})
