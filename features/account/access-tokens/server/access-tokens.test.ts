import { describe, expect, test } from 'vitest'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { accessTokensServer } from './index.ts'

const { app, call, database, logLines } = await startTestApp([
  accessTokensServer,
  environmentsServer,
])
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  return {
    ...world,
    asAdmin: { as: world.admin, organization: world.organization },
    asMember: { as: world.member, organization: world.organization },
  }
}
const body = (token: Record<string, unknown>) => ({ access_token: token })
const whoami = (token: { id: string; secret: string }) => call('/system/v1/whoami', { token })

const create = async (
  caller: { as: TestPerson; organization: { id: string } },
  environment: { id: string },
  given: Record<string, unknown> = {},
) =>
  call('/ui/v1/access-tokens', {
    ...caller,
    body: body({
      environment_id: environment.id,
      name: 'Uploader',
      permissions: ['video:read'],
      ...given,
    }),
  })

describe('200 and 201', () => {
  test('ACCT-071 ACCT-072 creates a token whose secret is shown once and kept as a hash only', async () => {
    const { asAdmin, environment, organization, admin } = await setUp()
    const created = await create(asAdmin, environment, { name: ' Uploader ' })
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      id: expect.any(String),
      name: 'Uploader',
      private_key: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { id, private_key: secret } = created.body.data
    expect((await whoami({ id, secret })).status).toBe(200)
    const stored = JSON.stringify([
      await readRows(database, 'access_tokens', { id }),
      await readChanges(database, organization.id),
      (await call('/ui/v1/access-tokens', asAdmin)).body,
      logLines,
    ])
    expect(stored).toContain(id)
    expect(stored).not.toContain(secret)
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'access_token.created',
        subject_id: id,
        subject_name: 'Uploader',
        environment_id: environment.id,
        actor_email: admin.email,
        detail: { permissions: ['video:read'] },
      },
    ])
  })

  test('ACCT-066 ACCT-068 writing includes reading: both are stored and both are granted', async () => {
    const { asAdmin, environment } = await setUp()
    const created = await create(asAdmin, environment, {
      permissions: ['data:write', 'video:write', 'data:write', 'system:read'],
    })
    const { id, private_key: secret } = created.body.data
    const answer = await whoami({ id, secret })
    expect(answer.body.data.permissions).toEqual([
      'video:read',
      'video:write',
      'data:read',
      'data:write',
      'system:read',
    ])
  })

  test('ACCT-053 ACCT-054 lists tokens with their environment, permissions and creator', async () => {
    const { asAdmin, environment, admin } = await setUp()
    const { id } = (await create(asAdmin, environment)).body.data
    const { status, body: answer } = await call('/ui/v1/access-tokens', asAdmin)
    expect(status).toBe(200)
    expect(answer).toEqual({
      data: [
        {
          id,
          name: 'Uploader',
          environment_id: environment.id,
          environment_name: environment.name,
          environment_type: 'production',
          permissions: ['video:read'],
          created_at: expect.any(String),
          created_by_user_email: admin.email,
          last_used_at: null,
          valid_until: null,
          expires_at: null,
        },
      ],
      total_row_count: 1,
      page: 1,
      limit: 25,
    })
  })

  test('ACCT-062 ACCT-063 lists 25 a page, newest first, and in any order that is asked for', async () => {
    const { asAdmin, environment } = await setUp()
    const names = Array.from({ length: 27 }, (_, at) => `Token ${String(at).padStart(2, '0')}`)
    for (const name of names) await create(asAdmin, environment, { name })
    const listed = async (query: string) => {
      const { body: answer } = await call(`/ui/v1/access-tokens${query}`, asAdmin)
      expect(answer.total_row_count).toBe(27)
      return answer.data.map((row: { name: string }) => row.name)
    }
    expect(await listed('')).toEqual(names.toReversed().slice(0, 25))
    expect(await listed('?page=2')).toEqual(['Token 01', 'Token 00'])
    expect(await listed('?page=3')).toEqual([])
    expect(await listed('?order_direction=asc&limit=2')).toEqual(['Token 00', 'Token 01'])
    expect(await listed('?order_by=name&order_direction=desc&limit=1')).toEqual(['Token 26'])
  })

  test('ACCT-052 renames a token by its id', async () => {
    const { asAdmin, environment, organization } = await setUp()
    const { id, private_key: secret } = (await create(asAdmin, environment)).body.data
    const renamed = await call(`/ui/v1/access-tokens/${id}`, {
      ...asAdmin,
      method: 'PUT',
      body: body({ name: 'Ingest' }),
    })
    expect(renamed).toMatchObject({ status: 200, body: { data: { id, name: 'Ingest' } } })
    expect((await whoami({ id, secret })).body.data.access_token_name).toBe('Ingest')
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'access_token.updated',
      detail: { name: { from: 'Uploader', to: 'Ingest' } },
    })
  })

  test('ACCT-061 a revoked token is refused at once and keeps the time it was revoked', async () => {
    const { asAdmin, environment, organization } = await setUp()
    const { id, private_key: secret } = (await create(asAdmin, environment)).body.data
    expect((await whoami({ id, secret })).status).toBe(200)
    const revoke = () => call(`/ui/v1/access-tokens/${id}/revoke`, { ...asAdmin, method: 'POST' })
    const first = await revoke()
    expect(first.status).toBe(200)
    expect(first.body.data.expires_at).toEqual(expect.any(String))
    expect((await whoami({ id, secret })).status).toBe(401)
    expect((await revoke()).body.data.expires_at).toBe(first.body.data.expires_at)
    const revocations = (await readChanges(database, organization.id)).filter(
      (change) => change['action'] === 'access_token.revoked',
    )
    expect(revocations).toHaveLength(1)
  })

  test('ACCT-057 revoked tokens are hidden until they are asked for', async () => {
    const { asAdmin, environment } = await setUp()
    const kept = (await create(asAdmin, environment)).body.data.id
    const revoked = (await create(asAdmin, environment)).body.data.id
    await call(`/ui/v1/access-tokens/${revoked}/revoke`, { ...asAdmin, method: 'POST' })
    const hidden = await call('/ui/v1/access-tokens', asAdmin)
    expect(hidden.body).toMatchObject({ total_row_count: 1, data: [{ id: kept }] })
    const shown = await call('/ui/v1/access-tokens?show_revoked=true', asAdmin)
    expect(shown.body).toMatchObject({ total_row_count: 2, data: [{ id: revoked }, { id: kept }] })
  })

  test('whoami needs no permission and remembers when the token was used', async () => {
    const { environment, organization, asAdmin } = await setUp()
    const token = await make.accessToken(environment, ['data:read'])
    const answer = await whoami(token)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      access_token_name: 'Test token',
      environment_id: environment.id,
      environment_name: environment.name,
      environment_type: 'production',
      organization_id: organization.id,
      organization_name: organization.name,
      permissions: ['data:read'],
    })
    const [listed] = (await call('/ui/v1/access-tokens', asAdmin)).body.data
    expect(listed).toMatchObject({ last_used_at: expect.any(String), created_by_user_email: null })
  })
})

