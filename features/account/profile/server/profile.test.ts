import { describe, expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { setCancelled, listChanges, makeSsoSession, setMasquerade } from './testing-rows.sql.ts'

const server = await startTestApp([signInServer, profileServer])
const { call, database } = server
const make = aFactory(database)

const update = (
  as: TestPerson | undefined,
  id: string,
  user: Record<string, unknown>,
  given: TestCall = {},
) => call(`/ui/v1/users/${id}`, { method: 'PUT', body: { user }, as, ...given })

describe('200', () => {
  test('ACCT-002 ACCT-007 the own names are saved and the answer is the user', async () => {
    const { member, organization, environment } = await make.world()
    const answer = await update(
      member,
      member.id,
      { first_name: ' Ada ', last_name: 'Byron', email: member.email },
      { organization },
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      id: member.id,
      first_name: 'Ada',
      last_name: 'Byron',
      email: member.email,
      pending_email: null,
      organization_admin: false,
      environments: [environment.id],
    })
    const partly = await update(member, member.id, { last_name: 'King' })
    expect(partly.body.data).toMatchObject({ first_name: 'Ada', last_name: 'King' })
    const session = await call('/ui/v1/session', { as: member })
    expect(session.body.data.current_user).toMatchObject({ first_name: 'Ada', last_name: 'King' })
  })

  test('ACCT-032 an admin makes a member admin and takes it back, and both leave their trace', async () => {
    const { admin, member, organization } = await make.world()
    const granted = await update(admin, member.id, { organization_admin: true }, { organization })
    expect(granted.body.data).toMatchObject({ id: member.id, organization_admin: true })
    const again = await update(admin, member.id, { organization_admin: true }, { organization })
    expect(again.status).toBe(200)
    const revoked = await update(admin, member.id, { organization_admin: false }, { organization })
    expect(revoked.body.data.organization_admin).toBe(false)
    expect(await listChanges(database, member.id)).toEqual(
      ['user.admin_granted', 'user.admin_revoked'].map((action) => ({
        action,
        organization_id: organization.id,
        actor_email: admin.email,
        masquerading: false,
      })),
    )
  })

  test('ACCT-032 an admin steps down while another one stays', async () => {
    const { admin, member, organization } = await make.world()
    await update(admin, member.id, { organization_admin: true }, { organization })
    const stepped = await update(admin, admin.id, { organization_admin: false }, { organization })
    expect(stepped.body.data.organization_admin).toBe(false)
  })

  test('ACCT-032 staff that masquerade act as admin, and the trail says so', async () => {
    const { member, organization } = await make.world()
    const staff = await make.person({ isStaff: true })
    await setMasquerade(database, staff.id, organization.id)
    const answer = await update(staff, member.id, { organization_admin: true }, { organization })
    expect(answer.status).toBe(200)
    expect(await listChanges(database, member.id)).toMatchObject([
      { actor_email: staff.email, masquerading: true },
    ])
  })

  test('ACCT-008 starred dimensions are read and saved, each once and for this person alone', async () => {
    const [person, other] = [await make.person(), await make.person()]
    const path = '/ui/v1/users/current-user/settings'
    expect((await call(path, { as: person })).body.data).toEqual({ starred_dimensions: [] })
    const saved = await call(path, {
      method: 'PUT',
      as: person,
      body: { settings: { starred_dimensions: ['country', 'browser', 'country'] } },
    })
    expect(saved.body.data).toEqual({ starred_dimensions: ['country', 'browser'] })
    expect((await call(path, { as: person })).body.data).toEqual(saved.body.data)
    expect((await call(path, { as: other })).body.data).toEqual({ starred_dimensions: [] })
  })
})

