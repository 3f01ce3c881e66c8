import { beforeEach, describe, expect, test } from 'vitest'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { teamServer } from '@playhead/features/account/team/server'
import { findInviteOfLink } from './index.ts'

const { call, mails, clock, database, dataFolder } = await startTestApp(
  [teamServer, environmentsServer],
  {
    settings: { PLAYHEAD_PUBLIC_URL: 'https://video.example.com' },
  },
)
const make = aFactory(database)
const day = 86_400

let mailed = 0
const newMails = async () => (await mails()).slice(0, (await mails()).length - mailed)
beforeEach(async () => void (mailed = (await mails()).length))

const setUp = async () => {
  const world = await make.world()
  return {
    ...world,
    asAdmin: { as: world.admin, organization: world.organization },
    asMember: { as: world.member, organization: world.organization },
  }
}
type Caller = { as: TestPerson; organization: { id: string } }

let addresses = 0
const freshAddress = () => `guest-${(addresses += 1)}@example.com`

const invite = (caller: Caller, given: Record<string, unknown>) =>
  call('/ui/v1/invites', { ...caller, body: { invite: given } })
const accept = (id: string, person: TestPerson) =>
  call(`/ui/v1/invites/${id}/accept-organization-invite`, { as: person, body: {} })
const openInvites = (organization: { id: string }) =>
  countRows(database, 'invites', { organization_id: organization.id })

/** What an invite that was refused must not leave behind. */
const expectNothing = async (organization: { id: string }) => {
  expect(await openInvites(organization)).toBe(0)
  expect(await newMails()).toEqual([])
  expect(await readChanges(database, organization.id)).toEqual([])
}

describe('inviting', () => {
  test('ACCT-021 ACCT-023 AUTH-033 an invite is stored and its link mailed, with all that the page needs', async () => {
    const { asAdmin, organization, environment } = await setUp()
    const email = freshAddress()
    const created = await invite(asAdmin, {
      email: ` ${email.toUpperCase()} `,
      admin: false,
      environments: [environment.id],
      redirect_url: '/organizations',
    })
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      id: expect.any(String),
      email,
      type: 'organization',
      plan: null,
      admin: false,
      environments: [environment.id],
      redirect_url: '/organizations',
      created_at: expect.any(String),
      expires_at: expect.any(String),
    })
    const { id, created_at: createdAt, expires_at: expiresAt } = created.body.data
    const openMs = Date.parse(expiresAt) - Date.parse(createdAt)
    expect(Math.round(openMs / 1000 / day)).toBe(14)

    const [mail, ...others] = await newMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: email, subject: `Join ${organization.name} on Playhead` })
    const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    expect(link.origin + link.pathname).toBe(
      `https://video.example.com/accept-organization-invite/${id}`,
    )
    expect(Object.fromEntries(link.searchParams)).toEqual({
      organization_name: organization.name,
      email,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    const token = link.searchParams.get('token') ?? ''
    expect(await findInviteOfLink(database, { inviteId: id, token }, clock.now())).toEqual({
      email,
      organizationId: organization.id,
    })
    expect(
      await findInviteOfLink(database, { inviteId: id, token: `${token}x` }, clock.now()),
    ).toBeUndefined()
    expect(JSON.stringify(await readRows(database, 'invites', { id }))).not.toContain(token)
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'invite.created', subject_id: id, subject_name: email },
    ])
  })

  test('ACCT-023 an address and a way back are enough', async () => {
    const { asAdmin } = await setUp()
    const created = await invite(asAdmin, { email: freshAddress(), redirect_url: null })
    expect(created).toMatchObject({
      status: 201,
      body: { data: { admin: false, environments: [], redirect_url: null } },
    })
  })

  test('ACCT-026 lists open invites and finds the one for an address', async () => {
    const { asAdmin } = await setUp()
    const [one, two] = [freshAddress(), freshAddress()]
    await invite(asAdmin, { email: one })
    await invite(asAdmin, { email: two })
    const all = await call('/ui/v1/invites', asAdmin)
    expect(all.body).toMatchObject({ total_row_count: 2, data: [{ email: two }, { email: one }] })
    const found = await call(`/ui/v1/invites?email=${one.toUpperCase()}`, asAdmin)
    expect(found.body).toMatchObject({ total_row_count: 1, data: [{ email: one }] })
    const none = await call('/ui/v1/invites?email=nobody@example.com', asAdmin)
    expect(none).toMatchObject({ status: 200, body: { total_row_count: 0, data: [] } })
  })

  test('ACCT-027 changes the admin flag and the environments of an invite one by one', async () => {
    const { asAdmin, environment, organization } = await setUp()
    const email = freshAddress()
    await invite(asAdmin, { email, redirect_url: '/a' })
    const change = (given: Record<string, unknown>) =>
      call('/ui/v1/invites', { ...asAdmin, method: 'PUT', body: { invite: { email, ...given } } })
    expect((await change({ environments: [environment.id] })).body.data).toMatchObject({
      admin: false,
      environments: [environment.id],
    })
    expect(await change({ admin: true })).toMatchObject({
      status: 200,
      body: { data: { admin: true, environments: [environment.id], redirect_url: '/a' } },
    })
    const actions = (await readChanges(database, organization.id)).map((entry) => entry['action'])
    expect(actions).toEqual(['invite.created', 'invite.updated', 'invite.updated'])
    expect(await newMails()).toHaveLength(1)
  })

  test('ACCT-028 a withdrawn invite is gone and its link is worth nothing', async () => {
    const { asAdmin, organization } = await setUp()
    const person = await make.person()
    const { id } = (await invite(asAdmin, { email: person.email })).body.data
    const withdrawn = await call(`/ui/v1/invites?email=${person.email}`, {
      ...asAdmin,
      method: 'DELETE',
    })
    expect(withdrawn.status).toBe(204)
    expect(await openInvites(organization)).toBe(0)
    expect((await accept(id, person)).status).toBe(404)
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'invite.deleted',
      subject_name: person.email,
    })
  })

  test('ACCT-021 an address can be invited again once its invite has run out', async () => {
    const { asAdmin, organization } = await setUp()
    const email = freshAddress()
    const first = await invite(asAdmin, { email, admin: true })
    await setColumn(database, 'invites', 'expires_at', new Date(Date.now() - 1000), {
      id: first.body.data.id,
    })
    expect((await call('/ui/v1/invites', asAdmin)).body.total_row_count).toBe(0)
    const second = await invite(asAdmin, { email })
    expect(second).toMatchObject({ status: 201, body: { data: { admin: false } } })
    expect(second.body.data.id).not.toBe(first.body.data.id)
    expect(await openInvites(organization)).toBe(1)
  })
})

