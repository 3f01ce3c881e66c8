import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate } from '@playhead/postgres/migrate.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { findDemoSignIn, writeDemoSignIn } from '@playhead/server-kit/state/server-state.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp, type TestAppHandle } from '@playhead/testing/test-app.ts'
import { postgresMigrations } from '@playhead/testing/engines/test-postgres.ts'
import { createStaffLink } from '@playhead/features/account/sign-in/server'
import { features } from '../../apps/server/features.ts'
import { seedDemo } from '../../apps/server/seed-demo.ts'
import { forgetMigration } from './migrations.sql.ts'

const password = 'seven green lanterns'
const withoutDemo = { settings: { PLAYHEAD_DEMO: '0' } }

const tokenOf = (url: string) => url.split('#')[1]!
const linkOf = async ({ app }: TestAppHandle) => tokenOf((await createStaffLink(app))!.url)

const account = (email: string, more: object = {}) => ({
  user: { first_name: 'Ada', last_name: 'Byron', email, password, ...more },
})
const make = ({ call }: TestAppHandle, token: string, email = 'ada@example.com', more = {}) =>
  call('/ui/v1/first-staff', { body: account(email, { token, ...more }) })
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie()[0]?.split(';')[0] ?? ''
const optionsOf = async ({ call }: TestAppHandle) =>
  (await call('/ui/v1/sign-in-options')).body.data
const runCommand = async ({ app }: TestAppHandle, name: string, options: object = {}) => {
  const command = features.flatMap(({ commands }) => commands).find((one) => one.name === name)!
  return command.run(app, command.options.parse(options))
}

