import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges, readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

const server = await startTestApp([
  signInServer,
  profileServer,
  organizationsServer,
  operatorServer,
])
const { app, call, clock, database } = server
const make = aFactory(database)
const password = 'seven green lanterns'

type Browser = ReturnType<typeof aBrowser>

/** An admin who signed in a quarter of an hour ago, as on an unattended laptop. */
const leftOpen = async () => {
  const { organization } = await make.world()
  const person = await make.person({ password })
  await make.membership(organization, person, { isAdmin: true })
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  clock.advance(15 * 60)
  return { organization, person, own }
}

const changeEmail = (
  own: Browser,
  { id }: { id: string },
  email = `${randomUUID()}@example.com`,
  method = 'PUT',
) => own.send(`/ui/v1/users/${id}`, { method, body: { user: { email, first_name: 'Eve' } } })

const changeSso = (own: Browser, organization: { id: string }) =>
  own.send('/ui/v1/organization/sso', {
    method: 'PUT',
    organization,
    body: {
      sso_connection: {
        issuer: 'https://sso.example.com',
        client_id: 'playhead',
        client_secret: 'a secret',
        email_domains: [],
        required: false,
      },
    },
  })

const removeSso = (own: Browser, organization: { id: string }) =>
  own.send('/ui/v1/organization/sso', { method: 'DELETE', organization })

const prove = (own: Browser, given = password) =>
  own.send('/ui/v1/session/proof', { body: { proof: { kind: 'password', password: given } } })

const outcome = ({ status, body }: Awaited<ReturnType<typeof prove>>) => [
  status,
  body?.error?.type ?? null,
]

describe('a session whose proof is older than ten minutes', () => {
  test('changes neither address nor single sign-on, and what it may still do works', async () => {
    const { organization, person, own } = await leftOpen()
    await make.ssoConnection(organization)
    for (const answer of [
      await changeEmail(own, person),
      await changeEmail(own, person, undefined, 'PATCH'),
      await changeSso(own, organization),
      await removeSso(own, organization),
    ])
      expect(outcome(answer)).toEqual([403, 'proof_required'])
    expect(await readRows(database, 'users', { id: person.id })).toMatchObject([
      { email: person.email, pending_email: null, first_name: 'Test' },
    ])
    expect(
      await readRows(database, 'sso_connections', { organization_id: organization.id }),
    ).toHaveLength(1)
    const renamed = await changeEmail(own, person, person.email)
    expect(renamed.body.data).toMatchObject({ first_name: 'Eve', pending_email: null })
  })

  test('changes them once it proved with the password, for ten minutes and no longer', async () => {
    const { organization, person, own } = await leftOpen()
    await make.ssoConnection(organization)
    expect((await own.send('/ui/v1/session/proof')).body.data).toEqual({
      kinds: ['password'],
      code: null,
    })
    expect((await prove(own)).status).toBe(204)
    expect((await changeEmail(own, person)).status).toBe(200)
    clock.advance(9 * 60)
    expect((await removeSso(own, organization)).status).toBe(204)
    clock.advance(61)
    expect(outcome(await changeEmail(own, person))).toEqual([403, 'proof_required'])
  })

  test('of staff cannot read the mail kept on this server, which has links to new passwords', async () => {
    const person = await make.person({ password, isStaff: true })
    const own = aBrowser(server)
    await own.signIn(person.email, password)
    const read = () => own.send('/ui/v1/operator/mail')
    expect((await read()).status).toBe(200)
    clock.advance(11 * 60)
    expect(outcome(await read())).toEqual([403, 'proof_required'])
    expect((await prove(own)).status).toBe(204)
    expect((await read()).status).toBe(200)
  })

  test('renewing it proves nothing', async () => {
    const { person, own } = await leftOpen()
    expect((await own.send('/ui/v1/session', { method: 'PUT', body: {} })).status).toBe(200)
    expect(outcome(await changeEmail(own, person))).toEqual([403, 'proof_required'])
  })

  test('a change of password asks for the present one, and that is a proof', async () => {
    const { person, own } = await leftOpen()
    const user = { password: 'eleven blue kettles', password_confirmation: 'eleven blue kettles' }
    const path = `/ui/v1/users/${person.id}/password`
    const change = (current: string) =>
      own.send(path, { method: 'PUT', body: { user: { ...user, current_password: current } } })
    expect((await change('seven red lanterns')).status).toBe(400)
    expect(outcome(await changeEmail(own, person))).toEqual([403, 'proof_required'])
    expect((await change(password)).status).toBe(204)
    expect((await changeEmail(own, person)).status).toBe(200)
  })
})

