import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { endpoints, get, nothing, post } from '@playhead/contract-kit/define.ts'
import { anyone, scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { DatabaseUnavailable } from '@playhead/postgres/database-unavailable.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { feature } from '../feature.ts'
import { implement } from '../implement.ts'
import { createApi } from './api.ts'

const things = endpoints({
  read: get('/video/v1/things', {
    access: scoped('video:read'),
    summary: 'Which environment the caller is in',
    returns: dataOf(z.object({ environment_id: z.uuid() })),
  }),
  write: post('/video/v1/things', {
    access: scoped('video:write', { admin: true }),
    summary: 'Write a thing',
    body: z.object({
      thing: z.object({
        name: z.string().check(z.minLength(1, 'Name is required')),
        counts: z.optional(z.record(z.string(), z.number())),
        more: z.optional(z.unknown()),
      }),
    }),
    returns: nothing,
  }),
  fail: get('/video/v1/failures/:kind', {
    access: anyone('It is a test of failures.'),
    summary: 'Fail',
    params: z.object({ kind: z.enum(['unavailable', 'analytics', 'bug', 'leak']) }),
    returns: dataOf(z.object({ shown: z.string() })),
  }),
  greet: post('/video/v1/greetings', {
    access: anyone('It is a test of strangers.'),
    summary: 'Greet whoever comes',
    returns: nothing,
  }),
})

const secret = 'the password is hunter22'

const thingsServer = feature('things', {
  endpoints: [
    implement(things, {
      read: async ({ environment }) => ({ data: { environment_id: environment.id } }),
      write: async () => undefined,
      fail: async ({ params }) => {
        if (params.kind === 'unavailable') throw new DatabaseUnavailable(secret)
        if (params.kind === 'analytics') throw new ClickHouseUnavailable(secret)
        if (params.kind === 'bug') throw new Error(secret, { cause: { body: 'access token 4711' } })
        return { data: { shown: 'yes', hidden: secret } as { shown: string } }
      },
      greet: async () => undefined,
    }),
  ],
})

const { app, call, database, logLines } = await startTestApp([thingsServer])
const make = aFactory(database)
const world = await make.world()
const foreign = await make.world()
const path = '/video/v1/things'
const place = { organization: world.organization, environment: world.environment }

describe('an endpoint of an environment', () => {
  test('a token works in its own environment', async () => {
    const token = await make.accessToken(world.environment, ['video:read'])
    const { status, body } = await call(path, { token })
    expect([status, body]).toEqual([200, { data: { environment_id: world.environment.id } }])
  })

  test('the permission to write includes reading', async () => {
    const token = await make.accessToken(world.environment, ['video:write'])
    expect((await call(path, { token })).status).toBe(200)
  })

  test('a token without the permission is refused, and the answer names it', async () => {
    const token = await make.accessToken(world.environment, ['video:read', 'data:write'])
    const { status, body } = await call(path, { token, body: { thing: { name: 'x' } } })
    expect([status, body.error.type]).toEqual([403, 'forbidden'])
    expect(body.error.messages[0]).toContain('video:write')
  })

  test('a token that names another environment is refused', async () => {
    const token = await make.accessToken(world.environment, ['video:read'])
    const { status, body } = await call(path, { token, environment: foreign.environment })
    expect([status, body.error.type]).toEqual([400, 'invalid_environment'])
  })

  test.each([
    '',
    'Basic',
    'Basic !!!',
    'Bearer abc',
    `Basic ${btoa('no-uuid:secret')}`,
    `Basic ${btoa(`${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}:x`)}`,
  ])('the credentials %j are a 401', async (authorization) => {
    expect((await call(path, { headers: { authorization } })).status).toBe(401)
  })

  test('a wrong secret is a 401', async () => {
    const { id } = await make.accessToken(world.environment, ['video:read'])
    expect((await call(path, { token: { id, secret: 'wrong' } })).status).toBe(401)
  })

  test('SHELL-033 a member works in an environment that is open to them, and in no other', async () => {
    const closed = await make.environment(world.organization)
    expect((await call(path, { as: world.member, ...place })).status).toBe(200)
    for (const environment of [closed, foreign.environment, { id: 'nonsense' }, undefined]) {
      const answer = await call(path, {
        as: world.member,
        organization: world.organization,
        environment,
      })
      expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_environment'])
    }
  })

  test('SHELL-120 the environment may also be named in the query', async () => {
    const answer = await call(`${path}?environment_id=${world.environment.id}`, {
      as: world.member,
      organization: world.organization,
    })
    expect(answer.status).toBe(200)
  })

  test('SHELL-044 that is for admins refuses members', async () => {
    const body = { thing: { name: 'x' } }
    expect((await call(path, { as: world.member, ...place, body })).status).toBe(403)
    expect((await call(path, { as: world.admin, ...place, body })).status).toBe(204)
  })
})

describe('answers', () => {
  test('our own message of a field stays as it is', async () => {
    const { body } = await call(path, { as: world.admin, ...place, body: { thing: { name: '' } } })
    expect(body).toEqual({
      error: {
        type: 'invalid_parameters',
        messages: ['Name is required'],
        fields: { name: ['Name is required'] },
      },
    })
  })

  test.each(['a\0b', '\ud800'])('%j is no text; the answer names the field', async (name) => {
    const answer = await call(path, { as: world.admin, ...place, body: { thing: { name } } })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty('name')
  })

  test('every answer carries a request id; a failure is logged with it and reveals nothing', async () => {
    const { status, body, headers } = await call('/video/v1/failures/bug')
    expect([status, body.error.type]).toEqual([500, 'internal'])
    expect(JSON.stringify(body)).not.toContain('hunter22')
    const logged = logLines.find((line) => line.includes(headers.get('x-request-id')!))
    expect(logged).toContain(secret)
    expect(logged).not.toContain('4711')
  })

  test.each([
    ['a name that every object has', `{"thing":{"name":"x","counts":{"constructor":"many"}}}`],
    [
      'the name of the prototype',
      `{"thing":{"name":"x","counts":{"__proto__":"many"},"more":"\\u0000"}}`,
    ],
    [
      'more depth than anybody needs',
      `{"thing":{"name":"x","more":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    ],
  ])('%s is refused as any other wrong body', async (_, body) => {
    const answer = await call(path, { as: world.admin, ...place, body })
    expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_parameters'])
  })

  test.each(['unavailable', 'analytics'])(
    'a database that is away is a 503 with Retry-After: %s',
    async (kind) => {
      const { status, body, headers } = await call(`/video/v1/failures/${kind}`)
      expect([status, body.error.type]).toEqual([503, 'unavailable'])
      expect(headers.get('retry-after')).toBe('2')
      expect(JSON.stringify(body)).not.toContain('hunter22')
    },
  )

  test('a name that the contract does not declare never leaves', async () => {
    const { body } = await call('/video/v1/failures/leak')
    expect(body).toEqual({ data: { shown: 'yes' } })
  })

  test('SHELL-118 unknown addresses below the API prefixes are 404 in the one error shape', async () => {
    for (const prefix of ['/ui/v1', '/data/v1', '/video/v1', '/system/v1']) {
      const { status, body } = await call(`${prefix}/nothing-here`)
      expect([status, body.error.type]).toEqual([404, 'not_found'])
    }
  })

  test('another method is a 405, a malformed id a 404, a large body a 413', async () => {
    const refused = await call(path, { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect((await call('/video/v1/failures/other')).status).toBe(404)
    const body = { thing: { name: 'x'.repeat(1_100_000) } }
    expect((await call(path, { as: world.admin, ...place, body })).status).toBe(413)
  })

  test.each(['/video/v1/failures/%E0%A4%A', '/video/v1/things/', '/video/v1/%'])(
    'the address %s is a 404 in the one error shape',
    async (address) => {
      const { status, body } = await call(address)
      expect([status, body.error.type]).toEqual([404, 'not_found'])
    },
  )

  test('NUL in a path parameter is a 400', async () => {
    const { status, body } = await call('/video/v1/failures/%00')
    expect([status, body.error.type]).toEqual([400, 'invalid_parameters'])
  })
})

describe('a page elsewhere', () => {
  const foreign = { 'x-requested-with': '', origin: 'https://evil.example' }

  test('can not act with our cookie', async () => {
    const answer = await call(path, {
      as: world.admin,
      ...place,
      headers: foreign,
      body: { thing: { name: 'x' } },
    })
    expect([answer.status, answer.body.error.type]).toEqual([403, 'request_not_trusted'])
  })

  test('can not act by putting credentials into the address of its form either', async () => {
    const headers = { ...foreign, authorization: `Basic ${btoa('any:thing')}` }
    expect((await call('/video/v1/greetings', { method: 'POST', headers })).status).toBe(403)
    expect((await call('/video/v1/greetings', { method: 'POST' })).status).toBe(204)
  })
})

describe('limits', () => {
  test('a caller who asks too often is asked to wait; others are not', async () => {
    const limited = createApi(app, [thingsServer], { burst: 2, perSecond: 0.001 })
    const token = await make.accessToken(world.environment, ['video:read'])
    const other = await make.accessToken(world.environment, ['video:read'])
    const ask = async ({ id, secret: key }: { id: string; secret: string }) =>
      limited.request(path, { headers: { authorization: `Basic ${btoa(`${id}:${key}`)}` } })
    expect((await ask(token)).headers.get('x-ratelimit-remaining')).toBe('1')
    expect((await ask(token)).status).toBe(200)
    const refused = await ask(token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1000')
    expect((await ask(other)).status).toBe(200)
  })

  test('guessing at secrets is limited by address', async () => {
    const limited = createApi(app, [thingsServer], { burst: 2, perSecond: 0.001 })
    const { id } = await make.accessToken(world.environment, ['video:read'])
    const guess = async () => {
      const authorization = `Basic ${btoa(`${id}:guess`)}`
      return (await limited.request(path, { headers: { authorization } })).status
    }
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429])
  })

  test('the addresses of one /64 are one stranger, who cannot outrun the limit by changing them', async () => {
    const proxied = { ...app, settings: { ...app.settings, trustsProxy: true } }
    const limited = createApi(proxied, [thingsServer], { burst: 2, perSecond: 0.001 })
    const ask = async (ip: string) =>
      (await limited.request(path, { headers: { 'x-forwarded-for': ip } })).status
    expect([await ask('2001:db8:1:2::1'), await ask('2001:db8:1:2:3::')]).toEqual([401, 401])
    expect(await ask('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(401)
  })

  test('refused requests count too, so ids of others cannot be searched without end', async () => {
    const limited = createApi(app, [thingsServer], { burst: 2, perSecond: 0.001 })
    const ask = async () =>
      (
        await limited.request(path, {
          headers: { cookie: world.member.cookie, 'x-organization-id': foreign.organization.id },
        })
      ).status
    expect([await ask(), await ask(), await ask()]).toEqual([404, 404, 429])
  })
})

test('ACCT-017 a cancelled organization is read, not written to, by people and tokens alike', async () => {
  const cancelled = await make.world()
  await setColumn(database, 'organizations', 'cancelled_at', new Date(), {
    id: cancelled.organization.id,
  })
  const { organization, environment, admin } = cancelled
  const token = await make.accessToken(environment, ['video:write'])
  const body = { thing: { name: 'One' } }
  const answers = [
    await call(path, { token }),
    await call(path, { as: admin, organization, environment }),
    await call(path, { token, body }),
    await call(path, { as: admin, organization, environment, body }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 403, 403])
})