describe('on an empty server', async () => {
  const server = await startTestApp(features, withoutDemo)

  test('anyone who comes first makes no account without the link', async () => {
    expect(await optionsOf(server)).toMatchObject({ first_visit: true, demo: null })
    const asFirst = await server.call('/ui/v1/users', { body: account('first@example.com') })
    expect(asFirst.status).toBe(403)
    const guess = await make(server, 'a'.repeat(43))
    expect([guess.status, guess.body.error.messages[0]]).toEqual([
      400,
      expect.stringContaining('npx playhead staff link'),
    ])
    expect(await countRows(server.database, 'users')).toBe(0)
  })

  test('only one of four people with the link becomes staff, and the link stops working', async () => {
    const token = await linkOf(server)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((index) => make(server, token, `first${index}@example.com`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
    expect(await countRows(server.database, 'users')).toBe(1)
    const made = answers.find(({ status }) => status === 201)!
    expect(made.body.data).toMatchObject({ current_user: { internal: true }, organizations: [] })
    const headers = { cookie: cookieOf(made) }
    const operator = await server.call('/ui/v1/operator/organizations', { headers })
    expect([operator.status, operator.body.total_row_count]).toEqual([200, 0])
    const organization = { organization: { name: 'Northlight TV' } }
    const created = await server.call('/ui/v1/organizations', { headers, body: organization })
    expect(created.status).toBe(201)
    expect(await optionsOf(server)).toMatchObject({ first_visit: false })
    expect((await make(server, token, 'late@example.com')).status).toBe(400)
  })

  test('with staff there is no link any more, neither at a start nor by command', async () => {
    expect(await createStaffLink(server.app)).toBeUndefined()
    await expect(runCommand(server, 'staff link')).rejects.toThrow('user create --internal')
  })
})

describe('the link', async () => {
  const server = await startTestApp(features, withoutDemo)
  const { database, clock } = server

  test('is good for an hour, and a newer one takes its place', async () => {
    const first = await linkOf(server)
    const { url } = await runCommand(server, 'staff link')
    expect(url).toMatch(/^http:\/\/localhost:4000\/first-staff#[\w-]{43}$/)
    expect((await make(server, first)).status).toBe(400)
    clock.advance(61 * 60)
    expect((await make(server, tokenOf(String(url)))).status).toBe(400)
    expect(await countRows(database, 'users')).toBe(0)
  })

  test('stays good when the account is refused', async () => {
    const token = await linkOf(server)
    await aFactory(database).person({ email: 'taken@example.com' })
    const taken = await make(server, token, 'taken@example.com')
    expect(taken.body.error.fields).toEqual({ email: ['email already exists'] })
    const weak = await make(server, token, 'ada@example.com', { password: 'short' })
    expect(weak.body.error.fields).toHaveProperty('password')
    expect((await readRows(database, 'server_state', { name: 'staff_link' })).length).toBe(1)
    clock.advance(59 * 60)
    expect((await make(server, token)).status).toBe(201)
  })

  test('makes no staff once there is staff, however it was made', async () => {
    const other = await startTestApp(features, withoutDemo)
    const token = await linkOf(other)
    await runCommand(other, 'user create', { email: 'ops@example.com', password, internal: true })
    const refused = await make(other, token)
    expect([refused.status, refused.body.error.messages[0]]).toEqual([
      400,
      'This server already has a staff account. Sign in with it.',
    ])
    expect(await countRows(other.database, 'users')).toBe(1)
  })

  test('is kept as a hash, and is in no log', async () => {
    const other = await startTestApp(features, withoutDemo)
    const token = await linkOf(other)
    const kept = JSON.stringify(await readRows(other.database, 'server_state'))
    expect(kept).toContain('token_hash')
    expect(kept).not.toContain(token)
    await make(other, token, 'no address')
    expect((await make(other, token)).status).toBe(201)
    await other.app.afterResponse.settle(5)
    const everything = [
      ...other.logLines,
      JSON.stringify(await readRows(other.database, 'request_logs')),
      JSON.stringify(await readRows(other.database, 'changes')),
    ].join('\n')
    expect(everything).toContain('user.created')
    expect(everything).not.toContain(token)
  })

  test('stops guesses after fifty, and still works for its owner', async () => {
    const other = await startTestApp(features, withoutDemo)
    const token = await linkOf(other)
    const statuses = []
    for (let guess = 0; guess < 51; guess += 1)
      statuses.push((await make(other, `guess ${guess}`)).status)
    expect(new Set(statuses.slice(0, 50))).toEqual(new Set([400]))
    expect(statuses[50]).toBe(429)
    expect((await make(other, token)).status).toBe(201)
  })
})

describe('the demo account', async () => {
  const server = await startTestApp(features)
  const { app, call, database } = server
  await seedDemo(app)
  const demo = (await findDemoSignIn(database))!
  const signIn = async () => ({
    cookie: cookieOf(await call('/ui/v1/session', { body: { session: demo } })),
  })
  const isStaff = async () =>
    (await readRows(database, 'users', { email: demo.email }))[0]?.['internal']

  test('is no staff, and the link makes staff beside it', async () => {
    const headers = await signIn()
    const [northlight] = (await call('/ui/v1/organizations', { headers })).body.data
    const body = { masquerade: { organization_id: northlight.id } }
    for (const asked of [
      call('/ui/v1/operator/organizations', { headers }),
      call('/ui/v1/operator/mail', { headers }),
      call('/ui/v1/masquerade', { headers, body }),
    ])
      expect((await asked).status).toBe(403)
    const made = await make(server, await linkOf(server))
    expect(made.status).toBe(201)
    const seen = await call('/ui/v1/operator/organizations', {
      headers: { cookie: cookieOf(made) },
    })
    expect(seen.body.total_row_count).toBe(2)
  })

  test.each<[boolean, Record<string, string>]>([
    [true, {}],
    [true, { HOST: '127.0.0.1' }],
    [true, { HOST: '::1', PLAYHEAD_PUBLIC_URL: 'http://demo.localhost:4000' }],
    [false, { HOST: '0.0.0.0' }],
    [false, { HOST: '::' }],
    [false, { HOST: '192.168.1.20' }],
    [false, { HOST: '0.0.0.0', PLAYHEAD_PUBLIC_URL: 'http://localhost:4000' }],
    [false, { PLAYHEAD_PUBLIC_URL: 'https://video.example.com' }],
    [false, { PLAYHEAD_PUBLIC_URL: 'http://localhost.example.com' }],
    [false, { PLAYHEAD_ALLOWED_HOSTS: 'studio.internal' }],
    [false, { PLAYHEAD_TRUST_PROXY: '1' }],
    [false, { PLAYHEAD_DEMO: '0' }],
  ])('its sign-in is told over HTTP: %s with %o', async (isTold, settings) => {
    const other = await startTestApp(features, { settings })
    const hash = await hashPassword(demo.password)
    await writeDemoSignIn(other.database, { ...demo, password_hash: hash })
    const { id } = await aFactory(other.database).person({ email: demo.email })
    await setColumn(other.database, 'users', 'password_hash', hash, { id })
    expect((await optionsOf(other)).demo).toEqual(isTold ? demo : null)
  })

  test('of an older version loses staff rights with the update, and other staff keep them', async () => {
    const ops = await aFactory(database).person({ isStaff: true })
    const update = async () => {
      await forgetMigration(database, '20261122_1000_demo_is_no_staff.sql')
      await migrate(database, postgresMigrations)
    }
    await setColumn(database, 'users', 'internal', true, { email: demo.email })
    await update()
    expect(await isStaff()).toBe(false)
    // After a change of its address, its password is still the publicly documented one.
    await setColumn(database, 'users', 'internal', true, { email: demo.email })
    const [{ id } = { id: '' }] = await readRows(database, 'users', { email: demo.email })
    await setColumn(database, 'users', 'email', 'renamed@example.com', { id: String(id) })
    await update()
    expect(
      await countRows(database, 'users', { email: 'renamed@example.com', internal: true }),
    ).toBe(0)
    expect(await countRows(database, 'users', { id: ops.id, internal: true })).toBe(1)
  })

  test('of an older version does not get staff rights back from its backup', async () => {
    const clickhouse = await makeTestClickHouse()
    const source = await startTestApp(features, { clickhouse })
    await seedDemo(source.app)
    await setColumn(source.database, 'users', 'internal', true, { email: demo.email })
    const target = await startTestApp(features, {
      ...withoutDemo,
      clickhouse: await makeTestClickHouse(),
    })
    for (const { dataFolder } of [source, target]) {
      await mkdir(join(dataFolder, 'keys'))
      await writeFile(join(dataFolder, 'keys/server-secret'), randomBytes(32))
    }
    const file = join(source.dataFolder, 'before.ndjson.gz')
    await runCommand(source, 'backup', { to: file })
    await runCommand(target, 'restore', { from: file })
    const [restored] = await readRows(target.database, 'users', { email: demo.email })
    expect(restored?.['internal']).toBe(false)
  })
})