describe('400', () => {
  test.each(['', 'nobody', 'a@b', 'two@ats@example.com', undefined])(
    'ACCT-024 %j is no address to invite',
    async (email) => {
      const { asAdmin, organization } = await setUp()
      const refused = await invite(asAdmin, { email })
      expect(refused.status).toBe(400)
      expect(refused.body.error.fields).toHaveProperty('email')
      await expectNothing(organization)
    },
  )

  test('ACCT-024 a malformed address is called invalid', async () => {
    const { asAdmin } = await setUp()
    const refused = await invite(asAdmin, { email: 'nobody' })
    expect(refused.body.error.fields.email).toEqual(['Invalid email'])
  })

  test('ACCT-023 a member is not invited again', async () => {
    const { asAdmin, organization, member } = await setUp()
    const refused = await invite(asAdmin, { email: member.email.toUpperCase() })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { fields: { email: ['email already exists'] } } },
    })
    await expectNothing(organization)
  })

  test('ACCT-023 one open invite an address, also when two are sent at once', async () => {
    const { asAdmin, organization } = await setUp()
    const email = freshAddress()
    const answers = await Promise.all([1, 2, 3].map(() => invite(asAdmin, { email })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 400, 400])
    expect(answers.find((answer) => answer.status === 400)?.body.error.fields).toEqual({
      email: ['This address already has an open invite.'],
    })
    expect(await openInvites(organization)).toBe(1)
    expect(await newMails()).toHaveLength(1)
  })

  test.each(['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])(
    'ACCT-021 an invite may not redirect to %s',
    async (redirectUrl) => {
      const { asAdmin, organization } = await setUp()
      const refused = await invite(asAdmin, { email: freshAddress(), redirect_url: redirectUrl })
      expect(refused.status).toBe(400)
      expect(refused.body.error.fields).toHaveProperty('redirect_url')
      await expectNothing(organization)
    },
  )
})

