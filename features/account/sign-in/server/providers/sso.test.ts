import { describe, expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { writeDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  setCancelled,
  listChanges,
  insertSsoConnection,
  setDisabled,
  listMemberships,
  setFlagOverrides,
  readUser,
} from '../testing-rows.sql.ts'
import { type ProviderAccount, startProvider } from './testing-oidc.ts'

const server = await startTestApp([signInServer, profileServer], {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1', PLAYHEAD_TRUST_PROXY: '1' },
})
const { app, clock, database } = server
const make = aFactory(database)
const redirectUri = `${app.settings.publicUrl}/login/sso`
const provider = await startProvider({ redirectUri })
const talkative = await startProvider({ redirectUri, emailInIdToken: true })
const password = 'seven green lanterns'
let count = 0
const unique = (word: string) => `${word}${(count += 1)}`

/** An organization with single sign-on, its domain and a member. */
const world = async (
  given: { isRequired?: boolean; domains?: string[]; at?: typeof provider } = {},
) => {
  const made = await make.world()
  const domain = `${unique('company')}.example`
  const at = given.at ?? provider
  await insertSsoConnection(database, made.organization.id, {
    issuer: at.issuer,
    clientId: at.client.id,
    sealedSecret: app.vault.seal(at.client.secret),
    domains: given.domains ?? [domain],
    isRequired: given.isRequired ?? true,
  })
  const email = `${unique('ada')}@${domain}`
  const person = await make.person({ email, password })
  await make.membership(made.organization, person, { environments: [made.environment] })
  return { ...made, at, domain, person, email }
}

const account = (email: string, changes: Partial<ProviderAccount> = {}): ProviderAccount => ({
  sub: unique('subject'),
  email,
  email_verified: true,
  name: 'Ada King Byron',
  ...changes,
})

const begin = async (own: ReturnType<typeof aBrowser>, session: Record<string, unknown>) => {
  const answer = await own.send('/ui/v1/session/sso/start', {
    body: { session },
    headers: { 'x-forwarded-for': `198.51.100.${count % 250}` },
  })
  return answer.body.data.authorize_url as string
}

/** From the sign-in page to the provider and back. */
const arrive = async (
  at: typeof provider,
  session: Record<string, unknown>,
  who: ProviderAccount,
  own = aBrowser(server),
) => {
  const returned = await at.visit(await begin(own, session), who)
  return {
    own,
    returned,
    answer: await own.send('/ui/v1/session/sso', { body: { session: returned } }),
  }
}

describe('single sign-on of an organization', () => {
  test('a member enters by e-mail address, where the provider gives it in user info', async () => {
    const { email, person, organization, environment } = await world()
    const { own, answer } = await arrive(
      provider,
      { email, next: '/organizations/1?tab=team' },
      account(email.toUpperCase()),
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      addresses: [],
      ticket: null,
      next: '/organizations/1?tab=team',
    })
    const { session } = answer.body.data
    expect(session.current_user.id).toBe(person.id)
    expect(session.organization).toMatchObject({ id: organization.id, authenticated: true })
    expect(session.current_environment.id).toBe(environment.id)
    expect(await own.isSignedIn()).toBe(true)
  })

  test('DEMO-005 no provider opens the account of visitors of a public demo', async () => {
    const { email, person } = await world()
    await writeDemoVisitor(database, person.id)
    const { own, answer } = await arrive(provider, { email, next: null }, account(email))
    expect(answer.status).toBe(403)
    expect(await own.isSignedIn()).toBe(false)
  })

  test('a member enters by organization, where the provider gives the address in the id token', async () => {
    const { email, person, organization } = await world({ at: talkative })
    const { answer } = await arrive(
      talkative,
      { organization_id: organization.id, next: 'https://evil.example/' },
      account(email),
    )
    expect(answer.body.data.session.current_user.id).toBe(person.id)
    expect(answer.body.data.next).toBeNull()
  })

  test('a new person with a listed domain gets an account and joins as regular member, once', async () => {
    const { domain, organization } = await world()
    const email = `${unique('new')}@${domain}`
    const who = account(email)
    const { answer } = await arrive(provider, { email }, who)
    expect(answer.body.data.session.current_user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'King Byron',
      oauth_login: true,
      organization_admin: false,
    })
    const user = (await readUser(database, email))!
    expect(await listMemberships(database, user.id)).toEqual([
      { organization_id: organization.id, admin: false },
    ])
    expect(await listChanges(database, user.id)).toMatchObject([
      { action: 'user.joined', organization_id: organization.id, actor_email: email },
    ])
    const again = await arrive(provider, { email }, who)
    expect(again.answer.body.data.session.current_user.id).toBe(user.id)
  })

  test.each([
    ['an address of another domain', 'stranger@elsewhere.example', {}],
    ['an address the provider does not confirm', 'new', { email_verified: false }],
    ['no address at all', 'new', { email: undefined }],
  ])('%s is refused and makes nobody', async (_, name, changes) => {
    const { domain, organization } = await world()
    const email = name === 'new' ? `${unique('new')}@${domain}` : name
    const { own, answer } = await arrive(
      provider,
      { organization_id: organization.id },
      account(email, changes),
    )
    expect(answer.status).toBe(403)
    expect(await readUser(database, email)).toBeUndefined()
    expect(await own.isSignedIn()).toBe(false)
  })

  test('without listed domains only members enter', async () => {
    const { email, organization } = await world({ domains: [] })
    const known = await arrive(provider, { organization_id: organization.id }, account(email))
    expect(known.answer.status).toBe(200)
    const stranger = `${unique('stranger')}@elsewhere.example`
    const unknown = await arrive(provider, { organization_id: organization.id }, account(stranger))
    expect(unknown.answer.status).toBe(403)
    expect(await readUser(database, stranger)).toBeUndefined()
  })

  test('a cancelled or full organization cannot be joined', async () => {
    const cancelled = await world()
    await setCancelled(database, cancelled.organization.id)
    const full = await world()
    await setFlagOverrides(database, full.organization.id, { maxUsers: 3 })
    for (const { domain } of [cancelled, full]) {
      const email = `${unique('new')}@${domain}`
      expect((await arrive(provider, { email }, account(email))).answer.status).toBe(403)
      expect(await readUser(database, email)).toBeUndefined()
    }
  })

  test('what fails for a member is listed by the organization of the provider, and by no other', async () => {
    const { email, person, organization } = await world({ domains: [] })
    const other = await make.world()
    await make.membership(other.organization, person)
    const failures = async (at: { id: string }) =>
      (await readChanges(database, at.id)).filter(({ action }) => action === 'user.sign_in_failed')
    // Any account of the provider, and any address at the beginning: neither is a member's.
    await arrive(
      provider,
      { organization_id: organization.id },
      account(`${unique('no')}@one.example`),
    )
    const own = aBrowser(server)
    const { state } = await provider.visit(await begin(own, { email }), account(email))
    const refused = await own.send('/ui/v1/session/sso', {
      body: { session: { code: 'made-up', state, iss: provider.issuer } },
    })
    expect(refused.status).toBe(401)
    const one = { actor_kind: 'unknown', subject_id: person.id, detail: { method: 'sso' } }
    await expect.poll(() => failures(organization)).toMatchObject([one])
    await setDisabled(database, person.id)
    expect((await arrive(provider, { email }, account(email))).answer.status).toBe(402)
    await expect.poll(() => failures(organization)).toMatchObject([one, one])
    expect(await failures(other.organization)).toEqual([])
  })

  test('a disabled account stays out', async () => {
    const { email, person } = await world()
    await setDisabled(database, person.id)
    const { answer } = await arrive(provider, { email }, account(email))
    expect([answer.status, answer.body.error.type]).toEqual([402, 'disabled_user'])
  })

  test('an address without single sign-on is named', async () => {
    const answer = await aBrowser(server).send('/ui/v1/session/sso/start', {
      body: { session: { email: 'ada@nowhere.example' } },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual({
      email: ['There is no single sign-on for this address.'],
    })
  })
})

describe('what a provider can not do', () => {
  test('SHELL-085 its session opens its own organization and none of the others', async () => {
    const { email, person, organization, domain } = await world()
    const other = await make.world()
    await make.membership(other.organization, person, { isAdmin: true })
    const { own, answer } = await arrive(provider, { email }, account(email))
    const shown = answer.body.data.session.organizations as { id: string; authenticated: boolean }[]
    expect(shown.map(({ id, authenticated }) => [id, authenticated]).toSorted()).toEqual(
      [
        [organization.id, true],
        [other.organization.id, false],
      ].toSorted(),
    )
    const colleague = await own.send(`/ui/v1/users/${other.member.id}`, {
      method: 'PUT',
      body: { user: { organization_admin: true } },
      organization: other.organization,
    })
    expect(colleague.status).toBe(404)
    const moved = await own.send(`/ui/v1/users/${person.id}`, {
      method: 'PUT',
      body: { user: { email: `thief@${domain}` } },
    })
    expect(moved.body.error.fields).toEqual({
      email: ['Your e-mail address comes from your single sign-on provider.'],
    })
  })

  test('SHELL-061 staff who enter through a provider have no staff rights', async () => {
    const { organization, domain } = await world()
    const staff = await make.person({ email: `${unique('staff')}@${domain}`, isStaff: true })
    await make.membership(organization, staff)
    const { answer } = await arrive(provider, { email: staff.email }, account(staff.email))
    expect(answer.body.data.session.current_user).toMatchObject({ id: staff.id, internal: false })
  })

  test('an account of another person does not join; its owner does, once signed in', async () => {
    const { organization, domain } = await world()
    const owner = await make.person({ email: `${unique('owner')}@${domain}`, password })
    const { answer } = await arrive(provider, { email: owner.email }, account(owner.email))
    expect(answer.status).toBe(403)
    expect(await listMemberships(database, owner.id)).toEqual([])
    const own = aBrowser(server)
    await own.signIn(owner.email, password)
    const joined = await arrive(provider, { email: owner.email }, account(owner.email), own)
    expect(joined.answer.status).toBe(200)
    expect(await listMemberships(database, owner.id)).toEqual([
      { organization_id: organization.id, admin: false },
    ])
  })

  test('SHELL-085 a password session that enters the locked organization keeps the others', async () => {
    const { email, person, organization } = await world()
    const other = await make.world()
    await make.membership(other.organization, person)
    const own = aBrowser(server)
    const before = (await own.signIn(email, password)).body.data
    expect(before.organization.id).toBe(other.organization.id)
    const { answer } = await arrive(
      provider,
      { organization_id: organization.id },
      account(email),
      own,
    )
    const { organizations } = answer.body.data.session
    expect(organizations.map((one: { authenticated: boolean }) => one.authenticated)).toEqual([
      true,
      true,
    ])
  })
})

describe('the way there and back', () => {
  const ready = async () => {
    const { email } = await world()
    const own = aBrowser(server)
    const returned = await provider.visit(await begin(own, { email }), account(email))
    const finish = (changes: Record<string, unknown> = {}, by = own) =>
      by.send('/ui/v1/session/sso', { body: { session: { ...returned, ...changes } } })
    return { own, finish }
  }

  test('is bound by PKCE, nonce and state', async () => {
    const { email } = await world()
    const url = new URL(await begin(aBrowser(server), { email }))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: provider.client.id,
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      login_hint: email,
    })
    for (const name of ['code_challenge', 'nonce', 'state'])
      expect(url.searchParams.get(name)!.length).toBeGreaterThanOrEqual(43)
  })

  test('works once', async () => {
    const { finish } = await ready()
    expect((await finish()).status).toBe(200)
    expect((await finish()).status).toBe(401)
  })

  test('ends after ten minutes', async () => {
    const { finish } = await ready()
    clock.advance(601)
    const late = await finish()
    expect(late.status).toBe(401)
    expect(late.body.error.messages).toEqual([
      'The sign-in was not completed in time or not confirmed. Please try again.',
    ])
  })

  test('is finished by the browser that began it and by no other', async () => {
    const { finish, own } = await ready()
    const victim = aBrowser(server)
    expect((await finish({}, victim)).status).toBe(401)
    expect(await victim.isSignedIn()).toBe(false)
    expect((await finish({}, own)).status).toBe(401)
  })

  test.each([
    ['a code the provider did not give', { code: 'made-up' }],
    ['a state nobody was given', { state: 'made-up' }],
    ['the word of another provider', { iss: 'https://other.example' }],
    ['a provider that is not named though it names itself', { iss: undefined }],
  ])('is not finished with %s', async (_, changes) => {
    const { finish, own } = await ready()
    expect((await finish(changes)).status).toBe(401)
    expect(await own.isSignedIn()).toBe(false)
  })
})