describe('400', () => {
  test('ACCT-032 the last admin stays one', async () => {
    const { admin, organization } = await make.world()
    const answer = await update(admin, admin.id, { organization_admin: false }, { organization })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual({
      organization_admin: ['An organization needs at least one admin.'],
    })
  })

  test('ACCT-032 of two admins who step down at once one stays an admin', async () => {
    const { admin, member, organization } = await make.world()
    await update(admin, member.id, { organization_admin: true }, { organization })
    const answers = await Promise.all(
      [admin, member].map((one) =>
        update(one, one.id, { organization_admin: false }, { organization }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('ACCT-006 AUTH-017 AUTH-018 a malformed address and one that is taken are named, and nothing is saved', async () => {
    const [person, other] = [await make.person(), await make.person()]
    const malformed = await update(person, person.id, { first_name: 'New', email: 'ada' })
    expect(malformed.body.error.fields).toEqual({ email: ['Invalid email'] })
    const taken = await update(person, person.id, {
      first_name: 'New',
      email: other.email.toUpperCase(),
    })
    expect(taken.status).toBe(400)
    expect(taken.body.error.fields).toEqual({ email: ['email already exists'] })
    const { data } = (await call('/ui/v1/session', { as: person })).body
    expect(data.current_user).toMatchObject({ first_name: 'Test', pending_email: null })
  })
})

describe('401', () => {
  test('a change without a session is refused', async () => {
    const person = await make.person()
    expect((await update(undefined, person.id, { first_name: 'New' })).status).toBe(401)
    expect((await call('/ui/v1/users/current-user/settings')).status).toBe(401)
  })
})

describe('403', () => {
  test('ACCT-032 a regular member cannot change who is an admin', async () => {
    const { admin, member, organization } = await make.world()
    for (const id of [member.id, admin.id]) {
      const wanted = { organization_admin: id === member.id }
      expect((await update(member, id, wanted, { organization })).status).toBe(403)
    }
    expect(await listChanges(database, member.id)).toEqual([])
  })

  test('an admin changes neither name nor address of a colleague', async () => {
    const { admin, member, organization } = await make.world()
    for (const user of [{ first_name: 'New' }, { email: 'new@example.com' }])
      expect((await update(admin, member.id, user, { organization })).status).toBe(403)
  })

  test('an admin of one organization is none in another', async () => {
    const own = await make.world()
    const other = await make.world()
    await make.membership(other.organization, own.admin)
    const answer = await update(
      own.admin,
      other.member.id,
      { organization_admin: true },
      { organization: other.organization },
    )
    expect(answer.status).toBe(403)
  })

  test('roles of a cancelled organization stay as they are', async () => {
    const { admin, member, organization } = await make.world()
    await setCancelled(database, organization.id)
    const answer = await update(admin, member.id, { organization_admin: true }, { organization })
    expect(answer.status).toBe(403)
  })
})

describe('404', () => {
  test('a person of another organization, an unknown and a malformed id are one and the same', async () => {
    const { admin, organization } = await make.world()
    const foreign = await make.world()
    const ids = [foreign.member.id, '7e3a8a90-0000-4000-8000-000000000000', 'me']
    for (const id of ids) {
      const role = await update(admin, id, { organization_admin: true }, { organization })
      const name = await update(admin, id, { first_name: 'New' }, { organization })
      const password = await call(`/ui/v1/users/${id}/password`, {
        method: 'PUT',
        as: admin,
        body: { user: { current_password: 'a', password: 'b', password_confirmation: 'b' } },
      })
      expect([role.status, name.status, password.status]).toEqual([404, 404, 404])
    }
  })

  test('other people are not found without an organization', async () => {
    const { admin, member } = await make.world()
    expect((await update(admin, member.id, { organization_admin: true })).status).toBe(404)
  })
})

describe('503', () => {
  test('while the server only reads, nothing is changed', async () => {
    const { admin, member, organization } = await make.world()
    await writeReadOnly(database, true)
    const answers = [
      await update(member, member.id, { first_name: 'New' }),
      await update(admin, member.id, { organization_admin: true }, { organization }),
      await call('/ui/v1/users/current-user/settings', {
        method: 'PUT',
        as: member,
        body: { settings: { starred_dimensions: [] } },
      }),
    ]
    await writeReadOnly(database, false)
    expect(answers.map(({ body }) => body.error.type)).toEqual(Array(3).fill('read_only'))
  })
})

test('an address that a single sign-on provider vouches for is not changed here', async () => {
  const { member, organization } = await make.world()
  await makeSsoSession(database, member.sessionId, organization.id)
  const answer = await update(member, member.id, { email: 'new@example.com' })
  expect(answer.body.error.fields.email).toEqual([
    'Your e-mail address comes from your single sign-on provider.',
  ])
  const same = await update(member, member.id, { first_name: 'Ada', email: member.email })
  expect(same.status).toBe(200)
})
