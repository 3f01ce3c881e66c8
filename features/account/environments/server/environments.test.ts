import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import {
  countRows,
  readChanges,
  readRows,
  listTablesWithColumn,
  setColumn,
} from '@playhead/testing/rows/rows.ts'
import { readJobs } from '@playhead/testing/rows/jobs.sql.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { environmentsServer } from './index.ts'

const { app, call, database } = await startTestApp([environmentsServer])
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const closed = await make.environment(world.organization, { name: 'Closed' })
  const asAdmin = { as: world.admin, organization: world.organization }
  const asMember = { as: world.member, organization: world.organization }
  return { ...world, closed, asAdmin, asMember, stranger: await make.world() }
}
const body = (environment: Record<string, unknown>) => ({ environment })
const changesOf = (organization: { id: string }) => readChanges(database, organization.id)

describe('200 and 201', () => {
  test('ACCT-036 ACCT-039 lists the environments with all their fields and the total row count', async () => {
    const { asAdmin, environment, closed, organization } = await setUp()
    const { status, body: answer } = await call('/ui/v1/environments', asAdmin)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ total_row_count: 2, page: 1, limit: 25 })
    expect(answer.data.map((row: { id: string }) => row.id)).toEqual([environment.id, closed.id])
    expect(answer.data[0]).toEqual({
      id: environment.id,
      name: environment.name,
      type: 'production',
      organization_id: organization.id,
      url: null,
      status: 'waiting',
      key: expect.stringMatching(/^[\w-]{24}$/),
      created_at: expect.any(String),
      live_views: null,
    })
  })

  test('ACCT-039 a regular member sees only what is open to them, and a page past the end is empty', async () => {
    const { asMember, environment } = await setUp()
    const first = await call('/ui/v1/environments?limit=1', asMember)
    expect(first.body.data.map((row: { id: string }) => row.id)).toEqual([environment.id])
    expect(first.body.total_row_count).toBe(1)
    const second = await call('/ui/v1/environments?limit=1&page=2', asMember)
    expect(second).toMatchObject({ status: 200, body: { data: [], total_row_count: 1, page: 2 } })
  })

  test('ACCT-037 ACCT-040 creates an environment with its own key and an audit entry', async () => {
    const { asAdmin, organization, admin } = await setUp()
    const { status, body: answer } = await call('/ui/v1/environments', {
      ...asAdmin,
      body: body({ name: '  Kiosk ', type: 'staging', url: 'https://kiosk.example.com/' }),
    })
    expect(status).toBe(201)
    expect(answer.data).toMatchObject({
      name: 'Kiosk',
      type: 'staging',
      url: 'https://kiosk.example.com/',
      organization_id: organization.id,
      status: 'waiting',
      key: expect.stringMatching(/^[a-z0-9]{24}$/),
    })
    expect(await changesOf(organization)).toMatchObject([
      {
        action: 'environment.created',
        subject_id: answer.data.id,
        subject_name: 'Kiosk',
        environment_id: answer.data.id,
        actor_user_id: admin.id,
        actor_email: admin.email,
        masquerading: false,
      },
    ])
  })

  test('ACCT-037 reads one, changes only the fields given, and says what changed', async () => {
    const { asAdmin, asMember, environment, organization } = await setUp()
    const path = `/ui/v1/environments/${environment.id}`
    expect((await call(path, asMember)).body.data.id).toBe(environment.id)
    const updated = await call(path, {
      ...asAdmin,
      method: 'PUT',
      body: body({ url: 'https://example.com' }),
    })
    expect(updated).toMatchObject({
      status: 200,
      body: { data: { name: environment.name, type: 'production', url: 'https://example.com' } },
    })
    await call(path, { ...asAdmin, method: 'PUT', body: body({ name: environment.name }) })
    const renamed = await call(path, {
      ...asAdmin,
      method: 'PUT',
      body: body({ name: environment.name.toUpperCase(), type: 'development' }),
    })
    expect(renamed.body.data).toMatchObject({ type: 'development', url: 'https://example.com' })
    expect((await changesOf(organization)).map((change) => change['detail'])).toEqual([
      { url: { from: null, to: 'https://example.com' } },
      {
        name: { from: environment.name, to: environment.name.toUpperCase() },
        type: { from: 'production', to: 'development' },
      },
    ])
  })

  test('ACCT-046 reads the current environment and the people who may open one', async () => {
    const { asMember, asAdmin, environment, closed, admin, member } = await setUp()
    const current = await call('/ui/v1/environment', { ...asMember, environment })
    expect(current).toMatchObject({ status: 200, body: { data: { id: environment.id } } })
    const users = await call(`/ui/v1/environments/${environment.id}/users`, asMember)
    expect(users.body.total_row_count).toBe(2)
    expect(
      users.body.data.map((row: { id: string; organization_admin: boolean }) => [
        row.id,
        row.organization_admin,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [admin.id, true],
        [member.id, false],
      ]),
    )
    const ofClosed = await call(`/ui/v1/environments/${closed.id}/users`, asAdmin)
    expect(ofClosed.body).toMatchObject({ total_row_count: 1, data: [{ id: admin.id }] })
  })

  test('ACCT-044 deletes an environment with every row that belongs to it, and nothing of another', async () => {
    const { asAdmin, environment, closed, organization } = await setUp()
    await make.accessToken(environment)
    const kept = await make.accessToken(closed)
    const deleted = await call(
      `/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`,
      { ...asAdmin, method: 'DELETE' },
    )
    expect(deleted.status).toBe(204)
    const tables = await listTablesWithColumn(database, 'environment_id')
    expect(tables).toEqual(expect.arrayContaining(['access_tokens', 'environment_access']))
    const remaining = ['analytics_deletions', 'changes', 'jobs']
    for (const table of tables.filter((name) => !remaining.includes(name)))
      expect([table, await countRows(database, table, { environment_id: environment.id })]).toEqual(
        [table, 0],
      )
    expect(await readJobs(database, 'media.remove')).toContainEqual(
      expect.objectContaining({ payload: { prefix: `${environment.id}/` }, status: 'queued' }),
    )
    expect(await countRows(database, 'environments', { id: environment.id })).toBe(0)
    expect(await countRows(database, 'environments', { id: closed.id })).toBe(1)
    expect(await countRows(database, 'access_tokens', { id: kept.id })).toBe(1)
    expect(await changesOf(organization)).toMatchObject([
      { action: 'environment.deleted', subject_id: environment.id, subject_name: environment.name },
    ])
  })

  test('ACCT-044 the last environment can be deleted, and a new one made afterwards', async () => {
    const { asAdmin, environment, closed } = await setUp()
    for (const { id, name } of [environment, closed])
      await call(`/ui/v1/environments/${id}?name=${encodeURIComponent(name)}`, {
        ...asAdmin,
        method: 'DELETE',
      })
    expect((await call('/ui/v1/environments', asAdmin)).body.data).toEqual([])
    const created = await call('/ui/v1/environments', {
      ...asAdmin,
      body: body({ name: environment.name, type: 'production' }),
    })
    expect(created.status).toBe(201)
  })
})