test('401 without a session', async () => {
  const { asAdmin, organization } = await setUp()
  const { id } = (await invite(asAdmin, { email: freshAddress() })).body.data
  const answers = [
    await call('/ui/v1/invites', { organization }),
    await call(`/ui/v1/invites/${id}/accept-organization-invite`, { body: {} }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([401, 401])
  expect(await openInvites(organization)).toBe(1)
})

describe('403', () => {
  test('ACCT-035 regular members neither see, send, change nor withdraw invites', async () => {
    const { asMember, organization } = await setUp()
    const email = freshAddress()
    const answers = [
      await call('/ui/v1/invites', asMember),
      await invite(asMember, { email }),
      await call('/ui/v1/invites', { ...asMember, method: 'PUT', body: { invite: { email } } }),
      await call(`/ui/v1/invites?email=${email}`, { ...asMember, method: 'DELETE' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403])
    await expectNothing(organization)
  })

  test('ACCT-034 members and open invites together stop at maxUsers; -1 is no limit', async () => {
    const { asAdmin, organization } = await setUp()
    const limit = (maxUsers: number) =>
      setColumn(database, 'organizations', 'feature_overrides', JSON.stringify({ maxUsers }), {
        id: organization.id,
      })
    await limit(3)
    expect((await invite(asAdmin, { email: freshAddress() })).status).toBe(201)
    const refused = await invite(asAdmin, { email: freshAddress() })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { type: 'upgrade_required', name: 'maxUsers' } },
    })
    expect(await openInvites(organization)).toBe(1)
    expect(await newMails()).toHaveLength(1)
    await limit(-1)
    expect((await invite(asAdmin, { email: freshAddress() })).status).toBe(201)
  })
})