describe('400', () => {
  test.each([
    ['ACCT-070 without a name', { name: ' ' }, 'name', 'Access token name is required'],
    [
      'ACCT-069 without any permission',
      { permissions: [] },
      'permissions',
      'Please choose at least one product to give access to.',
    ],
    ['ACCT-068 with an unknown permission', { permissions: ['robots:read'] }, 'permissions', ''],
    ['without an environment', { environment_id: undefined }, 'environment_id', ''],
  ])('refuses a token %s', async (_, given, field, message) => {
    const { asAdmin, environment, organization } = await setUp()
    const refused = await create(asAdmin, environment, given)
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields[field][0]).toContain(message)
    expect(await countRows(database, 'access_tokens', { environment_id: environment.id })).toBe(0)
    expect(await readChanges(database, organization.id)).toEqual([])
  })

  test('ACCT-062 refuses an order it does not know', async () => {
    const { asAdmin } = await setUp()
    expect((await call('/ui/v1/access-tokens?order_by=secret_hash', asAdmin)).status).toBe(400)
  })
})

describe('401', () => {
  test('a missing, wrong or foreign secret and a bearer token are refused alike', async () => {
    const { environment, organization } = await setUp()
    const token = await make.accessToken(environment)
    const other = await make.accessToken(environment)
    const answers = [
      await call('/ui/v1/access-tokens', { organization }),
      await call('/system/v1/whoami'),
      await whoami({ id: token.id, secret: `${token.secret}x` }),
      await whoami({ id: token.id, secret: other.secret }),
      await whoami({ id: 'nonsense', secret: token.secret }),
      await call('/system/v1/whoami', { headers: { authorization: `Bearer ${token.secret}` } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 401])
    const [first, ...rest] = answers.map((answer) => answer.body)
    for (const answer of rest) expect(answer).toEqual(first)
  })

  test('ACCT-044 a token ends with its environment', async () => {
    const { asAdmin, environment } = await setUp()
    const token = await make.accessToken(environment)
    expect((await whoami(token)).status).toBe(200)
    await call(
      `/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`,
      {
        ...asAdmin,
        method: 'DELETE',
      },
    )
    expect((await whoami(token)).status).toBe(401)
  })
})

describe('403', () => {
  test('ACCT-067 System permissions need the in-app viewer counts', async () => {
    const { asAdmin, environment, organization } = await setUp()
    const overrides = JSON.stringify({ inAppViewerCounts: false })
    await setColumn(database, 'organizations', 'feature_overrides', overrides, {
      id: organization.id,
    })
    const refused = await create(asAdmin, environment, {
      permissions: ['video:read', 'system:read'],
    })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { type: 'upgrade_required', name: 'inAppViewerCounts' } },
    })
    expect(await countRows(database, 'access_tokens', { environment_id: environment.id })).toBe(0)
    expect((await create(asAdmin, environment)).status).toBe(201)
  })

  test('ACCT-061 regular members neither see, make, rename nor revoke tokens', async () => {
    const { asMember, environment } = await setUp()
    const { id, secret } = await make.accessToken(environment)
    const path = `/ui/v1/access-tokens/${id}`
    const answers = [
      await call('/ui/v1/access-tokens', asMember),
      await create(asMember, environment),
      await call(path, { ...asMember, method: 'PUT', body: body({ name: 'Mine' }) }),
      await call(`${path}/revoke`, { ...asMember, method: 'POST' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403])
    expect((await whoami({ id, secret })).body.data.access_token_name).toBe('Test token')
    expect(await countRows(database, 'access_tokens', { environment_id: environment.id })).toBe(1)
  })

  test('a token is no person: it lists no tokens', async () => {
    const { environment, organization } = await setUp()
    const token = await make.accessToken(environment, ['system:write'])
    expect((await call('/ui/v1/access-tokens', { token, organization })).status).toBe(403)
  })
})