describe('400', () => {
  test.each([
    ['without a name', { name: ' ', type: 'production' }, 'name', 'Environment name is required'],
    ['ACCT-038 of an unknown type', { name: 'One', type: 'testing' }, 'type', ''],
    [
      'with a malformed address',
      { name: 'One', type: 'staging', url: 'nowhere' },
      'url',
      'URL does not appear to be valid',
    ],
    [
      'of a name that is taken, whatever its case',
      { name: 'CLOSED', type: 'staging' },
      'name',
      'An environment with this name already exists.',
    ],
  ])('refuses an environment %s', async (_, given, field, message) => {
    const { asAdmin, organization } = await setUp()
    const refused = await call('/ui/v1/environments', { ...asAdmin, body: body(given) })
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields[field]).toEqual([expect.stringContaining(message)])
    expect(await countRows(database, 'environments', { organization_id: organization.id })).toBe(2)
    expect(await changesOf(organization)).toEqual([])
  })

  test('ACCT-043 refuses a rename to a taken name and leaves everything as it was', async () => {
    const { asAdmin, environment, organization } = await setUp()
    const refused = await call(`/ui/v1/environments/${environment.id}`, {
      ...asAdmin,
      method: 'PUT',
      body: body({ name: 'closed', url: 'https://example.com' }),
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { fields: { name: ['An environment with this name already exists.'] } } },
    })
    expect(await readRows(database, 'environments', { id: environment.id })).toMatchObject([
      { name: environment.name, url: null },
    ])
    expect(await changesOf(organization)).toEqual([])
  })

  test('ACCT-045 deletes nothing when the name does not confirm it', async () => {
    const { asAdmin, environment } = await setUp()
    for (const query of ['', '?name=', `?name=${environment.name.toLowerCase()}`]) {
      const refused = await call(`/ui/v1/environments/${environment.id}${query}`, {
        ...asAdmin,
        method: 'DELETE',
      })
      expect(refused.status).toBe(400)
      expect(refused.body.error.fields).toHaveProperty('name')
    }
    expect(await countRows(database, 'environments', { id: environment.id })).toBe(1)
  })

  test('ACCT-046 there is no current environment when the header names none that is open', async () => {
    const { asMember, closed, stranger } = await setUp()
    for (const environment of [undefined, closed, stranger.environment, { id: 'nonsense' }]) {
      const refused = await call('/ui/v1/environment', { ...asMember, environment })
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_environment' } },
      })
    }
  })
})

test('401 without a session', async () => {
  const { organization } = await setUp()
  expect((await call('/ui/v1/environments', { organization })).status).toBe(401)
})

