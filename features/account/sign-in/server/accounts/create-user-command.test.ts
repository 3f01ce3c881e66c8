import { expect, test } from 'vitest'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { listChanges, listMemberships, readUser } from '../testing-rows.sql.ts'

const server = await startTestApp([signInServer])
const make = aFactory(server.database)
const password = 'seven green lanterns'
const createUser = signInServer.commands.find(({ name }) => name === 'user create')!

const run = async (options: Record<string, unknown>) =>
  createUser.run(server.app, createUser.options.parse(options))

const messageOf = async (options: Record<string, unknown>) => {
  const error = await run(options).catch((error: unknown) => error)
  return error instanceof ApiError ? error.message : String(error)
}

test('user create makes an account that can sign in', async () => {
  const { organization } = await make.world()
  const made = await run({
    email: ' Ada@Example.com',
    password,
    organization: organization.id,
    admin: true,
    internal: true,
    first_name: 'Ada',
    last_name: 'Byron',
  })
  expect(made).toEqual({ id: expect.any(String), email: 'ada@example.com' })
  const own = aBrowser(server)
  const { data } = (await own.signIn('ada@example.com', password)).body
  expect(data.current_user).toMatchObject({
    id: made.id,
    first_name: 'Ada',
    last_name: 'Byron',
    internal: true,
    organization_admin: true,
  })
  expect(data.organization.id).toBe(organization.id)
  expect(await listChanges(server.database, String(made.id))).toMatchObject([
    { action: 'user.created', organization_id: organization.id, actor_email: null },
  ])
})

test('user create changes nothing while the server only reads', async () => {
  await writeReadOnly(server.database, true)
  expect(await messageOf({ email: 'late@example.com', password })).toContain('read-only mode')
  await writeReadOnly(server.database, false)
  expect(await readUser(server.database, 'late@example.com')).toBeUndefined()
})

test('user create without organization makes a regular account', async () => {
  const made = await run({ email: 'regular@example.com', password })
  expect(await listMemberships(server.database, String(made.id))).toEqual([])
  expect(await readUser(server.database, 'regular@example.com')).toMatchObject({
    internal: false,
    oauth_login: false,
  })
})

test('user create applies the rules of the forms and leaves nothing behind when refused', async () => {
  const taken = await make.person()
  expect(await messageOf({ email: 'ada', password })).toBe('Invalid email')
  expect(await messageOf({ email: taken.email, password })).toBe('email already exists')
  expect(await messageOf({ email: 'short@example.com', password: 'short' })).toBe(
    'Password must be at least 12 characters long',
  )
  expect(await messageOf({ email: 'lost@example.com', password, admin: true })).toContain(
    '--organization',
  )
  expect(
    await messageOf({
      email: 'lost@example.com',
      password,
      organization: '7e3a8a90-0000-4000-8000-000000000000',
    }),
  ).toBe('There is no such organization.')
  expect(await readUser(server.database, 'lost@example.com')).toBeUndefined()
})