test('404 for tokens and environments of another person', async () => {
  const { asAdmin, organization } = await setUp()
  const stranger = await make.world()
  const foreign = await make.accessToken(stranger.environment)
  expect((await create(asAdmin, stranger.environment)).status).toBe(404)
  for (const id of [foreign.id, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense']) {
    const path = `/ui/v1/access-tokens/${id}`
    const renamed = await call(path, { ...asAdmin, method: 'PUT', body: body({ name: 'Mine' }) })
    const revoked = await call(`${path}/revoke`, { ...asAdmin, method: 'POST' })
    expect([renamed.status, revoked.status]).toEqual([404, 404])
  }
  expect((await whoami(foreign)).body.data.access_token_name).toBe('Test token')
  expect(
    await countRows(database, 'access_tokens', { environment_id: stranger.environment.id }),
  ).toBe(1)
  expect(await readChanges(database, organization.id)).toEqual([])
})

describe('token create', () => {
  const command = accessTokensServer.commands[0]!
  const run = async (options: Record<string, unknown>) =>
    command.run(app, command.options.parse(options))

  test('gives the operator a token that works, with the key of its environment', async () => {
    const { environment, organization } = await setUp()
    const [row] = await readRows(database, 'environments', { id: environment.id })
    const made = await run({ environment: environment.id, permissions: 'video:write, data:read' })
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Operator token',
      secret: expect.stringMatching(/^[\w-]{43}$/),
      permissions: ['video:read', 'video:write', 'data:read'],
      valid_until: null,
      environment_id: environment.id,
      environment_key: row?.['key'],
    })
    const answer = await whoami({ id: String(made['id']), secret: String(made['secret']) })
    expect(answer.status).toBe(200)
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'access_token.created', actor_kind: 'operator' },
    ])
  })

  test('refuses an unknown environment and unknown permissions', async () => {
    const { environment } = await setUp()
    await expect(
      run({ environment: '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', permissions: 'data:read' }),
    ).rejects.toThrow('There is no such environment.')
    await expect(run({ environment: environment.id, permissions: 'robots:read' })).rejects.toThrow(
      'Give one or more of video:read',
    )
    expect(await countRows(database, 'access_tokens', { environment_id: environment.id })).toBe(0)
  })
})