describe('403', () => {
  test('ACCT-037 regular members create, change and delete nothing', async () => {
    const { asMember, environment, organization } = await setUp()
    const path = `/ui/v1/environments/${environment.id}`
    const answers = [
      await call('/ui/v1/environments', {
        ...asMember,
        body: body({ name: 'One', type: 'staging' }),
      }),
      await call(path, { ...asMember, method: 'PUT', body: body({ name: 'One' }) }),
      await call(`${path}?name=${encodeURIComponent(environment.name)}`, {
        ...asMember,
        method: 'DELETE',
      }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403])
    expect(await countRows(database, 'environments', { organization_id: organization.id })).toBe(2)
  })

  const createAnother = async (plan: string, overrides: object, marketplace: string | null) => {
    const { asAdmin, organization } = await setUp()
    const where = { id: organization.id }
    await setColumn(database, 'organizations', 'plan', plan, where)
    await setColumn(
      database,
      'organizations',
      'feature_overrides',
      JSON.stringify(overrides),
      where,
    )
    await setColumn(database, 'organizations', 'marketplace_type', marketplace, where)
    const answer = await call('/ui/v1/environments', {
      ...asAdmin,
      body: body({ name: 'One', type: 'staging' }),
    })
    const count = await countRows(database, 'environments', { organization_id: organization.id })
    return { answer, count }
  }

  test('ACCT-048 ACCT-049 the Free plan stops at its limit and points to an upgrade', async () => {
    const { answer, count } = await createAnother('Free', {}, null)
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: {
          type: 'upgrade_required',
          name: 'environmentLimit',
          messages: ['Upgrade your plan to create more environments.'],
        },
      },
    })
    expect(count).toBe(2)
  })

  const support =
    "You've reached the maximum number of environments that you can create. Please contact our support team for assistance."

  test('ACCT-048 ACCT-050 other plans point to support, and a limit of -1 is none', async () => {
    const limited = await createAnother('Pro', { environmentLimit: 2 }, null)
    expect(limited.answer.status).toBe(403)
    expect(limited.answer.body.error.messages).toEqual([support])
    expect(limited.count).toBe(2)
    expect((await createAnother('Pro', { environmentLimit: 3 }, null)).answer.status).toBe(201)
    expect((await createAnother('Pro', { environmentLimit: -1 }, null)).answer.status).toBe(201)
  })

  test('ACCT-048 organizations a marketplace manages create none here', async () => {
    const { answer, count } = await createAnother('Custom', {}, 'vercel')
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { type: 'forbidden', messages: [support] } },
    })
    expect(count).toBe(2)
  })

  test('ACCT-048 two at a time do not pass the limit together', async () => {
    const { asAdmin, organization } = await setUp()
    await setColumn(database, 'organizations', 'feature_overrides', '{"environmentLimit": 3}', {
      id: organization.id,
    })
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) =>
        call('/ui/v1/environments', { ...asAdmin, body: body({ name, type: 'staging' }) }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 403, 403, 403])
  })
})

describe('404', () => {
  test('unknown, foreign and malformed ids are one and the same', async () => {
    const { asAdmin, stranger, organization } = await setUp()
    const foreign = stranger.environment
    for (const id of [foreign.id, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense']) {
      const path = `/ui/v1/environments/${id}`
      const answers = [
        await call(path, asAdmin),
        await call(`${path}/users`, asAdmin),
        await call(path, { ...asAdmin, method: 'PUT', body: body({ name: 'Taken over' }) }),
        await call(`${path}?name=${encodeURIComponent(foreign.name)}`, {
          ...asAdmin,
          method: 'DELETE',
        }),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
    }
    expect(await readRows(database, 'environments', { id: foreign.id })).toMatchObject([
      { name: foreign.name },
    ])
    expect(await changesOf(organization)).toEqual([])
  })

  test('a regular member does not find an environment that is closed to them', async () => {
    const { asMember, closed } = await setUp()
    expect((await call(`/ui/v1/environments/${closed.id}`, asMember)).status).toBe(404)
    expect((await call(`/ui/v1/environments/${closed.id}/users`, asMember)).status).toBe(404)
  })
})

describe('environment create', () => {
  const command = environmentsServer.commands[0]!
  const run = (options: Record<string, unknown>) => command.run(app, command.options.parse(options))

  test('gives the operator an environment with its key, over any limit', async () => {
    const { organization } = await setUp()
    await setColumn(database, 'organizations', 'plan', 'Free', { id: organization.id })
    const made = await run({ organization: organization.id, name: 'Made by hand' })
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Made by hand',
      type: 'production',
      key: expect.stringMatching(/^[a-z0-9]{24}$/),
      organization_id: organization.id,
    })
    expect(await changesOf(organization)).toMatchObject([
      { action: 'environment.created', actor_kind: 'operator', subject_id: made['id'] },
    ])
  })

  test('refuses an unknown organization and a taken name', async () => {
    const { organization } = await setUp()
    await expect(
      run({ organization: '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', name: 'One' }),
    ).rejects.toThrow('There is no such organization.')
    await expect(run({ organization: organization.id, name: 'closed' })).rejects.toThrow(
      'An environment with this name already exists.',
    )
    expect(await countRows(database, 'environments', { organization_id: organization.id })).toBe(2)
  })
})