test('404 for invites that are not there and environments of another person', async () => {
  const { asAdmin, organization } = await setUp()
  const stranger = await setUp()
  const foreign = freshAddress()
  await invite(stranger.asAdmin, { email: foreign })
  mailed = (await mails()).length
  const answers = [
    await invite(asAdmin, { email: freshAddress(), environments: [stranger.environment.id] }),
    await call('/ui/v1/invites', {
      ...asAdmin,
      method: 'PUT',
      body: { invite: { email: foreign, admin: true } },
    }),
    await call(`/ui/v1/invites?email=${foreign}`, { ...asAdmin, method: 'DELETE' }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
  await expectNothing(organization)
  expect(
    await countRows(database, 'invites', {
      organization_id: stranger.organization.id,
      email: foreign,
      admin: false,
    }),
  ).toBe(1)
})

test('SHELL-127 an invite that has run out is not found by its id, and stays as it is', async () => {
  const { asAdmin } = await setUp()
  const { id } = (await invite(asAdmin, { email: freshAddress() })).body.data
  await setColumn(database, 'invites', 'expires_at', new Date(Date.now() - 1000), { id })
  const [before] = await readRows(database, 'invites', { id })
  for (const given of [
    {},
    { method: 'PUT', body: { invite: { admin: true } } },
    { method: 'PATCH', body: { invite: { admin: true } } },
    { method: 'DELETE' },
  ])
    expect((await call(`/ui/v1/invites/${id}`, { ...asAdmin, ...given })).status).toBe(404)
  expect(await readRows(database, 'invites', { id })).toEqual([before])
})

test('SHELL-127 an invite is changed to environments of its organization, and leads to this server', async () => {
  const { asAdmin, environment } = await setUp()
  const foreign = await setUp()
  const { id } = (await invite(asAdmin, { email: freshAddress() })).body.data
  const send = (method: string, given: Record<string, unknown>) =>
    call(`/ui/v1/invites/${id}`, { ...asAdmin, method, body: { invite: given } })
  for (const method of ['PUT', 'PATCH']) {
    expect((await send(method, { environments: [foreign.environment.id] })).status).toBe(404)
    expect((await send(method, { redirect_url: 'https://elsewhere.example' })).status).toBe(400)
  }
  const changed = await send('PATCH', { environments: [environment.id] })
  expect(changed.body.data.environments).toEqual([environment.id])
})

describe('joining', () => {
  test('AUTH-035 AUTH-037 the invited person becomes a member and gets the id of the organization', async () => {
    const { asAdmin, organization, environment } = await setUp()
    const closed = await make.environment(organization)
    const person = await make.person({ email: 'Joins.Late@example.com' })
    const { id } = (
      await invite(asAdmin, { email: 'joins.late@example.com', environments: [environment.id] })
    ).body.data
    const joined = await accept(id, person)
    expect(joined.status).toBe(200)
    expect(joined.body).toEqual({ data: { organization_id: organization.id } })
    const seen = await call('/ui/v1/environments', { as: person, organization })
    expect(seen.body.data.map((row: { id: string }) => row.id)).toEqual([environment.id])
    expect(seen.body.data).not.toContainEqual(expect.objectContaining({ id: closed.id }))
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'invite.accepted',
      subject_id: id,
      actor_user_id: person.id,
    })
    expect((await accept(id, person)).status).toBe(404)
  })

  test('AUTH-035 an invited admin opens everything', async () => {
    const { asAdmin, organization } = await setUp()
    const person = await make.person()
    const { id } = (await invite(asAdmin, { email: person.email, admin: true })).body.data
    await accept(id, person)
    expect((await call('/ui/v1/users', { as: person, organization })).status).toBe(200)
  })

  test('AUTH-035 a member who accepts by another address keeps their environments and gains the new ones', async () => {
    const { asAdmin, organization, member, environment } = await setUp()
    const second = await make.environment(organization)
    const other = freshAddress()
    const { id } = (await invite(asAdmin, { email: other, environments: [second.id] })).body.data
    await setColumn(database, 'users', 'email', other, { id: member.id })
    expect((await accept(id, member)).status).toBe(200)
    expect(
      (await readRows(database, 'environment_access', { user_id: member.id }))
        .map((row) => row['environment_id'])
        .toSorted(),
    ).toEqual([environment.id, second.id].toSorted())
  })

  test('AUTH-035 an environment deleted in the meantime is passed over', async () => {
    const { asAdmin, organization, environment } = await setUp()
    const person = await make.person()
    const { id } = (await invite(asAdmin, { email: person.email, environments: [environment.id] }))
      .body.data
    await call(
      `/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`,
      { ...asAdmin, method: 'DELETE' },
    )
    expect((await call('/ui/v1/invites', asAdmin)).body.data[0].environments).toEqual([])
    expect((await accept(id, person)).status).toBe(200)
    expect((await call('/ui/v1/environments', { as: person, organization })).body.data).toEqual([])
  })

  test('AUTH-038 AUTH-039 foreign, expired, unknown and malformed invites are one and the same', async () => {
    const { asAdmin, organization } = await setUp()
    const person = await make.person()
    const foreign = (await invite(asAdmin, { email: freshAddress() })).body.data.id
    const expired = (await invite(asAdmin, { email: person.email })).body.data.id
    await setColumn(database, 'invites', 'expires_at', new Date(Date.now() - 1000), {
      id: expired,
    })
    const unknown = '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'
    for (const id of [foreign, expired, unknown, 'nonsense'])
      expect((await accept(id, person)).status).toBe(404)
    expect(await countRows(database, 'memberships', { organization_id: organization.id })).toBe(2)
    expect(await openInvites(organization)).toBe(2)
  })

  test('AUTH-035 a cancelled organization cannot be joined', async () => {
    const { asAdmin, organization } = await setUp()
    const person = await make.person()
    const { id } = (await invite(asAdmin, { email: person.email })).body.data
    await setColumn(database, 'organizations', 'cancelled_at', new Date(), { id: organization.id })
    expect((await accept(id, person)).status).toBe(403)
    expect(await openInvites(organization)).toBe(1)
    expect(await countRows(database, 'memberships', { user_id: person.id })).toBe(0)
  })

  test('AUTH-035 a session of another single sign-on provider does not join', async () => {
    const { asAdmin, organization } = await setUp()
    const elsewhere = await make.world()
    const person = await make.person()
    const { id } = (await invite(asAdmin, { email: person.email })).body.data
    await setColumn(database, 'sessions', 'method', 'sso', { id: person.sessionId })
    await setColumn(database, 'sessions', 'sso_organization_id', elsewhere.organization.id, {
      id: person.sessionId,
    })
    expect((await accept(id, person)).status).toBe(403)
    expect(await countRows(database, 'memberships', { user_id: person.id })).toBe(0)
    expect(await openInvites(organization)).toBe(1)
  })

  test('AUTH-040 the read-only mode keeps people from joining', async () => {
    const { asAdmin } = await setUp()
    const person = await make.person()
    const { id } = (await invite(asAdmin, { email: person.email })).body.data
    await writeReadOnly(database, true)
    const refused = await accept(id, person)
    await writeReadOnly(database, false)
    expect(refused).toMatchObject({ status: 503, body: { error: { type: 'read_only' } } })
    expect(await countRows(database, 'memberships', { user_id: person.id })).toBe(0)
  })
})

test('an invite whose mail cannot be sent is withdrawn, so that it can be sent again', async () => {
  const { asAdmin, organization } = await setUp()
  const email = freshAddress()
  const outbox = join(dataFolder, 'outbox')
  await rename(outbox, `${outbox}-kept`)
  await writeFile(outbox, 'A file where the folder should be.')
  const failed = await invite(asAdmin, { email })
  await rm(outbox)
  await rename(`${outbox}-kept`, outbox)
  expect(failed.status).toBe(500)
  expect(await openInvites(organization)).toBe(0)
  expect((await invite(asAdmin, { email })).status).toBe(201)
})

test('429 inviting and withdrawing in turn ends after a hundred mails an hour', async () => {
  const { asAdmin, organization } = await setUp()
  await invite(asAdmin, { email: freshAddress() })
  await setColumn(database, 'attempts', 'count', 100, { key: organization.id })
  const refused = await invite(asAdmin, { email: freshAddress() })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await openInvites(organization)).toBe(1)
})