describe('a proof', () => {
  test('is refused with a wrong password, another person’s and none, and guesses end', async () => {
    const { person, own } = await leftOpen()
    await make.person({ password: 'eleven blue kettles' })
    for (const given of ['seven red lanterns', 'eleven blue kettles']) {
      const answer = await prove(own, given)
      expect(answer.status).toBe(400)
      expect(answer.body.error.fields.password).toHaveLength(1)
    }
    expect((await prove(own, '')).status).toBe(400)
    for (let guess = 2; guess < 10; guess += 1) await prove(own, `guess ${guess}`)
    expect((await prove(own)).status).toBe(429)
    expect(outcome(await changeEmail(own, person))).toEqual([403, 'proof_required'])
  })

  test('belongs to the session that gave it', async () => {
    const { person, own } = await leftOpen()
    const borrowed = aBrowser(server)
    await borrowed.signIn(person.email, password)
    clock.advance(15 * 60)
    await prove(own)
    expect(outcome(await changeEmail(borrowed, person))).toEqual([403, 'proof_required'])
    expect((await changeEmail(own, person)).status).toBe(200)
  })

  test('is not shared with a copy of the cookie, which ends a minute later', async () => {
    const { person, own } = await leftOpen()
    const copy = aBrowser(server)
    for (const [name, value] of own.cookies) copy.cookies.set(name, value)
    await prove(own)
    expect(await copy.isSignedIn()).toBe(true)
    expect(outcome(await changeEmail(copy, person))).toEqual([403, 'proof_required'])
    expect((await prove(copy)).status).toBe(400)
    clock.advance(61)
    expect(await copy.isSignedIn()).toBe(false)
    expect(await own.isSignedIn()).toBe(true)
  })

  test('needs a person who is signed in', async () => {
    for (const path of ['/ui/v1/session/proof', '/ui/v1/session/proof/provider'])
      expect((await call(path, { body: {} })).status).toBe(401)
    expect((await call('/ui/v1/session/proof')).status).toBe(401)
  })

  test('there is no provider to go to for a person with a password', async () => {
    const { own } = await leftOpen()
    for (const kind of ['github', 'sso'])
      expect(
        (await own.send('/ui/v1/session/proof/provider', { body: { proof: { kind } } })).status,
      ).toBe(403)
  })
})

describe('staff who masquerade', () => {
  test('change neither how an organization signs in nor anybody’s address or password', async () => {
    const { organization, admin } = await make.world()
    await make.ssoConnection(organization)
    const staff = await make.person({ isStaff: true, password })
    const own = aBrowser(server)
    await own.signIn(staff.email, password)
    await own.send('/ui/v1/masquerade', {
      body: { masquerade: { organization_id: organization.id } },
    })
    expect((await own.send('/ui/v1/organization/sso', { organization })).status).toBe(200)
    for (const answer of [await changeSso(own, organization), await removeSso(own, organization)])
      expect(outcome(answer)).toEqual([403, 'forbidden'])
    const headers = { 'x-organization-id': organization.id }
    const email = await own.send(`/ui/v1/users/${admin.id}`, {
      method: 'PUT',
      headers,
      body: { user: { email: 'eve@example.com' } },
    })
    expect(email.status).toBe(403)
    const user = {
      current_password: password,
      password: 'eleven blue kettles',
      password_confirmation: 'eleven blue kettles',
    }
    const changed = await own.send(`/ui/v1/users/${admin.id}/password`, {
      method: 'PUT',
      headers,
      body: { user },
    })
    expect(changed.status).toBe(404)
  })

  test('the operator removes a single sign-on that locks people out, and the trail records it', async () => {
    const { organization } = await make.world()
    await make.ssoConnection(organization, { isRequired: true })
    const command = organizationsServer.commands.find(
      ({ name }) => name === 'organization remove-sso',
    )!
    const run = (id: string) => command.run(app, command.options.parse({ id }))
    expect(await run(organization.id)).toEqual({ id: organization.id, name: organization.name })
    expect(
      await readRows(database, 'sso_connections', { organization_id: organization.id }),
    ).toEqual([])
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'sso_connection.deleted', actor_kind: 'operator' },
    ])
    await expect(run(organization.id)).rejects.toThrow('no such single sign-on connection')
    await expect(run(randomUUID())).rejects.toThrow('no such organization')
  })
})
